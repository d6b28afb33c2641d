// The summaries' numbers against Table 1 and sections 6, 8 and 9 of the paper, as FACTS recomputed them.
#include "peel/analysis/summary_failure.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "analysis/plain_shapes.hpp"
#include "analysis/rate_curve.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace peel::analysis {
namespace {

using test::table_of;

// The two tables of section 8. The forecast of the larger takes a second, so it is made once.
struct Table {
  MultilevelShape shape;
  MultilevelForecast forecast;
  FilledTable filled() const { return {shape, forecast}; }
};

const Table& table_10k() {
  static const Table table = [] {
    const MultilevelShape shape = table_of({40'000, 10'000, 5'000, 2'500, 2'500});
    return Table{shape, multilevel_forecast(shape, ItemCount(10'000))};
  }();
  return table;
}

const Table& table_100k() {
  static const Table table = [] {
    const MultilevelShape shape = table_of({400'000, 100'000, 50'000, 25'000, 12'500, 12'500});
    return Table{shape, multilevel_forecast(shape, ItemCount(100'000))};
  }();
  return table;
}

SingleFilterShape cells(std::uint64_t count, std::uint64_t hashes, const Table& table, CellPacking packing) {
  return *SingleFilterShape::from({.cells = CellCount(count),
                                   .hashes = HashCount(hashes),
                                   .sub_tables = SegmentCount(table.shape.sub_tables()),
                                   .packing = packing});
}

// The first with 7 hashes, the others with 49.
std::vector<FilterShape> filters(const std::vector<std::uint64_t>& bits) {
  std::vector<FilterShape> shapes;
  for (const std::uint64_t each : bits) {
    shapes.push_back(*FilterShape::from({.layout = FilterLayout::classic,
                                         .cells = CellCount(each),
                                         .hashes = HashCount(shapes.empty() ? 7 : 49)}));
  }
  return shapes;
}

// 004.is.fail.*, 004.is.fp.*, 004.bytes.is.*
TEST(InterpolationForecast, IsThatOfSectionSix) {
  const SummaryForecast large = interpolation_forecast(BitWidth(61), table_100k().filled());
  EXPECT_NEAR(large.failure, 2.16838e-09, 1e-14);
  EXPECT_NEAR(large.false_positive_rate, 4.33681e-14, 1e-19);
  EXPECT_EQ(large.bytes, 875'000U);
  const SummaryForecast small = interpolation_forecast(BitWidth(55), table_10k().filled());
  EXPECT_NEAR(small.failure, 1.38764e-09, 1e-14);
  EXPECT_NEAR(small.false_positive_rate, 2.77556e-13, 1e-18);
  EXPECT_EQ(small.bytes, 80'000U);
}

// 004.sf.10k, 004.fp.sf.10k, 004.bytes.sf.10k
TEST(SingleFilterForecast, IsThatOfTableOneForTenThousandItems) {
  const Table& table = table_10k();
  const SummaryForecast found =
      single_filter_forecast(cells(120'000, 15, table, CellPacking::six_values), table.filled());
  EXPECT_NEAR(found.failure + table.forecast.crisis, 7.63977e-10, 5e-15);
  EXPECT_NEAR(found.false_positive_rate, 0.00632514, 5e-9);
  EXPECT_EQ(found.bytes, 47'500U);
}

// 004.sf.100k, 004.fp.sf.100k, 004.bytes.sf.100k
TEST(SingleFilterForecast, IsThatOfTableOneForAHundredThousandItems) {
  const Table& table = table_100k();
  const SummaryForecast found =
      single_filter_forecast(cells(1'200'000, 15, table, CellPacking::three_bits), table.filled());
  EXPECT_NEAR(found.failure + table.forecast.crisis, 7.26769e-09, 5e-14);
  EXPECT_NEAR(found.false_positive_rate, 0.00632246, 5e-9);
  EXPECT_EQ(found.bytes, 525'000U);
}

// 004.sf.variant, and the two that were simulated: 004.sim.sf.40000cells.8h, 004.sim.sf.60000cells.8h
TEST(SingleFilterForecast, IsThatOfSectionNine) {
  const Table& table = table_10k();
  const auto failure = [&](std::uint64_t count, std::uint64_t hashes) {
    return single_filter_forecast(cells(count, hashes, table, CellPacking::six_values), table.filled())
        .failure;
  };
  EXPECT_NEAR(failure(100'000, 10), 2.1081e-06, 5e-11);
  EXPECT_NEAR(failure(40'000, 8), 0.02882, 5e-6);
  EXPECT_NEAR(failure(60'000, 8), 0.001516, 5e-7);
}

// 004.mbf.10k, 004.fp.mbf.10k, 004.bytes.mbf.10k
TEST(MultipleFilterForecast, IsThatOfTableOneForTenThousandItems) {
  const Table& table = table_10k();
  const SummaryForecast found =
      multiple_filter_forecast(filters({106'000, 87'500, 5'500, 500, 100}), table.filled());
  ASSERT_EQ(found.by_type.size(), 5U);
  EXPECT_NEAR(found.by_type[0], 1.892e-12, 2e-15);
  EXPECT_NEAR(found.by_type[1], 1.904e-12, 2e-15);
  EXPECT_NEAR(found.by_type[2], 2.2e-18, 5e-20);
  EXPECT_NEAR(found.by_type[3], 1.2e-17, 5e-19);
  EXPECT_NEAR(found.failure + table.forecast.crisis, 4.80312e-12, 2e-15);
  EXPECT_NEAR(found.false_positive_rate, 0.00616353, 5e-9);
  EXPECT_EQ(found.bytes, 32'450U);
}

// 004.mbf.100k, 004.fp.mbf.100k, 004.bytes.mbf.100k.55k, with the sixth filter that the paper left out
TEST(MultipleFilterForecast, IsThatOfTableOneForAHundredThousandItems) {
  const Table& table = table_100k();
  const SummaryForecast found =
      multiple_filter_forecast(filters({1'060'000, 875'000, 55'000, 1'000, 1'000, 1'000}), table.filled());
  EXPECT_NEAR(found.failure + table.forecast.crisis, 1.38186e-11, 6.9e-14);
  EXPECT_NEAR(found.by_type[1], 4.9e-14, 5e-16);
  EXPECT_NEAR(found.false_positive_rate, 0.00616302, 5e-8);
  EXPECT_EQ(found.bytes, 324'000U + 125U);
}

// 004.bytes.song.10k, 004.fp.song.10k, 004.song.overflow
TEST(SongForecast, IsThatOfTableOne) {
  const SongForecast found = song_forecast({BucketCount(131'072), HashCount(10)}, ItemCount(10'000));
  EXPECT_NEAR(found.false_positive_rate, 0.00187514, 5e-7);
  EXPECT_NEAR(found.overflows, 0.190, 5e-4);
  EXPECT_NEAR(found.failure, 3.6e-35, 5e-37);
  EXPECT_EQ(found.bytes, 49'152U);
}

TEST(RateCurve, IsWithinAThousandthOfTheExactRate) {
  const auto shape = *FilterShape::from(
      {.layout = FilterLayout::classic, .cells = CellCount(87'500), .hashes = HashCount(49)});
  RateCurve curve(shape);
  for (const std::uint64_t items : {1U, 7U, 40U, 300U, 1'152U, 1'300U, 5'001U}) {
    const double exact = false_positive_rate(shape, ItemCount(items));
    EXPECT_NEAR(curve(items) / exact, 1, 1e-3) << items;
  }
}

}  // namespace
}  // namespace peel::analysis
