// Predicted sizes of messages against messages.
#include "peel/wire/iblt_size.hpp"

#include "peel/core/bytes.hpp"
#include "peel/invertible/planned_shape.hpp"
#include "peel/wire/iblt_codec.hpp"

#include "support/random.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace peel::wire {
namespace {

struct Filling {
  IbltNeeds needs;
  std::uint64_t inserted;
};
class ExpectedBytes : public testing::TestWithParam<Filling> {};

IbltNeeds needs(std::uint64_t items, CellArithmetic arithmetic = CellArithmetic::xor_sums) {
  return {.items = ItemCount(items), .incomplete = *Rate::from(1e-2), .arithmetic = arithmetic};
}

INSTANTIATE_TEST_SUITE_P(Messages, ExpectedBytes,
                         testing::Values(Filling{needs(100), 100}, Filling{needs(1'000), 1'000},
                                         Filling{needs(1'000), 50'000}, Filling{needs(1'000), 10},
                                         Filling{needs(20'000), 20'000}, Filling{needs(20'000), 300'000},
                                         Filling{needs(1'000, CellArithmetic::prime_field), 1'000},
                                         Filling{needs(1'000, CellArithmetic::wrapping_sums), 0}));

// Few keys of an irregular table differ in their number of cells by a sixth or so, and a hundred tables of
// them on average by a hundredth or two.
TEST_P(ExpectedBytes, AreRightToAFewHundredths) {
  const auto& [wanted, inserted] = GetParam();
  const IbltShape shape = *planned_shape(wanted);
  test::Random random;
  const int tables = inserted < 100 ? 100 : 1;
  double seen = 0;
  for (int i = 0; i < tables; ++i) {
    Iblt table(shape, HashFamily::fast, random.seed());
    const std::vector<std::uint64_t> keys = random.distinct_keys(inserted);
    ASSERT_TRUE(table.insert(keys));
    seen += static_cast<double>(encode(table)->size()) / tables;
  }
  EXPECT_NEAR(static_cast<double>(expected_bytes(shape, ItemCount(inserted))) / seen, 1, 0.05);
}

// All keys of two bytes, about 200 in a cell: of the message, a quarter or more is counts.
class ExpectedBytesOfCounts : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Segments, ExpectedBytesOfCounts, testing::Values(0, 10, 40));

TEST_P(ExpectedBytesOfCounts, AreRightToAFewHundredths) {
  constexpr std::size_t kKeys = 1U << 16;
  const IbltShape shape = *IbltShape::from({.cells = CellCount(1'200),
                                            .segments = SegmentCount(GetParam()),
                                            .key_width = ByteWidth(2),
                                            .checks = CellChecks::none});
  test::Random random;
  Iblt table(shape, HashFamily::fast, random.seed());
  Bytes keys(2 * kKeys);
  for (std::size_t key = 0; key < kKeys; ++key) store_le(keys.data() + 2 * key, key, 2);
  ASSERT_TRUE(table.insert(PackedPairs{.keys = keys, .values = {}}));
  const auto seen = static_cast<double>(encode(table)->size());
  EXPECT_NEAR(static_cast<double>(expected_bytes(shape, ItemCount(kKeys))) / seen, 1, 0.05);
}

TEST(ExpectedBytes, NeverExceedThePlainForm) {
  const IbltShape shape = *IbltShape::from({.cells = CellCount(8), .key_width = ByteWidth(1)});
  const Iblt table(shape, HashFamily::fast, kDefaultSeed);
  EXPECT_LE(expected_bytes(shape, ItemCount(1'000'000'000)), encode_plain(table)->size());
}

}  // namespace
}  // namespace peel::wire
