// Tables that nobody filled honestly: bounded work and an honest report, never a loop, whatever the cells
// hold.
#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

IbltShape hostile_shape(CellArithmetic arithmetic, CellChecks checks = CellChecks::keys,
                        std::size_t key_width = 8) {
  return test::value_of(IbltShape::from({.cells = CellCount(40),
                                         .hashes = HashCount(4),
                                         .key_width = ByteWidth(key_width),
                                         .arithmetic = arithmetic,
                                         .checks = checks}));
}

Iblt from_cells(const IbltShape& shape, std::uint64_t gross_total, std::vector<std::uint64_t> cells) {
  return test::value_of(
      Iblt::from_cells(shape, ItemHashing(HashFamily::fast, Seed(1)), gross_total, {}, std::move(cells)));
}

// The cells of a table with one key, as words that a test may move about.
std::vector<std::uint64_t> cells_with(const IbltShape& shape, std::uint64_t key) {
  Iblt table(shape, HashFamily::fast, Seed(1));
  EXPECT_OK(table.insert(key));
  return {table.cells().begin(), table.cells().end()};
}

std::size_t first_used_cell(const std::vector<std::uint64_t>& cells, std::size_t cell_words) {
  std::size_t at = 0;
  while (cells[at] == 0) at += cell_words;
  return at / cell_words;
}

// Peelers that trust checks alone never stop on this table: removing the planted key puts it into its own
// cells, and removing it from there puts it back where it was planted.
TEST(HostileTable, ACellPlantedWhereItsKeyDoesNotHashIsNotPure) {
  const IbltShape shape = hostile_shape(CellArithmetic::xor_sums);
  const auto honest = cells_with(shape, 42);
  const std::size_t own = first_used_cell(honest, 3);
  const std::size_t elsewhere = own == 0 ? 1 : own - 1;
  std::vector<std::uint64_t> planted(honest.size());
  std::copy_n(honest.begin() + static_cast<std::ptrdiff_t>(3 * own), 3,
              planted.begin() + static_cast<std::ptrdiff_t>(3 * elsewhere));
  const Listing listing = from_cells(shape, 1, planted).list();
  EXPECT_EQ(listing.outcome, ListingOutcome::incomplete);
  EXPECT_EQ(listing.poisoned_cells, 1U);
  EXPECT_TRUE(listing.inserted.empty());
}

// A key in one of its four cells alone. Listing it takes it out of the other three, which then hold it
// deleted; listing that puts it back: no end, were it not that an honest table allows no more removals than
// it has cells.
void expect_circle_to_end_as_malformed(CellArithmetic arithmetic) {
  const IbltShape shape = hostile_shape(arithmetic);
  std::vector<std::uint64_t> planted = cells_with(shape, 42);
  const std::size_t own = first_used_cell(planted, shape.cell_words());
  std::fill(planted.begin() + static_cast<std::ptrdiff_t>((own + 1) * shape.cell_words()), planted.end(), 0);
  const Listing listing = from_cells(shape, 1, planted).list();
  EXPECT_EQ(listing.outcome, ListingOutcome::malformed);
  EXPECT_LE(listing.inserted.size() + listing.deleted.size(), shape.cells().value);
}

TEST(HostileTable, PeelingXorCellsInCirclesEndsAsMalformed) {
  expect_circle_to_end_as_malformed(CellArithmetic::xor_sums);
}
TEST(HostileTable, PeelingWrappingCellsInCirclesEndsAsMalformed) {
  expect_circle_to_end_as_malformed(CellArithmetic::wrapping_sums);
}
TEST(HostileTable, PeelingPrimeFieldCellsInCirclesEndsAsMalformed) {
  expect_circle_to_end_as_malformed(CellArithmetic::prime_field);
}

TEST(HostileTable, RandomWordsEndInAReportForEveryKindOfCell) {
  test::Random random;
  for (const auto arithmetic :
       {CellArithmetic::xor_sums, CellArithmetic::wrapping_sums, CellArithmetic::prime_field}) {
    for (const auto checks : {CellChecks::none, CellChecks::keys}) {
      const IbltShape shape = hostile_shape(arithmetic, checks);
      for (int trial = 0; trial < 200; ++trial) {
        std::vector<std::uint64_t> cells(shape.cells().value * shape.cell_words());
        for (std::uint64_t& word : cells) word = random.next() >> 4;
        // Counts that tempt: mostly 1, -1, 0, 2.
        for (std::size_t at = 0; at < cells.size(); at += shape.cell_words()) cells[at] = random.below(4) - 1;
        const Listing listing = from_cells(shape, kMaxGrossTotal, cells).list();
        ASSERT_LE(listing.inserted.size() + listing.deleted.size(), shape.cells().value);
      }
    }
  }
}

TEST(HostileTable, HugeCountsOfEitherSignAreCountedAndNotDividedBy) {
  const IbltShape shape = hostile_shape(CellArithmetic::prime_field);
  test::Random random;
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<std::uint64_t> cells(shape.cells().value * shape.cell_words());
    for (std::size_t at = 0; at < cells.size(); at += shape.cell_words()) {
      const std::uint64_t count = kMaxGrossTotal - random.below(2);
      cells[at] = random.below(2) == 0 ? count : ~count + 1;
      cells[at + 1] = random.below(3);
    }
    Iblt table = from_cells(shape, kMaxGrossTotal, cells);
    (void)table.consume();
    // What is left may count beyond the total; asking it must be as safe.
    for (std::uint64_t key = 0; key < 50; ++key) ASSERT_TRUE(table.get(key));
    (void)table.consume();
  }
}

TEST(FromCells, RefusesWhatNoTableOfTheShapeCanHold) {
  const ItemHashing hashing(HashFamily::fast, Seed(1));
  const IbltShape xor_shape = hostile_shape(CellArithmetic::xor_sums, CellChecks::keys, 3);
  const IbltShape field = hostile_shape(CellArithmetic::prime_field);
  const std::size_t words = 40 * 3;

  std::vector<std::uint64_t> short_by_one(words - 1);
  EXPECT_FALSE(Iblt::from_cells(xor_shape, hashing, 1, {}, short_by_one));
  std::vector<std::uint64_t> wide_key(words);
  wide_key[1] = std::uint64_t{1} << 24;
  EXPECT_FALSE(Iblt::from_cells(xor_shape, hashing, 1, {}, wide_key));
  std::vector<std::uint64_t> many(words);
  many[0] = 2;
  EXPECT_FALSE(Iblt::from_cells(xor_shape, hashing, 1, {}, many));
  EXPECT_TRUE(Iblt::from_cells(xor_shape, hashing, 2, {}, many));
  EXPECT_FALSE(Iblt::from_cells(xor_shape, hashing, kMaxGrossTotal + 1, {}, many));
  LostSubTables lost;
  EXPECT_TRUE(lost.add(SubTable(0), xor_shape.placement()));
  EXPECT_FALSE(Iblt::from_cells(xor_shape, hashing, 2, lost, many));  // the cell is in the lost sub-table
  LostSubTables of_another_table;
  EXPECT_TRUE(
      of_another_table.add(SubTable(9), *Placement::coupled(CellCount(40), HashCount(4), SegmentCount(10))));
  EXPECT_FALSE(Iblt::from_cells(xor_shape, hashing, 2, of_another_table, many));
  std::vector<std::uint64_t> not_reduced(40 * 4);
  not_reduced[1] = (std::uint64_t{1} << 61) - 1;
  EXPECT_FALSE(Iblt::from_cells(field, hashing, 1, {}, not_reduced));
}

}  // namespace
}  // namespace peel
