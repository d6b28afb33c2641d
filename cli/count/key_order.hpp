// The order in which counted keys are printed.
#pragma once

#include "cli/count/count_report.hpp"
#include "cli/count/listed_keys.hpp"

#include <cstdint>
#include <vector>

namespace peel::cli {

// Indexes of the first `most` keys: by count, the largest first, and then by their bytes; or by their bytes
// alone. Digests come behind texts. Each key is asked for three times at most, since it may have to be read,
// and of keys with equal beginnings so many bytes are held at a time, or one key if it is longer.
std::vector<std::uint32_t> first_in_order(const ListedKeys& keys, CountView::Order order, std::uint64_t most,
                                          std::uint64_t memory_bytes = std::uint64_t{64} << 20);

}  // namespace peel::cli
