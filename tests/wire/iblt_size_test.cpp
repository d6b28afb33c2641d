// Predicted sizes of messages against messages.
#include "peel/wire/iblt_size.hpp"

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

TEST_P(ExpectedBytes, AreRightToAFewHundredths) {
  const auto& [wanted, inserted] = GetParam();
  const IbltShape shape = *planned_shape(wanted);
  test::Random random;
  Iblt table(shape, HashFamily::fast, random.seed());
  const std::vector<std::uint64_t> keys = random.distinct_keys(inserted);
  ASSERT_TRUE(table.insert(keys));
  const auto seen = static_cast<double>(encode(table)->size());
  EXPECT_NEAR(static_cast<double>(expected_bytes(shape, ItemCount(inserted))) / seen, 1, 0.05);
}

TEST(ExpectedBytes, NeverExceedThePlainForm) {
  const IbltShape shape = *IbltShape::from({.cells = CellCount(8), .key_width = ByteWidth(1)});
  const Iblt table(shape, HashFamily::fast, kDefaultSeed);
  EXPECT_LE(expected_bytes(shape, ItemCount(1'000'000'000)), encode_plain(table)->size());
}

}  // namespace
}  // namespace peel::wire
