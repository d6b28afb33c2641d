// --variant: a kind of counter by its name.
#pragma once

#include "peel/analysis/counter_variant.hpp"
#include "peel/core/result.hpp"

#include "cli/numbers.hpp"

namespace peel::cli {

// Fails with `invalid_argument`, and says which kinds there are, for any other name.
Result<CounterVariant> counter_variant(Argument argument);

}  // namespace peel::cli
