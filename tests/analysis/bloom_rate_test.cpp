// Rates of filters against the papers' values, against full enumeration, and against each other.
#include "peel/analysis/bloom_rate.hpp"

#include "support/pairs.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace peel::analysis {
namespace {

struct Case {
  std::uint64_t hashes, items, cells;
};

FilterShape filter_shape(FilterLayout layout, std::uint64_t cells, std::uint64_t hashes,
                         BitWidth cell_bits = BitWidth(1)) {
  return test::value_of(FilterShape::from(
      {.layout = layout, .cells = CellCount(cells), .hashes = HashCount(hashes), .cell_bits = cell_bits}));
}

double classic_rate_of(const Case& c) {
  return false_positive_rate(filter_shape(FilterLayout::classic, c.cells, c.hashes), ItemCount(c.items));
}

double bloom_rate_of(const Case& c) {
  return bloom_rate(CellCount(c.cells), HashCount(c.hashes), ItemCount(c.items));
}

ExactRate exact_rate_of(const Case& c) {
  return test::value_of(exact_rate(CellCount(c.cells), HashCount(c.hashes), ItemCount(c.items)));
}

// By the distribution of the number of cells set, one throw after the other: all terms are positive.
double rate_by_occupancy(const Case& c) {
  std::vector<double> set(c.cells + 1);
  set[0] = 1;
  const auto m = static_cast<double>(c.cells);
  for (std::uint64_t thrown = 1; thrown <= c.hashes * c.items; ++thrown) {
    for (std::uint64_t i = std::min(thrown, c.cells); i > 0; --i)
      set[i] = (set[i] * static_cast<double>(i) + set[i - 1] * (m - static_cast<double>(i - 1))) / m;
    set[0] = 0;
  }
  double rate = 0;
  for (std::uint64_t i = 0; i <= c.cells; ++i)
    rate += set[i] * std::pow(static_cast<double>(i) / m, static_cast<double>(c.hashes));
  return rate;
}

// Counts, over all ways to throw the probes of the keys and of the query, those in which the query is
// affirmed.
double rate_by_enumeration(const Case& c) {
  const std::uint64_t throws = c.hashes * c.items;
  std::uint64_t ways = 0, affirmed = 0;
  std::vector<std::uint64_t> cell_of(throws + c.hashes);
  for (;;) {
    std::uint64_t set = 0;
    for (std::uint64_t i = 0; i < throws; ++i) set |= std::uint64_t{1} << cell_of[i];
    bool all = true;
    for (std::uint64_t i = throws; i < cell_of.size(); ++i) all &= (set >> cell_of[i] & 1) != 0;
    ++ways;
    affirmed += all ? 1 : 0;
    std::size_t at = 0;
    while (at < cell_of.size() && ++cell_of[at] == c.cells) cell_of[at++] = 0;
    if (at == cell_of.size()) return static_cast<double>(affirmed) / static_cast<double>(ways);
  }
}

TEST(BloomRate, OfTheSlidesExampleIsNineSixteenthsByBloomAndTenByTheTruth) {
  const Case example{.hashes = 2, .items = 1, .cells = 2};
  EXPECT_DOUBLE_EQ(bloom_rate_of(example), 9.0 / 16);
  EXPECT_DOUBLE_EQ(classic_rate_of(example), 10.0 / 16);
  const ExactRate exact = exact_rate_of(example);
  EXPECT_EQ(exact.numerator + "/" + exact.denominator, "5/8");
}

TEST(BloomRate, EqualsFullEnumerationOfTinyFilters) {
  for (std::uint64_t cells = 1; cells <= 5; ++cells) {
    for (std::uint64_t hashes = 1; hashes <= 4; ++hashes) {
      for (std::uint64_t items = 1; items <= 4; ++items) {
        const Case c{hashes, items, cells};
        if (std::pow(cells, hashes * (items + 1)) > 3e5) continue;
        EXPECT_NEAR(classic_rate_of(c), rate_by_enumeration(c), 1e-14) << cells << hashes << items;
        EXPECT_DOUBLE_EQ(classic_rate_of(c), exact_rate_of(c).value) << cells << hashes << items;
      }
    }
  }
}

struct KnownRate {
  Case filter;
  double exact;
  double bloom;
  const char* fraction;  // empty where the fraction is long
};

// Computed elsewhere, from Stirling numbers.
const KnownRate kKnownRates[] = {
    {{2, 1, 2}, 0.625, 0.5625, "5/8"},
    {{2, 1, 3}, 0.33333333, 0.3086419753, "1/3"},
    {{2, 2, 4}, 0.49316406, 0.467300415, "505/1024"},
    {{2, 3, 8}, 0.31423998, 0.3038266008, "659009/2097152"},
    {{3, 2, 8}, 0.18457872, 0.1674706447, "3096717/16777216"},
    {{3, 4, 16}, 0.16495524, 0.1566330157, "11886277396391101/72057594037927936"},
    {{4, 4, 32}, 0.026768251, 0.02516496246, ""},
    {{2, 8, 32}, 0.16032965, 0.1586346824, ""},
    {{3, 8, 32}, 0.15574079, 0.1516354956, ""},
    {{5, 10, 64}, 0.050225573, 0.04807396826, ""},
    {{7, 10, 100}, 0.0089363116, 0.00839480763, ""},
    {{3, 50, 256}, 0.087900086, 0.08756058255, ""},
    {{7, 100, 1000}, 0.0082662475, 0.00821355463405, ""},
    {{7, 1000, 10000}, 0.0082009574, 0.00819570259676, ""},
    {{4, 1000, 8000}, 0.023979623, 0.0239732699092, ""},
    {{10, 500, 8000}, 0.00047105371, 0.0004701999568, ""},
};

TEST(BloomRate, EqualsKnownRatesToTheDigitsGiven) {
  for (const KnownRate& known : kKnownRates) {
    EXPECT_NEAR(classic_rate_of(known.filter), known.exact, known.exact * 1e-7) << known.filter.cells;
    EXPECT_NEAR(bloom_rate_of(known.filter), known.bloom, known.bloom * 1e-9) << known.filter.cells;
  }
}

TEST(BloomRate, EqualsKnownFractions) {
  for (const KnownRate& known : kKnownRates) {
    if (*known.fraction == '\0') continue;
    const ExactRate exact = exact_rate_of(known.filter);
    EXPECT_EQ(exact.numerator + "/" + exact.denominator, known.fraction);
  }
}

TEST(BloomRate, EqualsTheRateByOccupancyOfLargerFilters) {
  for (const Case& c :
       {Case{7, 100, 1000}, {4, 1000, 8000}, {10, 500, 8000}, {16, 60, 997}, {1, 2000, 3001}}) {
    const double expected = rate_by_occupancy(c);
    EXPECT_NEAR(classic_rate_of(c), expected, expected * 1e-11) << c.cells;
  }
}

TEST(BloomRate, EqualsTheExactFractionWhereDigitsCancelMost) {
  for (const Case& c : {Case{64, 1, 4096}, {64, 5, 100}, {32, 3, 1000}, {16, 1, 100'000}, {64, 10, 257}}) {
    const double expected = exact_rate_of(c).value;
    EXPECT_NEAR(classic_rate_of(c), expected, expected * 1e-13) << c.hashes << ' ' << c.cells;
  }
}

TEST(BloomRate, OfABillionAddressesInAGigabyteIsThatOfTheSlides) {
  const std::uint64_t items = 1'000'000'000, cells = 8 * items;
  EXPECT_NEAR(classic_rate_of({1, items, cells}), 0.117503, 5e-7);
  EXPECT_NEAR(classic_rate_of({5, items, cells}), 0.021679, 5e-7);
  EXPECT_NEAR(classic_rate_of({6, items, cells}), 0.021577, 5e-7);
}

TEST(BloomRate, OfOneHashIsTheShareOfCellsSet) {
  const std::uint64_t items = 1'000'000;
  EXPECT_NEAR(classic_rate_of({1, items, 100 * items}), 0.00995017, 5e-9);
  EXPECT_NEAR(classic_rate_of({1, items, items}), 0.632121, 5e-7);
  EXPECT_NEAR(classic_rate_of({1, items, items / 10}), 0.999955, 5e-7);
}

TEST(BloomRate, OfTwoBitsPerKeyIsFarFromTwoPercent) {
  const std::uint64_t items = 10'000'000;
  EXPECT_NEAR(classic_rate_of({6, items, 2 * items}), 0.736081, 5e-7);
  EXPECT_NEAR(classic_rate_of({1, items, 2 * items}), 0.3935, 5e-5);
  EXPECT_NEAR(classic_rate_of({2, items, 2 * items}), 0.3996, 5e-5);
}

TEST(BloomRate, LiesBetweenTheBoundsOfBoseEtAl) {
  for (std::uint64_t hashes = 1; hashes <= 4; ++hashes) {
    for (std::uint64_t items = 1; items <= 5; ++items) {
      for (std::uint64_t cells = 2; cells <= 11; ++cells) {
        const RateBounds bounds = rate_bounds(CellCount(cells), HashCount(hashes), ItemCount(items));
        const double exact = classic_rate_of({hashes, items, cells});
        if (hashes == 1) {
          EXPECT_NEAR(exact, bounds.lower, 1e-15);
        } else {
          EXPECT_GT(exact, bounds.lower) << hashes << items << cells;
        }
      }
    }
  }
}

TEST(BloomRate, ExceedsBloomsByFarLessThanTheUpperBound) {
  for (const Case& c :
       {Case{7, 1000, 10000}, {4, 1000, 8000}, {2, 500, 1000}, {4, 10'000, 80'000}, {3, 5000, 9001}}) {
    const RateBounds bounds = rate_bounds(CellCount(c.cells), HashCount(c.hashes), ItemCount(c.items));
    EXPECT_TRUE(bounds.apply) << c.cells;
    EXPECT_LE(classic_rate_of(c) / bounds.lower - 1, 0.0025 * bounds.excess) << c.cells;
  }
}

TEST(RateBounds, ApplyToNeitherOneHashNorAFilterTooEmpty) {
  EXPECT_FALSE(rate_bounds(CellCount(100'000), HashCount(1), ItemCount(100'000)).apply);
  EXPECT_FALSE(rate_bounds(CellCount(1000), HashCount(2), ItemCount(8)).apply);
  EXPECT_FALSE(rate_bounds(CellCount(1000), HashCount(2), ItemCount(0)).apply);
}

TEST(BloomRate, OfNoItemsIsZeroAndOfFarTooManyIsOne) {
  for (const FilterLayout layout : kFilterLayouts) {
    const FilterShape shape = filter_shape(layout, 5120, 5);
    EXPECT_EQ(false_positive_rate(shape, ItemCount(0)), 0);
    EXPECT_EQ(false_positive_rate(shape, ItemCount(1'000'000'000)), 1);
    EXPECT_EQ(false_positive_rate(shape, ItemCount(~std::uint64_t{0})), 1);
  }
}

TEST(BloomRate, OfSeveralSizesAndLoadsIsThatOfEach) {
  const std::vector<FilterLoad> loads = {{CellCount(5120), ItemCount(500)},
                                         {CellCount(5120), ItemCount(0)},
                                         {CellCount(51200), ItemCount(4321)}};
  for (const FilterLayout layout : kFilterLayouts) {
    const std::vector<double> rates = false_positive_rates(filter_shape(layout, 512, 6), loads);
    ASSERT_EQ(rates.size(), loads.size());
    for (std::size_t i = 0; i < loads.size(); ++i)
      EXPECT_EQ(rates[i], false_positive_rate(filter_shape(layout, loads[i].cells.value, 6), loads[i].items))
          << i;
  }
}

TEST(BloomRate, OfOneHashIsTheSameInEveryLayout) {
  const double classic = classic_rate_of({1, 3000, 51200});
  for (const FilterLayout layout : kFilterLayouts)
    EXPECT_NEAR(false_positive_rate(filter_shape(layout, 51200, 1), ItemCount(3000)), classic, 1e-13);
}

TEST(BloomRate, IsLowestInAClassicFilterAndHighestInRegisterBlocks) {
  for (std::uint64_t hashes = 2; hashes <= 12; ++hashes) {
    const ItemCount items(50'000);
    const double classic = false_positive_rate(filter_shape(FilterLayout::classic, 512'000, hashes), items);
    const double line = false_positive_rate(filter_shape(FilterLayout::line_blocks, 512'000, hashes), items);
    const double small =
        false_positive_rate(filter_shape(FilterLayout::register_blocks, 512'000, hashes), items);
    EXPECT_GT(line, classic) << hashes;
    EXPECT_GE(small, line * (1 - 1e-13)) << hashes;
  }
}

TEST(ExactRate, IsRefusedWhereTheFractionIsTooLong) {
  const auto refused = exact_rate(CellCount(8'000'000'000), HashCount(6), ItemCount(1'000'000'000));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::limit_exceeded);
}

TEST(ExactRate, IsRefusedForNoCellsAndNoHashes) {
  EXPECT_FALSE(exact_rate(CellCount(0), HashCount(1), ItemCount(1)));
  EXPECT_FALSE(exact_rate(CellCount(1), HashCount(0), ItemCount(1)));
  EXPECT_FALSE(exact_rate(CellCount(1), HashCount(65), ItemCount(1)));
}

TEST(ExactRate, OfOneCellIsOneOnceAKeyIsIn) {
  EXPECT_EQ(exact_rate_of({3, 5, 1}).value, 1);
  EXPECT_EQ(exact_rate_of({3, ~std::uint64_t{0}, 1}).value, 1);
  EXPECT_EQ(exact_rate_of({3, 0, 1}).value, 0);
}

}  // namespace
}  // namespace peel::analysis
