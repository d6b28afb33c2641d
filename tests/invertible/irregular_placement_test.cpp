// Irregular placement: how many cells a key has, and in which sub-tables.
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/placement.hpp"

#include "support/random.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <span>

namespace peel {
namespace {

using testing::HasSubstr;

Placement irregular_placement(std::uint64_t cells, std::uint64_t hashes, const KeyWeights& weights) {
  return *Placement::irregular(CellCount(cells), HashCount(hashes), weights);
}

class IrregularPlacement : public testing::Test {
 protected:
  // Calls use(cells) for the cells of many random keys.
  template <class Use>
  void for_keys(const Placement& placement, std::uint64_t count, Use use) {
    const KeyHasher hasher(HashFamily::fast, random_.seed());
    for (std::uint64_t key = 0; key < count; ++key) {
      std::array<CellIndex, kMaxHashes> cells{};
      const KeyHash hash = hasher(key);
      const unsigned own =
          placement.place_irregular([&](unsigned i) { return hash.word(i); }, 0, cells.data());
      use(std::span<const CellIndex>(cells).first(own));
    }
  }
  test::Random random_;
};

TEST_F(IrregularPlacement, GivesEachKeyAtMostOneCellInASubTable) {
  const Placement placement = irregular_placement(80, 8, {{HashCount(3), 30'000}, WeightSource::hash});
  ASSERT_EQ(placement.kind(), PlacementKind::irregular);
  for_keys(placement, 5'000, [](std::span<const CellIndex> cells) {
    ASSERT_TRUE(cells.size() == 3 || cells.size() == 8);
    for (std::size_t i = 1; i < cells.size(); ++i) ASSERT_LT(cells[i - 1] / 10, cells[i] / 10);
    ASSERT_LT(cells.back(), 80U);
  });
}

TEST_F(IrregularPlacement, MakesAsManyKeysLightAsItsShareSays) {
  const Placement placement = irregular_placement(80, 8, {{HashCount(3), 56'696}, WeightSource::hash});
  constexpr int kKeys = 50'000;
  int light = 0;
  for_keys(placement, kKeys, [&](std::span<const CellIndex> cells) { light += cells.size() == 3 ? 1 : 0; });
  const double share = 56'696 / 65'536.0;
  EXPECT_NEAR(light, kKeys * share, 5 * std::sqrt(kKeys * share * (1 - share)));
}

// 56 choices of sub-tables, each with 4^3 = 64 choices of cells, all as likely.
TEST_F(IrregularPlacement, LightKeysAreEvenOverSubTablesAndCells) {
  const Placement placement = irregular_placement(32, 8, {{HashCount(3), 65'535}, WeightSource::hash});
  std::map<std::array<CellIndex, 3>, int> seen;
  constexpr int kKeys = 200'000;
  int light = 0;
  for_keys(placement, kKeys, [&](std::span<const CellIndex> cells) {
    if (cells.size() != 3) return;
    ++seen[{cells[0], cells[1], cells[2]}];
    ++light;
  });
  constexpr double kPlaces = 56 * 64;
  double chi_square = (kPlaces - static_cast<double>(seen.size())) * light / kPlaces;  // of places not seen
  for (const auto& [cells, count] : seen) {
    const double expected = light / kPlaces;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_square, kPlaces + 6 * std::sqrt(2 * kPlaces));  // six standard errors
}

TEST_F(IrregularPlacement, TheLastByteDecidesIfItIsTold) {
  const Placement placement = irregular_placement(50, 5, {{HashCount(2), 7 * 256}, WeightSource::last_byte});
  std::array<CellIndex, kMaxHashes> cells{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    const unsigned own =
        placement.place_irregular([&](unsigned) { return random_.next(); }, byte << 8, cells.data());
    ASSERT_EQ(own, byte < 7 ? 2U : 5U) << byte;
  }
}

TEST_F(IrregularPlacement, NamesTheLastCellOfTheLargestTable) {
  const Placement placement = irregular_placement(kMaxCells, 5, {{HashCount(2), 1}, WeightSource::hash});
  std::array<CellIndex, kMaxHashes> cells{};
  ASSERT_EQ(placement.place_irregular([](unsigned) { return ~std::uint64_t{0}; }, 0, cells.data()), 5U);
  EXPECT_EQ(cells[4], kMaxCells - 1);
}

TEST_F(IrregularPlacement, RefusesLightKeysThatAreNone) {
  const auto sentence = [](std::uint64_t hashes, const KeyWeights& weights) {
    const auto placement = Placement::irregular(CellCount(80), HashCount(hashes), weights);
    return placement ? "accepted" : placement.error().sentence();
  };
  EXPECT_THAT(sentence(4, {{HashCount(4), 9}, WeightSource::hash}), HasSubstr("fewer than the heavy ones"));
  EXPECT_THAT(sentence(4, {{HashCount(1), 9}, WeightSource::hash}), HasSubstr("at least 2"));
  EXPECT_THAT(sentence(4, {{HashCount(3), 0}, WeightSource::hash}), HasSubstr("1 to 65535"));
  EXPECT_THAT(sentence(4, {{HashCount(3), 9}, WeightSource::none}), HasSubstr("weight source 0"));
  EXPECT_THAT(sentence(9, {{HashCount(3), 9}, WeightSource::hash}), HasSubstr("9 hashes"));
}

TEST(SubTableChoice, ReachesEveryChoiceInEqualShares) {
  for (unsigned k = 2; k <= kMaxHashes; ++k) {
    for (unsigned count = 1; count <= k; ++count) {
      std::map<unsigned, int> seen;
      constexpr int kParts = 840 * 3;  // a multiple of most C(k, d); otherwise shares differ by one part
      for (int part = 0; part < kParts; ++part) {
        const std::uint64_t chance = ~std::uint64_t{0} / kParts * static_cast<std::uint64_t>(part);
        const unsigned chosen = chosen_sub_tables(k, count, chance);
        ASSERT_EQ(std::popcount(chosen), static_cast<int>(count));
        ASSERT_LT(chosen, 1U << k);
        ++seen[chosen];
      }
      double ways = 1;
      for (unsigned i = 0; i < count; ++i) ways = ways * (k - i) / (i + 1);
      ASSERT_EQ(static_cast<double>(seen.size()), std::round(ways)) << k << " and " << count;
      for (const auto& [chosen, parts] : seen) ASSERT_NEAR(parts, kParts / ways, 1.01) << chosen;
    }
  }
}

}  // namespace
}  // namespace peel
