// Sizes from the number of keys, and the number of keys from sizes.
#include "peel/invertible/planned_stream.hpp"

#include "peel/invertible/stream_filler.hpp"

#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

class PlannedStream : public testing::TestWithParam<std::uint64_t> {};

// Of fixed keys: one time in a thousand it may not.
TEST_P(PlannedStream, ListsAsManyKeysAsItWasPlannedFor) {
  test::Random random(1);
  const Seed seed = random.seed();
  const StreamShape shape = test::value_of(planned_stream(ItemCount(GetParam()), {}));
  InvertibleCounter counter(shape.counter, HashFamily::fast, seed);
  EXPECT_OK(counter.add(random.distinct_keys(GetParam())));
  EXPECT_TRUE(counter.list().complete());
}

INSTANTIATE_TEST_SUITE_P(Keys, PlannedStream, testing::Values(1, 10, 1'000, 50'000));

TEST(PlannedStreams, EstimateThreeTimesAsManyKeys) {
  test::Random random;
  const Seed seed = random.seed();
  for (const std::uint64_t capacity : {100U, 10'000U}) {
    const StreamShape shape = test::value_of(planned_stream(ItemCount(capacity), {}));
    StrataEstimator distinct(shape.distinct, HashFamily::fast, seed);
    const auto keys = random.distinct_keys(3 * capacity);
    EXPECT_OK(distinct.insert(keys));
    const StrataEstimate estimate = distinct.estimate();
    EXPECT_LE(estimate.least.value, keys.size());
    EXPECT_GE(estimate.most.value, keys.size());
  }
}

TEST(PlannedStreams, HaveMostOfTheirBytesInTheCounter) {
  for (const std::uint64_t capacity : {10'000U, 1'000'000U}) {
    const StreamShape shape = test::value_of(planned_stream(ItemCount(capacity), {}));
    EXPECT_GT(shape.counter.table_bytes(), shape.bytes() * 3 / 4);
  }
}

TEST(PlannedStreams, AreRefusedForNoKeysAndForTooMany) {
  EXPECT_EQ(planned_stream(ItemCount(0), {}).error().code(), ErrorCode::invalid_argument);
  EXPECT_FALSE(planned_stream(ItemCount(std::uint64_t{1} << 40), {}));
}

TEST(CapacityWithin, IsTheLargestThatFits) {
  for (const std::uint64_t bytes : {20'000U, 1'000'000U}) {
    for (const CounterVariant variant : {CounterVariant::moment, CounterVariant::combined}) {
      const StreamKind kind{.key_width = ByteWidth(17), .variant = variant};
      const ItemCount capacity = test::value_of(capacity_within(bytes, kind));
      EXPECT_LE(test::value_of(planned_stream(capacity, kind)).bytes(), bytes);
      EXPECT_GT(test::value_of(planned_stream(ItemCount(capacity.value * 21 / 20 + 10), kind)).bytes(),
                bytes);
    }
  }
}

TEST(CapacityWithin, SaysHowMuchTheSmallestTakes) {
  const auto refused = capacity_within(100, {});
  ASSERT_FALSE(refused);
  const std::uint64_t least = test::value_of(planned_stream(ItemCount(1), {})).bytes();
  EXPECT_EQ(refused.error().sentence(),
            "100 bytes are too few for any counter; accepted are " + std::to_string(least) + " and more");
  EXPECT_TRUE(capacity_within(least, {}));
}

}  // namespace
}  // namespace peel
