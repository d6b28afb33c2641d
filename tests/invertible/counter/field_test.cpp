#include "invertible/field.hpp"

#include "invertible/field_inverses.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace peel::detail {
namespace {

// Products by repeated doubling, which needs no more than 64 bits.
std::uint64_t slow_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  for (; b > 0; b >>= 1U) {
    if ((b & 1U) != 0) product = (product + a) % field::kModulus;
    a = (a + a) % field::kModulus;
  }
  return product;
}

std::vector<std::uint64_t> elements() {
  std::vector<std::uint64_t> some{
      0, 1, 2, 3, field::kModulus / 2, field::kModulus / 2 + 1, field::kModulus - 2, field::kModulus - 1};
  test::Random random;
  for (int i = 0; i < 40; ++i) some.push_back(random.below(field::kModulus));
  return some;
}

TEST(Field, MultipliesLikeRepeatedAddition) {
  for (const std::uint64_t a : elements()) {
    for (const std::uint64_t b : elements())
      ASSERT_EQ(field::multiply(a, b), slow_product(a, b)) << a << " * " << b;
  }
}

TEST(Field, AddsAndSubtracts) {
  for (const std::uint64_t a : elements()) {
    for (const std::uint64_t b : elements()) {
      ASSERT_EQ(field::add(a, b), (a + b) % field::kModulus);
      ASSERT_EQ(field::add(field::subtract(a, b), b), a);
    }
  }
}

TEST(Field, HalfOfAnythingTwiceIsTheThing) {
  for (const std::uint64_t a : elements()) EXPECT_EQ(field::add(field::half(a), field::half(a)), a);
}

TEST(Field, AnElementTimesItsInverseIsOne) {
  for (const std::uint64_t a : elements()) {
    EXPECT_EQ(field::multiply(a, field::inverse(a)), a == 0 ? 0U : 1U) << a;
  }
}

TEST(Field, InvertsManyAtOnceAndLeavesZerosAlone) {
  std::vector<std::uint64_t> all = elements();
  all.push_back(0);
  std::vector<std::uint64_t> inverses = all;
  field::invert_all(inverses);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(inverses[i], field::inverse(all[i]));
}

TEST(Field, InversesOfSmallNumbersComeFromATable) {
  FieldInverses inverse;
  for (std::uint64_t n = 1; n < 1000; ++n) ASSERT_EQ(inverse(n), field::inverse(n));
}

TEST(Field, ASquareHasARootAndAnyOtherElementIsTheNegativeOfOne) {
  std::vector<std::uint64_t> roots = elements();
  const std::vector<std::uint64_t> all = roots;
  field::square_roots(roots);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint64_t squared = field::square(roots[i]);
    EXPECT_TRUE(squared == all[i] || field::add(squared, all[i]) == 0 ||
                field::add(squared, all[i]) == field::kModulus);
  }
}

TEST(Field, TheRootsOfASquareAreWhatWasSquared) {
  for (const std::uint64_t a : elements()) {
    std::uint64_t root = field::square(a);
    field::square_roots(std::span(&root, 1));
    EXPECT_TRUE(root == a || field::add(root, a) == 0) << a;
  }
}

TEST(Field, SignedNumbersSurviveTheFieldUpToTheMiddle) {
  constexpr std::int64_t kMiddle = std::int64_t{1} << 60;
  for (const std::int64_t number :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, kMiddle - 1, 1 - kMiddle}) {
    EXPECT_EQ(field::number(field::element(number)), number);
  }
}

TEST(Field, EveryWordIsMappedToAnElement) {
  EXPECT_EQ(field::from_word(~std::uint64_t{0}), 0U);
  EXPECT_EQ(field::from_word(~std::uint64_t{0} - 8), field::kModulus - 1);
  EXPECT_EQ(field::from_word(8), 1U);
}

}  // namespace
}  // namespace peel::detail
