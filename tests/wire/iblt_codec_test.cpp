// Round trips: what is encoded decodes to the same table, for every kind of cell.
#include "peel/wire/iblt_codec.hpp"

#include "support/pairs.hpp"
#include "support/random.hpp"
#include "wire/wire_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <tuple>

namespace peel::test {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

struct Widths {
  std::uint64_t key, value;
};

void expect_round_trip(const Iblt& table, const Bytes& bytes) {
  const auto decoded = wire::decode_iblt(bytes);
  ASSERT_TRUE(decoded) << decoded.error().sentence();
  EXPECT_EQ(decoded->shape(), table.shape());
  EXPECT_EQ(decoded->hashing(), table.hashing());
  EXPECT_EQ(decoded->gross_total(), table.gross_total());
  EXPECT_EQ(decoded->lost_sub_tables(), table.lost_sub_tables());
  EXPECT_THAT(decoded->cells(), ElementsAreArray(table.cells()));
  EXPECT_EQ(encoded_again(*decoded, bytes), bytes);
}

void expect_round_trip(const Iblt& table) {
  expect_round_trip(table, encoded_plain(table));
  expect_round_trip(table, encoded(table));
}

class IbltCodecRoundTrip
    : public testing::TestWithParam<std::tuple<CellArithmetic, CellChecks, Widths, std::uint64_t>> {};

TEST_P(IbltCodecRoundTrip, GivesTheSameTable) {
  const auto [arithmetic, checks, widths, check_bits] = GetParam();
  Random random;
  Iblt table(shape_of({.cells = CellCount(20),
                       .hashes = HashCount(4),
                       .key_width = ByteWidth(widths.key),
                       .value_width = ByteWidth(widths.value),
                       .arithmetic = arithmetic,
                       .checks = checks,
                       .check_bits = BitWidth(check_bits)}),
             HashFamily::fast, random.seed());
  // Far more than can be listed, so that sums wrap and cells fill.
  const std::size_t pairs = 50;
  const Bytes keys = random_bytes(random, pairs * widths.key);
  const Bytes values = random_bytes(random, pairs * widths.value);
  ASSERT_TRUE(table.insert({keys, values}));
  expect_round_trip(table);
}

INSTANTIATE_TEST_SUITE_P(
    EveryCell, IbltCodecRoundTrip,
    testing::Combine(testing::Values(CellArithmetic::xor_sums, CellArithmetic::wrapping_sums,
                                     CellArithmetic::prime_field),
                     testing::Values(CellChecks::none, CellChecks::keys, CellChecks::keys_and_values),
                     testing::Values(Widths{1, 0}, Widths{3, 2}, Widths{7, 14}, Widths{8, 0}, Widths{8, 8},
                                     Widths{16, 4}, Widths{64, 64}),
                     testing::Values(8, 13, 24, 64)));

TEST(IbltCodec, KeepsTheHashFamily) {
  expect_round_trip(Iblt(small_table().shape(), HashFamily::siphash, Seed(1, 2)));
}

TEST(IbltCodec, KeepsCoupledSegments) {
  Random random;
  Iblt table(shape_of({.cells = CellCount(40), .hashes = HashCount(3), .segments = SegmentCount(10)}),
             HashFamily::fast, random.seed());
  const Bytes keys = random_bytes(random, 20 * 8);
  ASSERT_TRUE(table.insert(PackedPairs{keys}));
  expect_round_trip(table);
  ASSERT_TRUE(table.declare_lost(SubTable(9)));
  ASSERT_TRUE(table.declare_lost(SubTable(4)));
  expect_round_trip(table);
}

TEST(IbltCodec, KeepsExtraneousDeletions) {
  Iblt table = small_table();
  ASSERT_TRUE(table.erase(as_bytes("lime")));
  ASSERT_TRUE(table.erase(as_bytes("pear")));
  expect_round_trip(table);
}

TEST(IbltCodec, KeepsMultiplicitiesUpToTheGrossTotal) {
  Iblt table(shape_of({.cells = CellCount(8), .arithmetic = CellArithmetic::prime_field}), HashFamily::fast,
             Seed(1));
  ASSERT_TRUE(table.add({as_bytes("8 bytes.")}, static_cast<std::int64_t>(kMaxGrossTotal) - 3));
  ASSERT_TRUE(table.add({as_bytes("eight b.")}, -3));
  expect_round_trip(table);
}

TEST(IbltCodec, KeepsALostSubTableLost) {
  Iblt table = small_table();
  ASSERT_TRUE(table.declare_lost(SubTable(1)));
  expect_round_trip(table);
}

TEST(IbltCodec, KeepsAnEmptyTableEmpty) {
  expect_round_trip(
      Iblt(shape_of({.cells = CellCount(4), .hashes = HashCount(2)}), HashFamily::fast, Seed()));
}

TEST(IbltCodec, ContinuesATableWhereItStopped) {
  auto decoded = wire::decode_iblt(encoded(small_table()));
  ASSERT_TRUE(decoded) << decoded.error().sentence();
  for (const std::string_view key : {"fig.", "kiwi", "plum"}) ASSERT_TRUE(decoded->erase(as_bytes(key)));
  EXPECT_TRUE(decoded->empty());
}

class Constant final : public InjectedHash {
 public:
  std::uint64_t choice(ByteView, unsigned) const override { return 0; }
  std::uint64_t check(ByteView) const override { return 0; }
};

TEST(IbltCodec, RefusesToEncodeHashFunctionsThatHaveNoName) {
  const Iblt table(small_table().shape(), ItemHashing(std::make_shared<Constant>()));
  const auto bytes = wire::encode(table);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code(), ErrorCode::unsupported);
  EXPECT_THAT(bytes.error().sentence(), HasSubstr("injected hash functions"));
}

}  // namespace
}  // namespace peel::test
