#include "cli/output/display_width.hpp"

#include <gtest/gtest.h>

namespace peel::cli {
namespace {

TEST(DisplayWidth, IsThatOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("Zo\u00eb"), 3U);
  EXPECT_EQ(display_width("\u6f22\u5b57"), 4U);  // ideographs
  EXPECT_EQ(display_width("e\u0301"), 1U);       // a letter and its accent
  EXPECT_EQ(display_width("\U0001f600"), 2U);    // a picture
}

TEST(CutToWidth, KeepsWhatFits) {
  EXPECT_EQ(cut_to_width("abcdef", 6), "abcdef");
  EXPECT_EQ(cut_to_width("abcdefg", 6), "abc...");
  EXPECT_EQ(cut_to_width("", 0), "");
}

TEST(CutToWidth, NeverCutsACharacter) {
  EXPECT_EQ(cut_to_width("\u6f22\u5b57\u6f22\u5b57", 8), "\u6f22\u5b57\u6f22\u5b57");
  EXPECT_EQ(cut_to_width("\u6f22\u5b57\u6f22\u5b57", 7), "\u6f22\u5b57...");
  EXPECT_EQ(cut_to_width("\u6f22\u5b57\u6f22\u5b57", 6), "\u6f22...");
}

}  // namespace
}  // namespace peel::cli
