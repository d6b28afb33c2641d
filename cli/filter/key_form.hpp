// How keys must be written to be found in a filter: as text that stands in a line, or as addresses in one
// spelling. The file says which, unless an older peel or another program wrote it.
#pragma once

#include "peel/core/result.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/sources/filter_file.hpp"

#include "cli/filter/key_options.hpp"

#include <string>

namespace peel::cli {

// The filter in a file. Fails as sources::FilterFile::open does, and says how such files are made.
Result<sources::FilterFile> open_filter(const std::string& path);

FilterKeys form_of(const KeyOptions& options);

// The options with which keys are written as in this filter: those given, and --ip where it holds addresses.
// Fails with `incompatible` for --ip where it holds text.
Result<KeyOptions> options_like(const sources::FilterFile& filter, const KeyOptions& given);

// On standard error, where the filter does not say what its keys are.
void note_if_unknown(const sources::FilterFile& filter, const KeyOptions& given);

}  // namespace peel::cli
