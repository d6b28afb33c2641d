// Well-formed frames around contents that no sequence of insertions and deletions leaves behind.
#include "peel/wire/iblt_codec.hpp"

#include "wire/wire_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace peel::test {
namespace {

constexpr std::uint64_t kModulus = (std::uint64_t{1} << 61) - 1;

bool is_refused(const Bytes& bytes) {
  const auto decoded = wire::decode_iblt(bytes);
  if (decoded) return false;
  EXPECT_EQ(decoded.error().code(), ErrorCode::malformed) << decoded.error().sentence();
  EXPECT_NE(decoded.error().sentence(), "");
  return true;
}

// An empty table of one word per count, key, value and check; the gross total allows anything.
Bytes blank(CellArithmetic arithmetic) {
  const Iblt table(shape_of({.cells = CellCount(4),
                             .hashes = HashCount(2),
                             .key_width = ByteWidth(3),
                             .value_width = ByteWidth(2),
                             .arithmetic = arithmetic}),
                   HashFamily::fast, Seed(7));
  return forged(encoded_plain(table), kPayloadAt, 1000);
}

// Words of the first cell: count, key, value, key check, value check.
Bytes with_word(CellArithmetic arithmetic, std::size_t word, std::uint64_t value) {
  return forged(blank(arithmetic), kCellsAt + 8 * word, value);
}

TEST(IbltCodecCanonical, AcceptsSumsThatFillTheirBytes) {
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::xor_sums, 1, 0xFFFFFF)));
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::xor_sums, 2, 0xFFFF)));
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::wrapping_sums, 1, ~std::uint64_t{0})));
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::prime_field, 1, kModulus - 1)));
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::prime_field, 2, kModulus - 1)));
}

TEST(IbltCodecCanonical, AcceptsAnyCheck) {
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::xor_sums, 3, ~std::uint64_t{0})));
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::prime_field, 4, ~std::uint64_t{0})));
}

TEST(IbltCodecCanonical, RefusesXorSumsWithBitsBeyondTheWidthOfAKey) {
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::xor_sums, 1, 0x1000000)));
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::xor_sums, 1, std::uint64_t{1} << 63)));
}

TEST(IbltCodecCanonical, RefusesXorSumsWithBitsBeyondTheWidthOfAValue) {
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::xor_sums, 2, 0x10000)));
}

TEST(IbltCodecCanonical, RefusesFieldElementsThatAreNotReduced) {
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::prime_field, 1, kModulus)));
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::prime_field, 2, kModulus)));
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::prime_field, 1, ~std::uint64_t{0})));
}

TEST(IbltCodecCanonical, RefusesACountBeyondTheGrossTotal) {
  const auto negative = [](std::uint64_t count) { return std::uint64_t{0} - count; };
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::prime_field, 0, 1000)));
  EXPECT_FALSE(is_refused(with_word(CellArithmetic::prime_field, 0, negative(1000))));
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::prime_field, 0, 1001)));
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::prime_field, 0, negative(1001))));
  EXPECT_TRUE(is_refused(with_word(CellArithmetic::prime_field, 0, std::uint64_t{1} << 63)));
}

TEST(IbltCodecCanonical, RefusesAGrossTotalBeyondItsLimit) {
  EXPECT_FALSE(is_refused(forged(blank(CellArithmetic::xor_sums), kPayloadAt, kMaxGrossTotal)));
  EXPECT_TRUE(is_refused(forged(blank(CellArithmetic::xor_sums), kPayloadAt, kMaxGrossTotal + 1)));
  EXPECT_TRUE(is_refused(forged(blank(CellArithmetic::xor_sums), kPayloadAt, ~std::uint64_t{0})));
}

TEST(IbltCodecCanonical, RefusesChecksWithBitsBeyondTheirWidth) {
  const Iblt table(shape_of({.cells = CellCount(4), .hashes = HashCount(2), .check_bits = BitWidth(12)}),
                   HashFamily::fast, Seed(7));
  const Bytes bytes = encoded_plain(table);
  EXPECT_FALSE(is_refused(forged(bytes, kCellsAt + 16, 0x0FFF, 2)));
  EXPECT_TRUE(is_refused(forged(bytes, kCellsAt + 16, 0x1FFF, 2)));
}

// Puts a list of lost sub-tables in the place of an empty one.
Bytes with_lost(const Bytes& bytes, const std::vector<std::uint32_t>& lost) {
  Bytes list(4 * lost.size());
  for (std::size_t i = 0; i < lost.size(); ++i) store_le(&list[4 * i], lost[i], 4);
  Bytes longer = bytes;
  longer.insert(longer.begin() + kCellsAt, list.begin(), list.end());
  store_le(&longer[kLostAt], lost.size());
  return with_right_length(std::move(longer));
}

TEST(IbltCodecCanonical, RefusesALostSubTableWithContents) {
  // Words of the first cell lie in sub-table 0.
  const Bytes filled = with_word(CellArithmetic::xor_sums, 4, 1);
  EXPECT_FALSE(is_refused(with_lost(filled, {1})));
  EXPECT_TRUE(is_refused(with_lost(filled, {0})));
}

TEST(IbltCodecCanonical, RefusesALostSubTableThatDoesNotExist) {
  EXPECT_TRUE(is_refused(with_lost(blank(CellArithmetic::xor_sums), {2})));
  EXPECT_TRUE(is_refused(with_lost(blank(CellArithmetic::xor_sums), {0xFFFF'FFFF})));
}

TEST(IbltCodecCanonical, RefusesATableThatHasLostAllItsSubTables) {
  EXPECT_TRUE(is_refused(with_lost(blank(CellArithmetic::xor_sums), {0, 1})));
}

Bytes blank_coupled() {
  return encoded_plain(
      Iblt(shape_of({.cells = CellCount(12), .hashes = HashCount(3), .segments = SegmentCount(6)}),
           HashFamily::fast, Seed(7)));
}

TEST(IbltCodecCanonical, AcceptsLostSegmentsThatLeaveEveryWindowACell) {
  EXPECT_FALSE(is_refused(with_lost(blank_coupled(), {0, 1, 3, 4})));
}

TEST(IbltCodecCanonical, RefusesLostSegmentsThatFillAWindow) {
  EXPECT_TRUE(is_refused(with_lost(blank_coupled(), {1, 2, 3})));
}

TEST(IbltCodecCanonical, RefusesLostSegmentsOutOfOrderOrTwice) {
  EXPECT_TRUE(is_refused(with_lost(blank_coupled(), {3, 1})));
  EXPECT_TRUE(is_refused(with_lost(blank_coupled(), {3, 3})));
}

}  // namespace
}  // namespace peel::test
