#include "peel/invertible/placement.hpp"

#include "peel/hashing/key_hasher.hpp"

#include "support/random.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <span>

namespace peel {
namespace {

TEST(PartitionedPlacement, GivesEachKeyOneCellInEverySubTable) {
  const auto placement = Placement::partitioned(CellCount(50), HashCount(5));
  const KeyHasher hasher(HashFamily::fast, test::Random().seed());
  for (std::uint64_t key = 0; key < 1'000; ++key) {
    std::array<CellIndex, kMaxHashes> cells{};
    const KeyHash hash = hasher(key);
    placement->place([&](unsigned i) { return hash.word(i); }, cells.data());
    for (unsigned i = 0; i < 5; ++i) ASSERT_EQ(cells[i] / 10, i);
  }
}

TEST(PartitionedPlacement, ReachesEveryCell) {
  const auto placement = Placement::partitioned(CellCount(60), HashCount(3));
  const KeyHasher hasher(HashFamily::fast, test::Random().seed());
  std::set<CellIndex> reached;
  for (std::uint64_t key = 0; key < 2'000; ++key) {  // misses a cell with probability 60 (19/20)^2000 < 1e-42
    std::array<CellIndex, kMaxHashes> cells{};
    const KeyHash hash = hasher(key);
    placement->place([&](unsigned i) { return hash.word(i); }, cells.data());
    reached.insert(cells.begin(), cells.begin() + 3);
  }
  EXPECT_EQ(reached.size(), 60U);
}

TEST(PartitionedPlacement, WorksWithSubTablesOfOneCell) {
  const auto placement = Placement::partitioned(CellCount(1), HashCount(8));
  ASSERT_EQ(placement->cells(), CellCount(8));
  std::array<CellIndex, kMaxHashes> cells{};
  placement->place([](unsigned) { return ~std::uint64_t{0}; }, cells.data());
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(cells[i], i);
}

TEST(PartitionedPlacement, NamesTheLastCellOfTheLargestTable) {
  const auto placement =
      Placement::partitioned(CellCount(kMaxCells), HashCount(5));  // 2^32 - 1 is 5 * 858993459
  std::array<CellIndex, kMaxHashes> cells{};
  placement->place([](unsigned) { return ~std::uint64_t{0}; }, cells.data());
  EXPECT_EQ(cells[4], kMaxCells - 1);
}

class CoupledPlacement : public testing::Test {
 protected:
  // Calls use(cells) for the cells of many random keys.
  template <class Use>
  void for_keys(const Placement& placement, std::uint64_t count, Use use) {
    const KeyHasher hasher(HashFamily::fast, random_.seed());
    for (std::uint64_t key = 0; key < count; ++key) {
      std::array<CellIndex, kMaxHashes> cells{};
      const KeyHash hash = hasher(key);
      placement.place([&](unsigned i) { return hash.word(i); }, cells.data());
      use(std::span<const CellIndex>(cells).first(placement.hashes().value));
    }
  }
  test::Random random_;
};

TEST_F(CoupledPlacement, GivesEachKeyOneCellInEachOfKNeighbouringSegments) {
  const auto placement = Placement::coupled(CellCount(200), HashCount(4), SegmentCount(20));
  for_keys(*placement, 2'000, [](std::span<const CellIndex> cells) {
    const CellIndex window = cells[0] / 10;
    ASSERT_LE(window, 16U);
    for (unsigned i = 0; i < 4; ++i) ASSERT_EQ(cells[i] / 10, window + i);
  });
}

// The window and the first cell come from one word; they must be as even as if they came from two.
TEST_F(CoupledPlacement, FirstCellsAreEvenOverWindowsAndCells) {
  const auto placement = Placement::coupled(CellCount(70), HashCount(3), SegmentCount(7));
  std::array<int, 50> seen{};  // 5 windows of 10 first cells
  constexpr int kKeys = 50'000;
  for_keys(*placement, kKeys, [&](std::span<const CellIndex> cells) { ++seen[cells[0]]; });
  double chi_square = 0;
  for (const int count : seen) chi_square += (count - 1'000.0) * (count - 1'000.0) / 1'000.0;
  EXPECT_LT(chi_square, 49 + 6 * std::sqrt(2 * 49.0));  // mean 49, variance 98: six standard errors
}

TEST_F(CoupledPlacement, WithAsManySegmentsAsHashesWouldBePartitionedAndIsRefused) {
  EXPECT_FALSE(Placement::coupled(CellCount(100), HashCount(4), SegmentCount(4)));
  EXPECT_TRUE(Placement::coupled(CellCount(100), HashCount(4), SegmentCount(5)));
  EXPECT_FALSE(Placement::coupled(CellCount(1'000'000), HashCount(4), SegmentCount(kMaxSegments + 1)));
}

TEST_F(CoupledPlacement, NamesTheLastCellOfTheLargestTable) {
  const auto placement = Placement::coupled(CellCount(kMaxCells), HashCount(3), SegmentCount(255));
  ASSERT_EQ(placement->cells(), CellCount(kMaxCells));  // 2^32 - 1 is 255 * 16843009
  std::array<CellIndex, kMaxHashes> cells{};
  placement->place([](unsigned) { return ~std::uint64_t{0}; }, cells.data());
  EXPECT_EQ(cells[2], kMaxCells - 1);
}

}  // namespace
}  // namespace peel
