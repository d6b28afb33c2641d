#include "peel/analysis/irregular_peeling.hpp"

#include "peel/analysis/peeling.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace peel::analysis {
namespace {

TEST(MixedThreshold, OfKeysThatAreAllAlikeIsTheirsByMolloysFormula) {
  for (unsigned k = 3; k <= 8; ++k) {
    std::vector<double> shares(k + 1);
    shares[k] = 1;
    EXPECT_NEAR(mixed_threshold(shares), cells_per_key_threshold(k), 2e-6) << k;
  }
}

TEST(IrregularThreshold, OfThreeAndEightCellsIsBelowThatOfThree) {
  EXPECT_NEAR(irregular_threshold(HashCount(8), densest_light_keys()), 1.17456, 1e-5);
  EXPECT_NEAR(mean_cells_per_key(HashCount(8), densest_light_keys()), 3.6744, 1e-4);
}

// Any other share of light keys needs more cells per key.
TEST(DensestLightKeys, HaveTheBestShare) {
  const LightKeys best = densest_light_keys();
  const double fewest = irregular_threshold(HashCount(8), best);
  for (const int off : {-20'000, -3'000, -500, -50, 50, 500, 3'000}) {
    const LightKeys other{best.hashes, static_cast<std::uint16_t>(best.share + off)};
    EXPECT_GT(irregular_threshold(HashCount(8), other), fewest) << off;
  }
}

// Moving keys to any third number of cells from 3 to 8 does not help: the two are enough. The threshold is a
// maximum of linear functions of the shares, so what cannot be bettered nearby cannot be bettered at all.
TEST(DensestLightKeys, AreNotBetteredByAThirdNumberOfCells) {
  const double light = densest_light_keys().share / 65'536.0;
  const std::array<double, 9> best{0, 0, 0, light, 0, 0, 0, 0, 1 - light};
  const double fewest = mixed_threshold(best);
  for (std::size_t third = 4; third <= 7; ++third) {
    for (const double moved : {0.001, 0.01, 0.1}) {
      for (const double from_light : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        auto shares = best;
        shares[3] -= from_light * moved;
        shares[8] -= (1 - from_light) * moved;
        shares[third] += moved;
        EXPECT_GT(mixed_threshold(shares), fewest - 1e-6) << third << " " << moved << " " << from_light;
      }
    }
  }
}

TEST(IrregularThreshold, IsUndefinedForWhatIsNoIrregularTable) {
  EXPECT_TRUE(std::isnan(irregular_threshold(HashCount(4), {HashCount(4), 9})));
  EXPECT_TRUE(std::isnan(irregular_threshold(HashCount(9), {HashCount(3), 9})));
  EXPECT_TRUE(std::isnan(irregular_threshold(HashCount(4), {HashCount(1), 9})));
  EXPECT_TRUE(std::isnan(mixed_threshold(std::vector<double>{0, 0})));
  EXPECT_TRUE(std::isnan(mixed_threshold(std::vector<double>{0, 2, -1})));
}

// All cells of one key over three sub-tables of two cells.
struct TinyPlace {
  double probability;
  unsigned cells;  // as bits
};

std::vector<TinyPlace> all_tiny_places(double light) {
  std::vector<TinyPlace> places;
  for (unsigned at = 0; at < 8; ++at) {
    const std::array<unsigned, 3> cell{1U << (at & 1U), 4U << (at >> 1 & 1U), 16U << (at >> 2)};
    places.push_back({(1 - light) / 8, cell[0] | cell[1] | cell[2]});
    for (unsigned without = 0; without < 3; ++without) {
      places.push_back({light / 24, (cell[0] | cell[1] | cell[2]) & ~cell[without]});
    }
  }
  return places;
}

// By trying all places of up to three other keys.
TEST(IrregularGet, FailsAsOftenAsAllPlacesOfFewKeysSay) {
  const LightKeys light{HashCount(2), 20'000};
  const auto places = all_tiny_places(20'000 / 65'536.0);
  const TableGeometry table{CellCount(6), HashCount(3), SegmentCount(3), light};
  for (const auto& [own_cells, own] : {std::pair(1U | 4U, 2U), std::pair(1U | 4U | 16U, 3U)}) {
    double one = 0, two = 0, three = 0;
    for (const TinyPlace& a : places) {
      one += (a.cells & own_cells) == own_cells ? a.probability : 0;
      for (const TinyPlace& b : places) {
        const double both = a.probability * b.probability;
        two += ((a.cells | b.cells) & own_cells) == own_cells ? both : 0;
        for (const TinyPlace& c : places) {
          three += ((a.cells | b.cells | c.cells) & own_cells) == own_cells ? both * c.probability : 0;
        }
      }
    }
    EXPECT_NEAR(irregular_get_absent_failure(ItemCount(1), table, HashCount(own)), one, 1e-11);
    EXPECT_NEAR(irregular_get_absent_failure(ItemCount(2), table, HashCount(own)), two, 1e-11);
    EXPECT_NEAR(irregular_get_present_failure(ItemCount(4), table, HashCount(own)), three, 1e-11);
    EXPECT_EQ(irregular_get_present_failure(ItemCount(1), table, HashCount(own)), 0);
  }
}

TEST(IrregularGet, TendsToThePapersFormulaWithTheMeanInPlaceOfK) {
  const LightKeys light{HashCount(3), 50'000};
  const TableGeometry table{CellCount(8'000'000), HashCount(8), SegmentCount(8), light};
  const double load = mean_cells_per_key(HashCount(8), light) / 8;
  for (const std::uint64_t own : {3U, 8U}) {
    const double limit = std::pow(1 - std::exp(-load), static_cast<double>(own));
    EXPECT_NEAR(irregular_get_present_failure(ItemCount(1'000'000), table, HashCount(own)), limit, 1e-5);
  }
}

TEST(IrregularGet, IsUndefinedForANumberOfCellsThatNoKeyHas) {
  const TableGeometry table{CellCount(80), HashCount(8), SegmentCount(8), {HashCount(3), 50'000}};
  EXPECT_TRUE(std::isnan(irregular_get_present_failure(ItemCount(9), table, HashCount(4))));
}

}  // namespace
}  // namespace peel::analysis
