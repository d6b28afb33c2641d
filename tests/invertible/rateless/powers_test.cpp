#include "invertible/rateless/powers.hpp"

#include "support/random.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel {
namespace {

constexpr long double kOne = 1'099'511'627'776.0L;  // 2^40

TEST(RatelessPowers, TablesHoldTheWholePartsOfTheirFunctions) {
  for (std::size_t i = 0; i < detail::kLogarithms.size(); ++i) {
    const long double part = static_cast<long double>(i) / 512;
    EXPECT_EQ(detail::kLogarithms[i], static_cast<std::uint64_t>(std::floor(std::log2(1 + part) * kOne)))
        << i;
    EXPECT_EQ(detail::kPowers[i], static_cast<std::uint64_t>(std::floor(std::exp2(part) * kOne))) << i;
  }
}

TEST(RatelessPowers, LogarithmIsOffByAtMostSevenPartsInTenMillion) {
  test::Random random;
  for (int round = 0; round < 100'000; ++round) {
    const std::uint64_t word = random.next() >> random.below(63) | 1;
    const long double exact = 64 - std::log2(static_cast<long double>(word));
    const auto found = static_cast<long double>(detail::negative_logarithm(word)) / kOne;
    ASSERT_NEAR(static_cast<double>(found - exact), 0, 7e-7) << word;
  }
}

TEST(RatelessPowers, PowerIsOffByAShareOfAtMostThreeInTenMillion) {
  test::Random random;
  for (int round = 0; round < 100'000; ++round) {
    const std::uint64_t exponent = random.below(std::uint64_t{31} << 40);
    const long double exact = std::exp2(static_cast<long double>(exponent) / kOne) * 65'536;
    const auto found = static_cast<long double>(detail::power_of_two(exponent));
    ASSERT_NEAR(static_cast<double>(found), static_cast<double>(exact),
                static_cast<double>(exact * 3e-7L + 1))
        << exponent;
  }
}

TEST(RatelessPowers, BothNeverFallWhereTheirArgumentRises) {
  test::Random random;
  for (int round = 0; round < 100'000; ++round) {
    const std::uint64_t word = random.next() >> random.below(63) | 1;
    if (word + 1 != 0) {
      ASSERT_GE(detail::negative_logarithm(word), detail::negative_logarithm(word + 1));
    }
    const std::uint64_t exponent = random.below((std::uint64_t{31} << 40) - 1);
    ASSERT_LE(detail::power_of_two(exponent), detail::power_of_two(exponent + 1));
  }
}

TEST(RatelessPowers, LogarithmOfTheLeastAndTheLargestWord) {
  EXPECT_EQ(detail::negative_logarithm(1), std::uint64_t{64} << 40);
  EXPECT_GT(detail::negative_logarithm(~std::uint64_t{0}), 0U);
  EXPECT_LT(detail::negative_logarithm(~std::uint64_t{0}), 512U);
}

}  // namespace
}  // namespace peel
