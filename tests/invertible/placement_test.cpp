#include "peel/invertible/placement.hpp"

#include "peel/hashing/key_hasher.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <set>

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
  const auto placement = Placement::partitioned(CellCount(kMaxCells), HashCount(4));
  std::array<CellIndex, kMaxHashes> cells{};
  placement->place([](unsigned) { return ~std::uint64_t{0}; }, cells.data());
  EXPECT_EQ(cells[3], kMaxCells - 1);
}

}  // namespace
}  // namespace peel
