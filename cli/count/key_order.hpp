// The order in which counted keys are printed.
#pragma once

#include "cli/count/count_report.hpp"
#include "cli/count/listed_keys.hpp"

#include <cstdint>
#include <vector>

namespace peel::cli {

// Indexes of the first `most` keys: by count, the largest first, and then by their bytes; or by their bytes
// alone. Digests come behind texts.
std::vector<std::uint32_t> first_in_order(const ListedKeys& keys, CountView::Order order, std::uint64_t most);

}  // namespace peel::cli
