#include "invertible/cell_arithmetic.hpp"

#include "invertible/limbs.hpp"
#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel::detail {
namespace {

constexpr std::uint64_t kP = PrimeField::kModulus;

TEST(PrimeField, AddsAndSubtractsLikeIntegersModuloP) {
  test::Random random;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t a = random.below(kP), b = random.below(kP);
    ASSERT_EQ(PrimeField::add(a, b), static_cast<std::uint64_t>((Uint128{a} + b) % kP));
    ASSERT_EQ(PrimeField::subtract(a, b), static_cast<std::uint64_t>((Uint128{a} + kP - b) % kP));
  }
}

TEST(PrimeField, MultipliesLikeIntegersModuloP) {
  test::Random random;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t a = random.below(kP), b = random.below(kP);
    ASSERT_EQ(PrimeField::multiply(a, b), static_cast<std::uint64_t>(Uint128{a} * b % kP));
  }
  EXPECT_EQ(PrimeField::multiply(kP - 1, kP - 1), 1U);
}

TEST(PrimeField, EveryCountUpToAThousandHasAnInverseOfEitherSign) {
  for (std::int64_t count = 1; count <= 1'000; ++count) {
    ASSERT_EQ(PrimeField::multiply(PrimeField::inverse(count), PrimeField::element(count)), 1U) << count;
    ASSERT_EQ(PrimeField::multiply(PrimeField::inverse(-count), PrimeField::element(-count)), 1U) << count;
  }
}

TEST(PrimeField, CountsUpToTheGrossLimitHaveInverses) {
  test::Random random;
  for (int i = 0; i < 10'000; ++i) {
    const auto count = static_cast<std::int64_t>(1 + random.below(kMaxGrossTotal));
    ASSERT_EQ(PrimeField::multiply(PrimeField::inverse(count), PrimeField::element(count)), 1U) << count;
  }
  const auto most = static_cast<std::int64_t>(kMaxGrossTotal);
  EXPECT_EQ(PrimeField::multiply(PrimeField::inverse(most), PrimeField::element(most)), 1U);
}

template <class Arithmetic>
void expect_quotient_undoes_times(std::int64_t count, std::uint64_t word_bits) {
  test::Random random;
  for (int i = 0; i < 1'000; ++i) {
    const std::uint64_t word = random.next() >> (64 - word_bits);
    ASSERT_EQ(Arithmetic::quotient(Arithmetic::times(word, count), Arithmetic::inverse(count)), word);
  }
}

TEST(CellArithmetic, QuotientUndoesTimes) {
  expect_quotient_undoes_times<XorSums>(1, 64);
  expect_quotient_undoes_times<XorSums>(-1, 64);
  expect_quotient_undoes_times<WrappingSums>(1, 64);
  expect_quotient_undoes_times<WrappingSums>(-1, 64);
  expect_quotient_undoes_times<PrimeField>(1, 56);
  expect_quotient_undoes_times<PrimeField>(-1, 56);
  expect_quotient_undoes_times<PrimeField>(2, 56);
  expect_quotient_undoes_times<PrimeField>(-1'000'000, 56);
}

TEST(Limbs, BringBackEveryWidth) {
  test::Random random;
  for (std::size_t limb_bytes : {7U, 8U}) {
    for (std::size_t width = 0; width <= 64; ++width) {
      const Bytes bytes = test::random_bytes(random, width);
      std::array<std::uint64_t, 10> limbs{};
      Bytes back(width);
      to_limbs(bytes.data(), width, limb_bytes, limbs.data());
      ASSERT_TRUE(from_limbs(limbs.data(), width, limb_bytes, back.data()));
      ASSERT_EQ(back, bytes) << width << " bytes in limbs of " << limb_bytes;
    }
  }
}

TEST(Limbs, RefuseAWordThatIsTooLargeForItsBytes) {
  const std::uint64_t limb = std::uint64_t{1} << 24;
  Bytes bytes(3);
  EXPECT_FALSE(from_limbs(&limb, 3, 8, bytes.data()));
  const std::uint64_t field_limb = std::uint64_t{1} << 56;
  Bytes seven(7);
  EXPECT_FALSE(from_limbs(&field_limb, 7, 7, seven.data()));
}

}  // namespace
}  // namespace peel::detail
