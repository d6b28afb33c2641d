// Why two structures cannot be combined, in words that name both values.
#pragma once

#include "peel/invertible/counter_shape.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/item_hashing.hpp"
#include "peel/invertible/rateless_shape.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include <string>

namespace peel::detail {

// "5 and 6", for sentences about what differs.
std::string both(std::uint64_t first, std::uint64_t second);

// As in "they have 6 and 12 cells"; empty if nothing differs.
std::string difference_of(const KeyWeights& first, const KeyWeights& second);
std::string difference_of(const Placement& first, const Placement& second);
std::string difference_of(const CounterShape& first, const CounterShape& second);
std::string difference_of(const IbltShape& first, const IbltShape& second);
std::string difference_of(const RatelessShape& first, const RatelessShape& second);
std::string difference_of(const StrataShape& first, const StrataShape& second);
std::string difference_of(const ItemHashing& first, const ItemHashing& second);

}  // namespace peel::detail
