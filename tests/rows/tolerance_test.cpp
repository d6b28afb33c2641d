#include "peel/rows/tolerance.hpp"

#include "peel/rows/cell_rule.hpp"

#include "support/random.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <chrono>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace peel::rows {
namespace {

using Reading = CellRule::Reading;

Cell text_cell(std::string_view payload) {
  return {CellTag::text, payload};
}

bool within(std::string_view tolerance, const Cell& left, const Cell& right) {
  return Tolerance::from(tolerance).value().covers(left, right);
}

TEST(Tolerance, RoundsNumbersHoweverTheyAreWritten) {
  const CellRule rule{Reading::as_it_is, ColumnType::any, Tolerance::from("0.01")};
  CellRoom one;
  CellRoom other;
  NumberRoom number;
  EXPECT_EQ(by_rule(rule, text_cell("1.499"), one), by_rule(rule, real_cell(1.501, number), other));
  EXPECT_EQ(by_rule(rule, text_cell("2"), one), by_rule(rule, integer_cell(2, number), other));
  EXPECT_NE(by_rule(rule, text_cell("1.49"), one), by_rule(rule, text_cell("1.51"), other));
  EXPECT_EQ(by_rule(rule, text_cell("n/a"), one), text_cell("n/a"));
}

TEST(Tolerance, LeavesNumbersAloneThatHaveTooManyMultiples) {
  CellRoom room;
  NumberRoom number;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {1e300, infinity, -infinity, std::nan("")}) {
    const Cell cell = real_cell(value, number);
    EXPECT_EQ(by_rule({Reading::as_it_is, ColumnType::any, Tolerance::from("1e-3")}, cell, room), cell)
        << value;
  }
}

// 2^62 and 2^62 + 6 are the same double, and a tenth has no exact multiple.
TEST(Tolerance, DoesNotRoundLargeNumbersTogetherThatAreFurtherApart) {
  CellRoom one;
  CellRoom other;
  NumberRoom first;
  NumberRoom second;
  const std::int64_t large = std::int64_t{1} << 62;
  EXPECT_NE(
      by_rule({Reading::as_it_is, ColumnType::any, Tolerance::from("0.5")}, integer_cell(large, first), one),
      by_rule({Reading::as_it_is, ColumnType::any, Tolerance::from("0.5")}, integer_cell(large + 6, second),
              other));
  const CellRule rule{Reading::as_it_is, ColumnType::any, Tolerance::from("0.1")};
  for (double value = 1e14; value < 1e14 + 4; value += 0.015625) {
    EXPECT_NE(by_rule(rule, real_cell(value, first), one),
              by_rule(rule, real_cell(value + 0.109375, second), other))
        << value;
  }
}

TEST(Tolerance, CountsInDecimalsAndNotInDoubles) {
  NumberRoom one;
  NumberRoom other;
  for (const char* const pair :
       {"0.10 0.11", "1.10 1.11", "-0.005 0.005", "1e2 100.01", "123456789.99 123456790.00"}) {
    const std::string both = pair;
    const std::size_t gap = both.find(' ');
    EXPECT_TRUE(within("0.01", text_cell(both.substr(0, gap)), text_cell(both.substr(gap + 1)))) << both;
    EXPECT_FALSE(
        within("0.0099999999999999999", text_cell(both.substr(0, gap)), text_cell(both.substr(gap + 1))))
        << both;
  }
  EXPECT_TRUE(within("0.01", real_cell(1.10, one), real_cell(1.11, other)));
  EXPECT_TRUE(within("0.01", real_cell(1.10, one), text_cell("1.11")));
  EXPECT_FALSE(within("0.01", real_cell(1.10, one), text_cell("1.1100000000000000000000000000000001")));
}

TEST(Tolerance, IsANumberAboveZeroOfFewDigits) {
  for (const char* const accepted :
       {"1", "0.01", "1e-300", "1E300", "+5", "000.10000000000000000000000", "1234567890123456789"})
    EXPECT_TRUE(Tolerance::from(accepted)) << accepted;
  for (const char* const refused : {"", "0", "-1", "0.0", "x", "Inf", "NaN", "1e-301", "1.1e300",
                                    "1e99999999999999999999", "12345678901234567891"})
    EXPECT_FALSE(Tolerance::from(refused)) << refused;
}

// In units of 10^-80, which hold every number that the trials below draw.
using Whole =
    boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;
constexpr int kUnitPlaces = 80;

struct Drawn {
  std::string text;
  Whole units;
};

Drawn written(const Whole& digits, int exponent) {
  Drawn drawn{digits.str() + "e" + std::to_string(exponent), digits};
  for (int i = -kUnitPlaces; i < exponent; ++i) drawn.units *= 10;
  return drawn;
}

Drawn some_number(test::Random& random) {
  Whole digits = random.next() >> random.below(64);
  if (random.below(4) == 0) digits = digits * random.next() * random.next();
  if (random.below(3) == 0) digits = random.below(200);
  if (random.below(2) == 0) digits = -digits;
  return written(digits, static_cast<int>(random.below(24)) - 20);
}

// Above 0, and with at most 19 digits.
Drawn some_tolerance(test::Random& random) {
  const std::uint64_t digits = 1 + random.below(random.below(2) == 0 ? 99 : 9'999'999'999'999'999'998U);
  return written(Whole(digits), static_cast<int>(random.below(24)) - 20);
}

// A number that is as far from the other as the tolerance, half of it or a few of it, or a hair off that.
Drawn neighbour(test::Random& random, const Drawn& number, const Drawn& tolerance) {
  Whole units = number.units + tolerance.units * (static_cast<int>(random.below(9)) - 4) / 2;
  if (random.below(2) == 0) units += static_cast<int>(random.below(3)) - 1;
  return {units.str() + "e-" + std::to_string(kUnitPlaces), units};
}

