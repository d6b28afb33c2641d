// open_source with limits of the caller's choice. For tests, which put the ends of blocks everywhere.
#pragma once

#include "sources/block_source.hpp"
#include "sources/source.hpp"

#include <memory>

namespace peel::sources {

Result<std::unique_ptr<RowSource>> open_source_with(const SourceSpec& spec, ReadingLimits limits);

}  // namespace peel::sources
