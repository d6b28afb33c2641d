// How keys must be written to be found in a filter: as text that stands in a line, or as addresses in one
// spelling. The file says which, unless an older peel or another program wrote it.
#pragma once

#include "peel/core/result.hpp"
#include "peel/membership/bloom_filter.hpp"

#include "cli/filter/filter_file.hpp"
#include "cli/filter/row_keys.hpp"

namespace peel::cli {

FilterKeys form_of(const KeyOptions& options);

// The options with which keys are written as in this filter: those given, and --ip where it holds addresses.
// Fails with `incompatible` for --ip where it holds text.
Result<KeyOptions> options_like(const AskedFilter& filter, const KeyOptions& given);

// On standard error, where the filter does not say what its keys are.
void note_if_unknown(const AskedFilter& filter, const KeyOptions& given);

}  // namespace peel::cli
