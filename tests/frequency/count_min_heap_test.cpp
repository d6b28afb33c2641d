#include "peel/frequency/count_min_heap.hpp"

#include "peel/analysis/zipf.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace peel {
namespace {

constexpr ItemCount kK(100);

TEST(CountMinHeap, HasTheGridOfTheSlides) {
  const auto heap = CountMinHeap::make(kK, RowCount(5), HashFamily::fast, Seed(1));
  ASSERT_TRUE(heap);
  EXPECT_EQ(heap->sketch().shape().columns(), ColumnCount(600));
  EXPECT_EQ(heap->sketch().shape().rows(), RowCount(5));
  EXPECT_EQ(CountMinHeap::make(ItemCount(0), RowCount(5), HashFamily::fast, Seed(1)).error().code(),
            ErrorCode::invalid_argument);
}

// The stream of FACTS 001.hh: Zipf 1, k = 100, five rows, n = 20,000.
TEST(CountMinHeap, ListsEveryKeyThatCameAKthOfTheTime) {
  test::Random random;
  const auto zipf = analysis::Zipf::from({.keys = ItemCount(10'000), .exponent = 1.0});
  auto heap = *CountMinHeap::make(kK, RowCount(5), HashFamily::fast, random.seed());
  std::map<std::uint64_t, std::uint64_t> truth;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t key = zipf->rank(random.next());
    heap.add(key);
    ++truth[key];
  }
  std::map<std::uint64_t, CountBounds> listed;
  for (const HeavyItem& item : heap.heavy()) listed[item.key] = item.count;
  for (const auto& [key, count] : truth) {
    if (count * kK.value < heap.total().value) continue;
    ASSERT_TRUE(listed.contains(key));
    EXPECT_GE(listed[key].upper, count);
  }
  EXPECT_LE(heap.heap().size(), 3 * kK.value / 2);
  EXPECT_TRUE(std::ranges::is_sorted(heap.heavy(), std::greater(),
                                     [](const HeavyItem& item) { return item.count.upper; }));
}

// The erratum to the slides: a key that entered early stays, if none enters after it.
TEST(CountMinHeap, LeavesOutWhatIsInTheHeapAndNoLongerHeavy) {
  auto heap = *CountMinHeap::make(kK, RowCount(5), HashFamily::fast, Seed(1));
  heap.add(1);
  for (int i = 0; i < 50; ++i) heap.add(2);
  for (int i = 0; i < 150; ++i) heap.add(2);
  ASSERT_EQ(heap.heap().size(), 2U);
  const auto heavy = heap.heavy();  // 201 / 100: three times or more
  ASSERT_EQ(heavy.size(), 1U);
  EXPECT_EQ(heavy[0].key, 2U);
  heap.add(3);  // it came once, which is not enough to enter and to push the first out
  EXPECT_EQ(heap.heap().size(), 2U);
  for (int i = 0; i < 3; ++i) heap.add(4);
  const auto after = heap.heap();
  EXPECT_EQ(after.size(), 2U);
  EXPECT_EQ(after[1].key, 4U);
}

}  // namespace
}  // namespace peel
