#include "peel/rows/cell.hpp"

#include "support/random.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace peel::rows {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(IntegerCell, TakesTheFewestBytes) {
  NumberRoom room;
  for (const auto& [value, size] : {std::pair<std::int64_t, std::size_t>{0, 0},
                                    {1, 1},
                                    {-1, 1},
                                    {127, 1},
                                    {128, 2},
                                    {-128, 1},
                                    {-129, 2},
                                    {32767, 2},
                                    {32768, 3},
                                    {kMost, 8},
                                    {kLeast, 8}}) {
    EXPECT_EQ(integer_cell(value, room).payload.size(), size) << value;
  }
}

TEST(IntegerCell, GivesItsValueBack) {
  test::Random random;
  NumberRoom room;
  for (int trial = 0; trial < test::rounds(10'000); ++trial) {
    const auto value =
        static_cast<std::int64_t>(random.next() >> random.below(64)) * (trial % 2 == 0 ? 1 : -1);
    ASSERT_EQ(integer_of(integer_cell(value, room)), value);
  }
  for (const std::int64_t value : {kLeast, kLeast + 1, kMost}) {
    EXPECT_EQ(integer_of(integer_cell(value, room)), value);
  }
}

TEST(RealCell, KeepsEveryBitButThoseOfNan) {
  NumberRoom room;
  NumberRoom other;
  EXPECT_NE(real_cell(0.0, room), real_cell(-0.0, other));
  EXPECT_TRUE(std::signbit(real_of(real_cell(-0.0, room))));
  EXPECT_EQ(real_cell(std::nan("1"), room), real_cell(-std::nan("2"), other));
  EXPECT_EQ(real_of(real_cell(std::numeric_limits<double>::denorm_min(), room)),
            std::numeric_limits<double>::denorm_min());
}

TEST(IsCanonical, HoldsForTheOnePayloadOfAValue) {
  const auto holds = [](CellTag tag, std::string_view payload) { return is_canonical({tag, payload}); };
  using namespace std::string_view_literals;
  EXPECT_TRUE(holds(CellTag::integer, ""));
  EXPECT_TRUE(holds(CellTag::integer, "\x80\x00"sv));
  EXPECT_FALSE(holds(CellTag::integer, "\x00"sv));
  EXPECT_FALSE(holds(CellTag::time, "\x7F\x00"sv));
  EXPECT_FALSE(holds(CellTag::rounded, "\xFF\xFF"sv));
  EXPECT_TRUE(holds(CellTag::real, "\0\0\0\0\0\0\xF8\x7F"sv));
  EXPECT_FALSE(holds(CellTag::real, "\1\0\0\0\0\0\xF8\x7F"sv));
  EXPECT_FALSE(holds(CellTag::real, "\0\0\0\0\0\0\xF8\xFF"sv));
  EXPECT_TRUE(holds(CellTag::decimal, "-15E-1"));
  for (const std::string_view payload : {"15", "15e-1", "+15E-1", "015E-1", "150E-2", "1.5E0", "15E-01",
                                         "15E+20", "1E2", "0E0", "15E-10001", "NaN", ""}) {
    EXPECT_FALSE(holds(CellTag::decimal, payload)) << payload;
  }
}

TEST(TextOf, WritesNumbersSoThatTheyCanBeReadBack) {
  NumberRoom room;
  EXPECT_EQ(text_of(integer_cell(kLeast, room)), "-9223372036854775808");
  EXPECT_EQ(text_of(real_cell(1.0, room)), "1.0");
  EXPECT_EQ(text_of(real_cell(-0.0, room)), "-0.0");
  EXPECT_EQ(text_of(real_cell(0.1, room)), "0.1");
  EXPECT_EQ(text_of(real_cell(1e300, room)), "1e+300");
  EXPECT_EQ(text_of(real_cell(1e6, room)), "1000000.0");
  EXPECT_EQ(text_of(real_cell(1e-4, room)), "0.0001");
  EXPECT_EQ(text_of(real_cell(2.5e-5, room)), "2.5e-05");
  EXPECT_EQ(text_of(real_cell(-1234567890123456, room)), "-1234567890123456.0");
  EXPECT_EQ(text_of(real_cell(-12345678901234568, room)), "-1.2345678901234568e+16");
  EXPECT_EQ(text_of(real_cell(-123456789012345696, room)), "-1.234567890123457e+17");
  EXPECT_EQ(text_of(real_cell(-std::numeric_limits<double>::infinity(), room)), "-Inf");
}

TEST(TextOf, PlacesThePointOfADecimal) {
  const auto shown = [](std::string_view payload) { return text_of({CellTag::decimal, payload}); };
  EXPECT_EQ(shown("1234E-2"), "12.34");
  EXPECT_EQ(shown("-5E-3"), "-0.005");
  EXPECT_EQ(shown("15E-1"), "1.5");
  EXPECT_EQ(shown("7E20"), "700000000000000000000");
  EXPECT_EQ(shown("1E-100"), "1E-100");
}

TEST(TextOf, WritesTimesInUtc) {
  NumberRoom room;
  const auto shown = [&room](std::int64_t microseconds) {
    return text_of({CellTag::time, integer_cell(microseconds, room).payload});
  };
  EXPECT_EQ(shown(0), "1970-01-01 00:00:00Z");
  EXPECT_EQ(shown(-1), "1969-12-31 23:59:59.999999Z");
  EXPECT_EQ(shown(-86'400'000'000), "1969-12-31 00:00:00Z");
  EXPECT_EQ(shown(951'782'400'500'000), "2000-02-29 00:00:00.5Z");
  EXPECT_EQ(shown(kLeast), "-290308-12-21 19:59:05.224192Z");
  EXPECT_EQ(shown(kMost), "+294247-01-10 04:00:54.775807Z");
}

}  // namespace
}  // namespace peel::rows
