// Keys as people have them: small numbers, even numbers, neighbours. Their power sums collide unless the keys
// are mixed first.
#include "peel/invertible/planned_counter.hpp"

#include "invertible/counter/counting.hpp"
#include "invertible/counter/short_keys.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel {
namespace {

using test::KeyCounts;

std::string key_of(std::uint64_t number, std::size_t width) {
  std::string key(width, '\0');
  store_le(std::as_writable_bytes(std::span(key)).data(), number, width);
  return key;
}

// Wrong listings that say complete, and wrong counts that say exact.
int mistakes_of(const InvertibleCounter& counter, const KeyCounts& truth) {
  int mistakes = 0;
  const CounterListing listing = counter.list();
  if (listing.complete() && test::counts_of(listing) != truth) ++mistakes;
  for (const auto& [key, count] : truth) {
    const auto answer = counter.count_of(std::as_bytes(std::span(key)));
    if (answer->exact && answer->count != count) ++mistakes;
  }
  return mistakes;
}

// Fills counters of many seeds that are planned for so many keys.
int mistakes_with(const std::vector<std::uint64_t>& numbers, ByteWidth width) {
  const CounterShape shape = test::value_of(
      planned_counter({ItemCount(numbers.size()), *Rate::from(0.01), width, CounterVariant::moment}));
  test::Random random;
  int mistakes = 0;
  for (int round = 0; round < test::rounds(2'000); ++round) {
    InvertibleCounter counter(shape, HashFamily::fast, random.seed());
    KeyCounts truth;
    for (const std::uint64_t number : numbers)
      truth[key_of(number, width.value)] = static_cast<std::int64_t>(1 + random.below(8));
    EXPECT_TRUE(test::add(counter, truth));
    mistakes += mistakes_of(counter, truth);
  }
  return mistakes;
}

class StructuredKeys : public testing::TestWithParam<std::size_t> {
 public:
  ByteWidth width() const { return ByteWidth(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Widths, StructuredKeys, testing::Range(std::size_t{1}, std::size_t{9}));

TEST_P(StructuredKeys, FromZeroOnAreCountedRightly) {
  EXPECT_EQ(mistakes_with({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, width()), 0);
}

TEST_P(StructuredKeys, ThatAreThreeEvenNumbersAreCountedRightly) {
  EXPECT_EQ(mistakes_with({100, 102, 104}, width()), 0);
}

TEST_P(StructuredKeys, OfTwoMultisetsWithEqualPowerSumsAreToldApart) {
  test::Random random;
  const CounterShape shape =
      test::value_of(planned_counter({ItemCount(3), *Rate::from(0.01), width(), CounterVariant::moment}));
  for (int round = 0; round < test::rounds(2'000); ++round) {
    InvertibleCounter counter(shape, HashFamily::fast, random.seed());
    const KeyCounts truth{{key_of(0, GetParam()), 1}, {key_of(2, GetParam()), 6}, {key_of(4, GetParam()), 1}};
    ASSERT_TRUE(test::add(counter, truth));
    EXPECT_EQ(mistakes_of(counter, truth), 0);
  }
}

TEST(ShortKeys, ComeBackFromTheirElements) {
  test::Random random;
  for (int round = 0; round < test::rounds(10'000); ++round) {
    const std::uint64_t secret = random.next();
    const std::uint64_t key = random.next() & detail::kElementMask;
    const std::uint64_t element = detail::mixed_key(key, secret);
    EXPECT_LE(element, detail::kElementMask);
    EXPECT_EQ(detail::unmixed_key(element, secret), key);
  }
}

TEST(ShortKeys, HaveElementsThatDependOnTheSecret) {
  EXPECT_NE(detail::mixed_key(1, 2), detail::mixed_key(1, 3));
}

}  // namespace
}  // namespace peel
