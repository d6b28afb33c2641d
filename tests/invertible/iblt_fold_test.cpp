// A folded table is the table that the same pairs would have made in fewer cells: word for word.
#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

struct FoldCase {
  const char* name;
  CellArithmetic arithmetic;
  std::uint64_t segments;  // 0: partitioned
  std::uint64_t sub_cells;
  std::uint64_t factor;
};

void PrintTo(const FoldCase& fold, std::ostream* out) {
  *out << fold.name;
}

class Folding : public testing::TestWithParam<FoldCase> {
 protected:
  IbltShape shape(std::uint64_t sub_cells) const {
    const std::uint64_t sub_tables = GetParam().segments == 0 ? 3 : GetParam().segments;
    return test::value_of(IbltShape::from({.cells = CellCount(sub_tables * sub_cells),
                                           .hashes = HashCount(3),
                                           .segments = SegmentCount(GetParam().segments),
                                           .key_width = ByteWidth(9),
                                           .value_width = ByteWidth(5),
                                           .arithmetic = GetParam().arithmetic,
                                           .check_bits = BitWidth(20)}));
  }
  IbltShape large() const { return shape(GetParam().sub_cells); }
  IbltShape small() const { return shape(GetParam().sub_cells / GetParam().factor); }

  // More pairs than either table could list, some of them deleted, some of those extraneously.
  static void fill(Iblt& table, const test::Pairs& pairs) {
    EXPECT_OK(table.insert(pairs.packed(0, 700)));
    EXPECT_OK(table.erase(pairs.packed(600, 400)));
  }

  static void expect_equal(const Iblt& folded, const Iblt& direct) {
    EXPECT_EQ(folded.shape(), direct.shape());
    EXPECT_TRUE(folded.hashing() == direct.hashing());
    EXPECT_EQ(folded.gross_total(), direct.gross_total());
    EXPECT_EQ(folded.lost_sub_tables(), direct.lost_sub_tables());
    EXPECT_TRUE(std::ranges::equal(folded.cells(), direct.cells()));
  }

  test::Random random_;
  const Seed seed_ = random_.seed();
  const test::Pairs pairs_ = test::random_pairs(random_, 1'000, large());
};

TEST_P(Folding, MakesTheTableThatTheSamePairsMakeInFewerCells) {
  Iblt table(large(), HashFamily::fast, seed_), direct(small(), HashFamily::fast, seed_);
  fill(table, pairs_);
  fill(direct, pairs_);
  expect_equal(test::value_of(table.folded(small().cells())), direct);
}

TEST_P(Folding, KeepsLostSubTables) {
  Iblt table(large(), HashFamily::fast, seed_), direct(small(), HashFamily::fast, seed_);
  for (Iblt* each : {&table, &direct}) {
    EXPECT_OK(each->declare_lost(SubTable(2)));
    fill(*each, pairs_);
    EXPECT_OK(each->declare_lost(SubTable(0)));
  }
  expect_equal(test::value_of(table.folded(small().cells())), direct);
}

TEST_P(Folding, OfADifferenceListsWhatTheSmallTableWouldList) {
  const auto difference = [&](const IbltShape& shape) {
    Iblt left(shape, HashFamily::siphash, seed_), right(shape, HashFamily::siphash, seed_);
    EXPECT_OK(left.insert(pairs_.packed(0, 998)));
    EXPECT_OK(right.insert(pairs_.packed(2, 998)));
    EXPECT_OK(left.subtract(right));
    return left;
  };
  const Listing folded = test::value_of(difference(large()).folded(small().cells())).list();
  const Listing direct = difference(small()).list();
  EXPECT_EQ(folded.outcome, direct.outcome);
  EXPECT_EQ(test::counts_of(folded), test::counts_of(direct));
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Folding,
    testing::Values(FoldCase{"xor_partitioned", CellArithmetic::xor_sums, 0, 64, 2},
                    FoldCase{"xor_coupled", CellArithmetic::xor_sums, 11, 60, 6},
                    FoldCase{"wrapping_partitioned", CellArithmetic::wrapping_sums, 0, 77, 7},
                    FoldCase{"wrapping_coupled", CellArithmetic::wrapping_sums, 4, 96, 3},
                    FoldCase{"field_partitioned", CellArithmetic::prime_field, 0, 105, 5},
                    FoldCase{"field_coupled", CellArithmetic::prime_field, 20, 30, 2},
                    FoldCase{"by_one", CellArithmetic::prime_field, 5, 12, 1}),
    [](const auto& fold) { return std::string(fold.param.name); });

TEST(IbltFolding, ToOneCellForEachSubTableHoldsEverything) {
  Iblt table(test::value_of(IbltShape::from({.cells = CellCount(4'000)})), HashFamily::fast, Seed(1));
  EXPECT_OK(table.insert(test::Random(1).distinct_keys(100)));
  const Iblt folded = test::value_of(table.folded(CellCount(4)));
  EXPECT_EQ(folded.cells()[0], 100U);
}

TEST(IbltFolding, RefusesCellsThatTheTableDoesNotFoldTo) {
  // 4 sub-tables of 30.
  const Iblt table(test::value_of(IbltShape::from({.cells = CellCount(120)})), HashFamily::fast, Seed(1));
  for (const std::uint64_t cells : {0UL, 1UL, 2UL, 7UL, 15UL, 16UL, 30UL, 80UL, 240UL, ~0UL}) {
    const auto folded = table.folded(CellCount(cells));
    ASSERT_FALSE(folded) << cells;
    EXPECT_EQ(folded.error().code(), ErrorCode::invalid_argument);
    EXPECT_EQ(folded.error().sentence(),
              "120 cells cannot be folded to " + std::to_string(cells) +
                  ": accepted is 120 divided by a number that divides the 30 cells of each sub-table");
  }
  EXPECT_OK(table.folded(CellCount(40)));
}

TEST(IbltFolding, RefusesCountsThatNoInsertionsLeaveBehind) {
  const IbltShape shape = test::value_of(IbltShape::from(
      {.cells = CellCount(4), .hashes = HashCount(2), .arithmetic = CellArithmetic::prime_field}));
  std::vector<std::uint64_t> cells(4 * shape.cell_words());
  cells[0] = cells[shape.cell_words()] = kMaxGrossTotal;  // twice in one sub-table
  const auto table =
      Iblt::from_cells(shape, ItemHashing(HashFamily::fast, Seed(1)), kMaxGrossTotal, {}, cells);
  ASSERT_TRUE(table);
  const auto folded = table->folded(CellCount(2));
  ASSERT_FALSE(folded);
  EXPECT_EQ(folded.error().code(), ErrorCode::malformed);
}

}  // namespace
}  // namespace peel
