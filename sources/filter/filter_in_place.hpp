// Filters in regular files, read page by page, so that they are in memory once.
#pragma once

#include "peel/core/result.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/wire/filter_in_place.hpp"

#include <optional>
#include <string>

namespace peel::sources {

// A regular file whose header says that it holds a filter, not yet read. Nothing for any other file, for
// standard input, and for what cannot be opened: whoever reads those says what is wrong with them. Fails as
// FilterInPlace::open does, and names the file.
Result<std::optional<wire::FilterInPlace>> open_filter_in_place(const std::string& path);

// All of it; fails as FilterInPlace::whole does, and names the file.
Result<BloomFilter> whole_filter(const std::string& path, wire::FilterInPlace in_place);

}  // namespace peel::sources
