// The numbers of docs/theory/counting-filters.md.
#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/bloom_rate.hpp"
#include "peel/analysis/counter_saturation.hpp"

#include "support/pairs.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

constexpr ItemCount kPlannedItems(1'000'000);

FilterShape planned(FilterLayout layout) {
  const Rate rate = test::value_of(Rate::from(0.01));
  return test::value_of(
             plan_filter({.items = kPlannedItems, .rate = rate, .layout = layout, .cell_bits = BitWidth(4)}))
      .shape;
}

struct SaturationRow {
  FilterLayout layout;
  double cells_per_key;
  std::uint64_t hashes;
  double one, expected, expected_of_twice;
};

void expect_row(const SaturationRow& row) {
  const FilterShape shape = planned(row.layout);
  const auto cells = static_cast<double>(shape.cells().value);
  const auto expected = [&](ItemCount items) { return saturation(shape, items).one * cells; };
  EXPECT_NEAR(cells / 1e6, row.cells_per_key, 0.005);
  EXPECT_EQ(shape.hashes().value, row.hashes);
  EXPECT_NEAR(saturation(shape, kPlannedItems).one / row.one, 1, 0.02);
  EXPECT_NEAR(expected(kPlannedItems) / row.expected, 1, 0.02);
  EXPECT_NEAR(expected(ItemCount(2'000'000)) / row.expected_of_twice, 1, 0.03);
}

TEST(CountingTheory, SaysHowManyCountersSaturate) {
  expect_row({FilterLayout::classic, 9.62, 6, 3.6e-16, 3.5e-9, 6.3e-5});
  expect_row({FilterLayout::register_blocks, 12.23, 5, 6.4e-19, 7.9e-12, 1.8e-7});
  expect_row({FilterLayout::line_blocks, 10.93, 6, 5.7e-17, 6.2e-10, 1.2e-5});
}

TEST(CountingTheory, SaysHowOftenASpectralFilterErrs) {
  const auto shape = test::value_of(FilterShape::from({.layout = FilterLayout::classic,
                                                       .cells = CellCount(600),
                                                       .hashes = HashCount(4),
                                                       .cell_bits = BitWidth(8)}));
  EXPECT_NEAR(false_positive_rate(shape, ItemCount(99)), 0.0548, 0.00005);
}

}  // namespace
}  // namespace peel::analysis
