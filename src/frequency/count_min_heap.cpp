#include "peel/frequency/count_min_heap.hpp"

#include "peel/analysis/count_min.hpp"
#include "peel/core/uint128.hpp"

#include <algorithm>

namespace peel {

namespace {

constexpr std::uint64_t kColumnsPerK = 6;  // 2 / epsilon, with epsilon = 1 / 3k

}  // namespace

Result<CountMinHeap> CountMinHeap::make(ItemCount k, RowCount rows, HashFamily family, Seed seed) {
  if (k.value == 0 || k.value > kMaxGridBytes)
    return failure(ErrorCode::invalid_argument,
                   "k = " + std::to_string(k.value) + ": accepted are 1 to " + std::to_string(kMaxGridBytes));
  const auto shape = GridShape::from(
      {.rows = rows, .columns = ColumnCount(kColumnsPerK * k.value), .cell_bits = BitWidth(64)});
  if (!shape) return failure(shape.error());
  auto sketch = CountMinSketch::make(*shape, CountMinRule::plain, family, seed);
  if (!sketch) return failure(sketch.error());
  return CountMinHeap(k, std::move(*sketch));
}

bool CountMinHeap::is_heavy(std::uint64_t estimate) const {
  return Uint128{estimate} * k_.value >= total().value;
}

void CountMinHeap::add(std::uint64_t key) {
  sketch_.add(key);
  const std::uint64_t estimate = sketch_.bounds(key).upper;
  if (!is_heavy(estimate)) return;
  const auto [found, enters] = estimates_.try_emplace(key, estimate);
  if (enters) {
    while (!order_.empty() && !is_heavy(order_.begin()->first)) {
      estimates_.erase(order_.begin()->second);
      order_.erase(order_.begin());
    }
  } else {
    order_.erase({found->second, key});
    found->second = estimate;
  }
  order_.emplace(estimate, key);
}

std::vector<HeavyItem> CountMinHeap::heap() const {
  const std::uint64_t margin = analysis::count_min_margin(sketch_.shape(), total());
  std::vector<HeavyItem> items;
  for (auto entry = order_.rbegin(); entry != order_.rend(); ++entry) {
    const auto [estimate, key] = *entry;
    const std::uint64_t lower = estimate > margin ? estimate - margin : 0;
    items.push_back({key, {lower, estimate, estimate == sketch_.shape().largest()}});
  }
  std::ranges::stable_sort(items, [](const HeavyItem& a, const HeavyItem& b) {
    return a.count.upper != b.count.upper ? a.count.upper > b.count.upper : a.key < b.key;
  });
  return items;
}

std::vector<HeavyItem> CountMinHeap::heavy() const {
  std::vector<HeavyItem> items = heap();
  std::erase_if(items, [this](const HeavyItem& item) { return !is_heavy(item.count.upper); });
  return items;
}

}  // namespace peel
