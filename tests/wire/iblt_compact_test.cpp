// The compact form: when it is chosen, that its choices follow the rules, and that nothing else is accepted.
#include "peel/wire/iblt_codec.hpp"

#include "support/random.hpp"
#include "wire/compact_forger.hpp"
#include "wire/iblt_plain.hpp"
#include "wire/iblt_refusal.hpp"
#include "wire/wire_support.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace peel::test {
namespace {

using testing::HasSubstr;
using wire::IbltForm;

Iblt table_of_keys(std::uint64_t keys, std::uint64_t cells) {
  Random random(1);
  Iblt table(shape_of({.cells = CellCount(cells), .hashes = HashCount(3), .check_bits = BitWidth(24)}),
             HashFamily::fast, random.seed());
  for (std::uint64_t i = 0; i < keys; ++i) {
    if (const auto ok = table.insert(random.next()); !ok) throw std::runtime_error(ok.error().sentence());
  }
  return table;
}

Iblt sparse_table() {
  return table_of_keys(2, 60);
}

Iblt full_table() {
  return table_of_keys(1000, 60);
}

// A table of wrapping sums without checks in two cells, which count 2^power and -2^power.
Iblt table_far_apart(unsigned power) {
  const std::uint64_t count = std::uint64_t{1} << power;
  auto table = Iblt::from_cells(shape_of({.cells = CellCount(2),
                                          .hashes = HashCount(2),
                                          .arithmetic = CellArithmetic::wrapping_sums,
                                          .checks = CellChecks::none}),
                                ItemHashing(HashFamily::fast, Seed(1)), count, {},
                                {count, 5, std::uint64_t{0} - count, 6});
  if (!table) throw std::runtime_error(table.error().sentence());
  return *std::move(table);
}

std::uint64_t compact_bytes(const Iblt& table) {
  return wire::compact_cell_bytes(wire::plan_compact(wire::fields_of(table.shape()), table.cells()));
}

TEST(IbltCompact, IsChosenWhereItIsSmaller) {
  for (const Iblt& table : {small_table(), sparse_table(), full_table(), table_far_apart(47)}) {
    const Bytes bytes = encoded(table);
    EXPECT_EQ(form_of(bytes), IbltForm::compact);
    EXPECT_LT(bytes.size(), encoded_plain(table).size());
  }
}

TEST(IbltCompact, GivesWayToThePlainFormWhereThatIsAsSmall) {
  const Iblt table = table_far_apart(51);
  ASSERT_EQ(compact_bytes(table), wire::plain_cell_bytes(table.shape()));
  EXPECT_EQ(encoded(table), encoded_plain(table));
}

TEST(IbltCompact, GivesWayToThePlainFormWhereThatIsSmaller) {
  const Iblt table = table_far_apart(60);
  ASSERT_GT(compact_bytes(table), wire::plain_cell_bytes(table.shape()));
  EXPECT_EQ(encoded(table), encoded_plain(table));
}

TEST(IbltCompact, IsWrittenBitForBitAsDocumented) {
  for (const Iblt& table : {small_table(), sparse_table(), full_table()}) {
    EXPECT_EQ(hex(encoded(table)), hex(CompactForger(table).encoded()));
  }
}

TEST(IbltCompact, LeavesEmptyCellsOutOnlyWhereThatSavesBits) {
  EXPECT_TRUE(CompactForger(sparse_table()).plan.elides_empty_cells);
  EXPECT_FALSE(CompactForger(full_table()).plan.elides_empty_cells);
}

// Of 20 cells with one byte each, every empty one costs 8 bits and a count that is 1 off the mean, 10 bits in
// all: leaving out two of them saves what the flags cost.
TEST(IbltCompact, WritesEmptyCellsWhereTheirFlagsWouldCostAsMuch) {
  const auto elides_with = [](std::size_t empty) {
    const IbltShape shape = shape_of({.cells = CellCount(20),
                                      .hashes = HashCount(2),
                                      .key_width = ByteWidth(1),
                                      .checks = CellChecks::none});
    std::vector<std::uint64_t> cells(40, 1);
    std::fill_n(cells.begin(), 2 * empty, 0);
    return wire::plan_compact(wire::fields_of(shape), cells).elides_empty_cells;
  };
  EXPECT_FALSE(elides_with(2));
  EXPECT_TRUE(elides_with(3));
}

TEST(IbltCompact, TakesTheMeanOfCountsAsTheirBase) {
  // 1000 keys in three cells each of 60; and of the cells in use where the others are left out.
  EXPECT_EQ(CompactForger(full_table()).plan.base, 50);
  EXPECT_EQ(CompactForger(sparse_table()).plan.base, 1);
}

TEST(IbltCompact, RoundsAMeanOfHalvesUpwardsOnBothSidesOfZero) {
  const auto base_of = [](std::int64_t a, std::int64_t b) {
    const IbltShape shape =
        shape_of({.cells = CellCount(2), .hashes = HashCount(2), .checks = CellChecks::none});
    const std::vector<std::uint64_t> cells = {static_cast<std::uint64_t>(a), 1, static_cast<std::uint64_t>(b),
                                              1};
    return wire::plan_compact(wire::fields_of(shape), cells).base;
  };
  EXPECT_EQ(base_of(2, 3), 3);
  EXPECT_EQ(base_of(-2, -3), -2);
  EXPECT_EQ(base_of(-3, -3), -3);
  EXPECT_EQ(base_of(0, -1), 0);
}

TEST(IbltCompact, IsRefusedWithEmptyCellsThatShouldBeLeftOut) {
  const Iblt table = sparse_table();
  CompactForger forger(table);
  forger.plan.elides_empty_cells = false;
  EXPECT_THAT(iblt_refusal(forger.encoded()), HasSubstr("leaving them out saves bits"));
}

TEST(IbltCompact, IsRefusedWithEmptyCellsLeftOutWhereThatSavesNothing) {
  const Iblt table = full_table();
  CompactForger forger(table);
  forger.plan.elides_empty_cells = true;
  EXPECT_THAT(iblt_refusal(forger.encoded()), HasSubstr("where that saves nothing"));
}

TEST(IbltCompact, IsRefusedWithAnEmptyCellThatIsCalledInUse) {
  const Iblt table = sparse_table();
  CompactForger forger(table);
  forger.flags_empty_cells_as_in_use = true;
  EXPECT_THAT(iblt_refusal(forger.encoded()), HasSubstr("is empty but not left out"));
}

TEST(IbltCompact, IsRefusedWithAnotherBase) {
  const Iblt table = full_table();
  CompactForger forger(table);
  forger.plan.base -= 1;
  EXPECT_THAT(iblt_refusal(forger.encoded()), HasSubstr("based on 49; accepted is their mean, 50"));
}

TEST(IbltCompact, IsRefusedWithAnotherParameter) {
  const Iblt table = full_table();
  CompactForger forger(table);
  forger.plan.parameter += 1;
  EXPECT_THAT(iblt_refusal(forger.encoded()), HasSubstr("the one that gives the fewest bits"));
}

TEST(IbltCompact, IsRefusedWithAParameterOutOfRange) {
  const Bytes bytes = encoded(full_table());
  EXPECT_THAT(iblt_refusal(forged(bytes, kCellsAt + 1, 61, 1)), HasSubstr("a Rice parameter of 61"));
}

TEST(IbltCompact, IsRefusedWithEscapesThatAreNotNeeded) {
  const Iblt table = sparse_table();
  CompactForger forger(table);
  forger.escapes_all_counts = true;
  EXPECT_THAT(iblt_refusal(forger.encoded()), HasSubstr("in a longer code than it needs"));
}

TEST(IbltCompact, IsRefusedWithABaseInALongerCodeThanItNeeds) {
  Bytes bytes = encoded(full_table());
  bytes[kCellsAt] |= std::byte{0x80};  // 100, the zigzag of 50, in two bytes
  bytes.insert(bytes.begin() + kCellsAt + 1, std::byte{0});
  EXPECT_THAT(iblt_refusal(with_right_length(bytes)), HasSubstr("LEB128"));
}

TEST(IbltCompact, IsRefusedWithAByteBehindTheLastCell) {
  const Iblt table = full_table();
  CompactForger forger(table);
  forger.extra_bytes = 1;
  EXPECT_THAT(iblt_refusal(forger.encoded()), HasSubstr("1 bytes follow the last cell"));
}

TEST(IbltCompact, IsRefusedWithPaddingThatIsNotZero) {
  const Iblt table = small_table();
  ASSERT_NE(CompactForger(table).plan.stream_bits % 8, 0U);
  Bytes bytes = encoded(table);
  bytes.back() |= std::byte{0x80};
  EXPECT_THAT(iblt_refusal(with_right_length(bytes)), HasSubstr("padding"));
}

TEST(IbltCompact, IsRefusedIfItIsNotSmallerThanThePlainForm) {
  Bytes bytes = encoded_plain(small_table());
  bytes[kShapeAt + 17] = std::byte{2};
  EXPECT_THAT(iblt_refusal(with_right_length(bytes)), HasSubstr("fewer than the 144 of the plain form"));
}

TEST(IbltCompact, IsRefusedWhenCutAtAnyLength) {
  for (const Bytes& bytes : {encoded(sparse_table()), encoded(full_table())}) {
    for (std::size_t length = kPayloadAt; length < bytes.size(); ++length) {
      Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
      EXPECT_NE(iblt_refusal(with_right_length(std::move(cut))), "accepted") << "at length " << length;
    }
  }
}

// 3 * 2^30 cells would take 72 GiB. Their flags alone would have 384 MiB.
TEST(IbltCompact, IsRefusedBeforeMemoryIsTakenForCellsThatAreNotThere) {
  const std::uint64_t cells = 3 * (std::uint64_t{1} << 30);
  EXPECT_THAT(iblt_refusal(forged(encoded(sparse_table()), kShapeAt + 8, cells)),
              HasSubstr("3221225472 cells need at least as many bits"));
  EXPECT_THAT(iblt_refusal(forged(encoded(full_table()), kShapeAt + 8, cells)),
              HasSubstr("3221225472 cells need at least 286689067008 bits"));
}

// A forger can make a right checksum. What then still decodes says exactly what the bytes say.
TEST(IbltCompact, ReencodesToTheSameBytesIfAForgedByteIsAcceptedAtAll) {
  std::size_t accepted = 0;
  for (const Bytes& bytes : {encoded(small_table()), encoded(sparse_table())}) {
    for (std::size_t at = kShapeAt; at < bytes.size(); ++at) {
      for (unsigned change = 1; change < 256; ++change) {
        const Bytes damaged = forged(bytes, at, std::to_integer<std::uint64_t>(bytes[at]) ^ change, 1);
        const auto decoded = wire::decode_iblt(damaged);
        if (!decoded) continue;
        ++accepted;
        EXPECT_EQ(encoded_again(*decoded, damaged), damaged) << "byte " << at << " xor " << change;
      }
    }
  }
  EXPECT_GT(accepted, 0U);  // key sums, for instance, may be anything
}

// The bytes of a table of random keys of 8 bytes, with checks of 24 bits.
std::size_t bytes_for(std::size_t count, IbltSpec spec) {
  Random random;
  spec.check_bits = BitWidth(24);
  Iblt table(shape_of(spec), HashFamily::fast, random.seed());
  std::vector<std::uint64_t> keys(count);
  for (std::uint64_t& key : keys) key = random.next();
  EXPECT_TRUE(table.insert(keys));
  return encoded(table).size();
}

// docs/theory/compact-tables.md: 12.7 bytes were measured.
TEST(IbltCompact, TakesLessThanFourteenBytesForEachOf100000Keys) {
  EXPECT_LT(
      bytes_for(100'000, {.cells = CellCount(115'000), .hashes = HashCount(4), .segments = SegmentCount(60)}),
      1'400'000U);
}

// For a thousand keys the document has 13,521 bytes on average for one failure in 100, and 15,139 for one in
// 10,000. What varies is the number of empty cells, k s e^-c (1 - (1 + c) e^-c) in the square for k
// sub-tables of s cells and c = 1000/s: 9.3 and 7.8 cells of at most 12 bytes. Here are five standard errors.
TEST(IbltCompact, TakesFourteenBytesAKeyFor1000KeysAndOneFailureIn100) {
  EXPECT_LT(bytes_for(1'000, {.cells = CellCount(1'296), .hashes = HashCount(3)}), 13'521U + 5 * 112U);
}

TEST(IbltCompact, TakesFifteenBytesAKeyFor1000KeysAndOneFailureIn10000) {
  EXPECT_LT(bytes_for(1'000, {.cells = CellCount(1'384), .hashes = HashCount(4)}), 15'139U + 5 * 94U);
}

}  // namespace
}  // namespace peel::test