TEST(Tolerance, AgreesWithExactArithmetic) {
  test::Random random;
  for (int trial = 0; trial < test::rounds(50'000); ++trial) {
    const Drawn one = some_number(random);
    const Drawn tolerance = some_tolerance(random);
    const Drawn other = random.below(8) == 0 ? some_number(random) : neighbour(random, one, tolerance);
    ASSERT_EQ(within(tolerance.text, text_cell(one.text), text_cell(other.text)),
              abs(one.units - other.units) <= tolerance.units)
        << one.text << " " << other.text << " " << tolerance.text;
  }
}

TEST(Tolerance, RoundsToTheNearestMultipleOrTheEvenOneOfTwo) {
  test::Random random;
  for (int trial = 0; trial < test::rounds(50'000); ++trial) {
    const Drawn tolerance = some_tolerance(random);
    Drawn number = some_number(random);
    if (random.below(2) == 0) number = neighbour(random, written(0, 0), tolerance);
    Whole multiple = abs(number.units) / tolerance.units;
    const Whole twice_the_rest = 2 * (abs(number.units) % tolerance.units);
    if (twice_the_rest > tolerance.units || (twice_the_rest == tolerance.units && multiple % 2 != 0))
      ++multiple;
    NumberRoom room;
    const Cell rounded = Tolerance::from(tolerance.text).value().rounded(text_cell(number.text), room);
    if (multiple > Whole(1) << 53) {
      ASSERT_EQ(rounded, text_cell(number.text)) << tolerance.text;
    } else {
      ASSERT_EQ(rounded.tag, CellTag::rounded) << number.text << " " << tolerance.text;
      ASSERT_EQ(Whole(integer_of(rounded)), number.units < 0 ? -multiple : multiple)
          << number.text << " " << tolerance.text;
    }
  }
}

TEST(Tolerance, IsCheapForHostileExponents) {
  const auto start = std::chrono::steady_clock::now();
  NumberRoom room;
  for (const char* const number :
       {"1e999999999", "1e-999999999", "-1e999999999", "1e999999999999999999999"}) {
    for (const char* const other :
         {"0", "1", "0.01", "0.02", "1.1e999999999", "2e-999999999", "2e999999999999999999999"}) {
      const bool is_tiny = std::string_view(number).find('-', 1) != std::string_view::npos;
      const double value = number_in(text_cell(other)).value();
      EXPECT_EQ(within("0.01", text_cell(number), text_cell(other)), is_tiny && value <= 0.01)
          << number << " " << other;
    }
    Tolerance::from("0.01").value().rounded(text_cell(number), room);
  }
  // 0.01 and a number just below zero are just too far apart.
  EXPECT_FALSE(within("0.01", text_cell("-1e-999999999"), text_cell("0.01")));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

// The grid may part two near numbers; what counts in the end is their distance.
TEST(Tolerance, IsADistance) {
  EXPECT_TRUE(within("0.001", text_cell("1.4999"), text_cell("1.5001")));
  EXPECT_FALSE(within("0.1", text_cell("1.4"), text_cell("1.6")));
  EXPECT_TRUE(within("0.1", text_cell("same"), text_cell("same")));
  EXPECT_FALSE(within("10", text_cell("1"), {}));
}

TEST(Tolerance, IsExactForNumbersWithMoreDigitsThanADoubleHolds) {
  EXPECT_FALSE(within("0.5", text_cell("12345678901234567000"), text_cell("12345678901234568000")));
  EXPECT_FALSE(within("0.05", text_cell("12345678901234567890.1"), text_cell("12345678901234567890.2")));
  EXPECT_TRUE(within("0.1", text_cell("12345678901234567890.1"), text_cell("12345678901234567890.2")));
  EXPECT_FALSE(within("0.1", text_cell("1e300"), text_cell("1.00000000000000001e300")));
  EXPECT_TRUE(within("0.1", text_cell("1e300"), text_cell("10.0e299")));
  EXPECT_TRUE(within("5000", text_cell("12345678901234567000"), text_cell("12345678901234568000")));
}

TEST(Tolerance, IsADistanceOfLargeIntegersToo) {
  NumberRoom one;
  NumberRoom other;
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  EXPECT_FALSE(within("1", integer_cell(kLargest, one), integer_cell(kLargest - 2, other)));
  EXPECT_TRUE(within("2", integer_cell(kLargest, one), integer_cell(kLargest - 2, other)));
  EXPECT_FALSE(within("1", integer_cell(kLargest, one), text_cell("9223372036854775805")));
  EXPECT_FALSE(within("1", integer_cell(kLargest - 1, one), real_cell(0x1p63, other)));
  EXPECT_TRUE(within("1", integer_cell(kLargest, one), real_cell(0x1p63, other)));
  EXPECT_FALSE(
      within("9223372036854775808", integer_cell(kLargest, one), integer_cell(-kLargest - 1, other)));
  EXPECT_TRUE(within("0.100000001", integer_cell(-1, one), real_cell(-1.1, other)));
}

// The shortest decimal that gives this real back is 1.000000000001e18, 64 away from it.
TEST(Tolerance, TakesAWholeRealForTheIntegerThatItIs) {
  NumberRoom one;
  NumberRoom other;
  constexpr double kWhole = 1'000'000'000'001e6;
  EXPECT_TRUE(within("1", real_cell(kWhole, one), integer_cell(static_cast<std::int64_t>(kWhole), other)));
  EXPECT_FALSE(within("1", real_cell(kWhole, one), text_cell("1000000000001000000")));
  EXPECT_TRUE(within("64", real_cell(kWhole, one), text_cell("1000000000001000000")));
}

}  // namespace
}  // namespace peel::rows
