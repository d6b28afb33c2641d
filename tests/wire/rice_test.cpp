#include "wire/rice.hpp"

#include "support/random.hpp"

#include <bit>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::test {
namespace {

using namespace wire;

// Word for word from docs/formats/iblt.md.
std::uint64_t bits_of(std::uint64_t number, unsigned parameter) {
  return number >> parameter < 24 ? (number >> parameter) + 1 + parameter : 88;
}

std::string code_of(std::uint64_t number, unsigned parameter) {
  const std::uint64_t bits = bits_of(number, parameter);
  BitWriter out(bits);
  put_rice(out, number, parameter);
  const Bytes bytes = out.take();
  BitReader in(bytes);
  std::string text;
  for (std::uint64_t i = 0; i < bits; ++i) text += in.get(1) != 0 ? '1' : '0';
  return text;
}

TEST(RiceCode, IsTheQuotientInUnaryAndThenTheRest) {
  EXPECT_EQ(code_of(0, 0), "0");
  EXPECT_EQ(code_of(3, 0), "1110");
  EXPECT_EQ(code_of(6, 2), "1001");  // the rest, 2, lowest bit first
  EXPECT_EQ(code_of(23, 0), std::string(23, '1') + "0");
}

TEST(RiceCode, EscapesANumberWithALongUnaryPart) {
  EXPECT_EQ(code_of(24, 0), std::string(24, '1') + "00011" + std::string(59, '0'));
}

TEST(RiceCode, GivesBackEveryNumber) {
  Random random;
  for (unsigned parameter = 0; parameter <= kMaxRiceParameter; ++parameter) {
    for (unsigned shift = 0; shift < 64; ++shift) {
      const std::uint64_t number = random.next() >> shift;
      BitWriter out(bits_of(number, parameter));
      put_rice(out, number, parameter);
      const Bytes bytes = out.take();
      BitReader in(bytes);
      EXPECT_EQ(get_rice(in, parameter), number) << "with parameter " << parameter;
      EXPECT_LT(in.remaining(), 8U);
    }
  }
}

TEST(RiceCode, RefusesAnEscapeThatIsNotNeeded) {
  BitWriter out(88);
  out.put((1U << 24) - 1, 24);
  out.put(23, 64);
  const Bytes bytes = out.take();
  BitReader in(bytes);
  EXPECT_EQ(get_rice(in, 0), std::nullopt);
}

TEST(RiceCode, RefusesANumberOfMoreThan64Bits) {
  BitWriter out(17 + 60);
  out.put((1U << 16) - 1, 17);  // 16 * 2^60
  out.put(0, 60);
  const Bytes bytes = out.take();
  BitReader in(bytes);
  EXPECT_EQ(get_rice(in, 60), std::nullopt);
}

TEST(RiceCost, IsLeastForTheSmallestOfTheBestParameters) {
  Random random;
  for (unsigned shift = 0; shift < 64; shift += 3) {
    std::vector<std::uint64_t> numbers;
    RiceCost cost;
    for (int i = 0; i < 50; ++i) {
      numbers.push_back(random.next() >> std::min(shift + random.below(6), std::uint64_t{63}));
      cost.add(numbers.back());
    }
    unsigned best = 0;
    std::uint64_t fewest = ~std::uint64_t{0};
    for (unsigned parameter = 0; parameter <= kMaxRiceParameter; ++parameter) {
      std::uint64_t bits = 0;
      for (const std::uint64_t number : numbers) bits += bits_of(number, parameter);
      if (bits < fewest) best = parameter, fewest = bits;
    }
    EXPECT_EQ(cost.best().parameter, best);
    EXPECT_EQ(cost.best().bits, fewest);
  }
}

TEST(RiceCost, OfNothingIsNothing) {
  EXPECT_EQ(RiceCost().best().parameter, 0U);
  EXPECT_EQ(RiceCost().best().bits, 0U);
}

TEST(Zigzag, PutsSmallNumbersOfEitherSignFirst) {
  const auto of = [](std::int64_t number) { return zigzag(static_cast<std::uint64_t>(number)); };
  EXPECT_EQ(of(0), 0U);
  EXPECT_EQ(of(-1), 1U);
  EXPECT_EQ(of(1), 2U);
  EXPECT_EQ(of(-2), 3U);
  EXPECT_EQ(of(INT64_MIN), ~std::uint64_t{0});
  EXPECT_EQ(unzigzag(of(-77)), static_cast<std::uint64_t>(-77));
}

}  // namespace
}  // namespace peel::test
