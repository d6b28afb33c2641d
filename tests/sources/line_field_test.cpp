// Fields of a line, as awk and as cut count them.
#include "sources/line_field.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources {
namespace {

using ::testing::Optional;

TEST(LineField, BetweenBlanksAndTabsIsAnyNumberOfThem) {
  EXPECT_THAT(field_of("  one \t two  three ", {.number = 1}), Optional(std::string_view("one")));
  EXPECT_THAT(field_of("  one \t two  three ", {.number = 2}), Optional(std::string_view("two")));
  EXPECT_THAT(field_of("  one \t two  three ", {.number = 3}), Optional(std::string_view("three")));
}

TEST(LineField, BehindTheLastOneThereIsNone) {
  EXPECT_EQ(field_of("  one two ", {.number = 3}), std::nullopt);
  EXPECT_EQ(field_of("one,two", {.number = 3, .delimiter = ','}), std::nullopt);
}

TEST(LineField, OfALineOfBlanksThereIsNone) {
  EXPECT_EQ(field_of("", {.number = 1}), std::nullopt);
  EXPECT_EQ(field_of(" \t", {.number = 1}), std::nullopt);
}

TEST(LineField, BetweenDelimitersMayBeEmpty) {
  EXPECT_THAT(field_of(",b,", {.number = 1, .delimiter = ','}), Optional(std::string_view()));
  EXPECT_THAT(field_of(",b,", {.number = 2, .delimiter = ','}), Optional(std::string_view("b")));
  EXPECT_THAT(field_of(",b,", {.number = 3, .delimiter = ','}), Optional(std::string_view()));
  EXPECT_THAT(field_of("", {.number = 1, .delimiter = ','}), Optional(std::string_view()));
}

TEST(LineField, HasAnyBytesButItsDelimiter) {
  const std::string_view line("a\0 b\xFF;\r", 7);
  EXPECT_THAT(field_of(line, {.number = 1, .delimiter = ';'}), Optional(line.substr(0, 5)));
  EXPECT_THAT(field_of(line, {.number = 2, .delimiter = ';'}), Optional(std::string_view("\r")));
  EXPECT_THAT(field_of(line, {.number = 2, .delimiter = 0xFF}), Optional(std::string_view(";\r")));
}

}  // namespace
}  // namespace peel::sources
