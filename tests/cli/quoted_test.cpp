#include "cli/output/quoted.hpp"

#include <gtest/gtest.h>

namespace peel::cli {
namespace {

using namespace std::string_view_literals;

TEST(InQuotes, SpellsBytesAsCDoes) {
  EXPECT_EQ(in_quotes(""), R"("")");
  EXPECT_EQ(in_quotes("\"\\\a\b\t\n\v\f\r"), R"("\"\\\a\b\t\n\v\f\r")");
  EXPECT_EQ(in_quotes("\0\x1b\x7f"sv), R"("\000\033\177")");
  EXPECT_EQ(in_quotes("a\xff\xc3"), R"("a\377\303")");
  EXPECT_EQ(in_quotes("\u202e\u0085\u00e9"), "\"\\342\\200\\256\\302\\205\u00e9\"");
}

TEST(LineText, IsTheLineWhereThatIsClear) {
  for (const std::string_view line : {"", " a ", "a\tb", "[1] a", "f(x)", "say \"a\"", "a\\n", "a -> b: c,d"})
    EXPECT_EQ(line_text(line), line);
  EXPECT_EQ(line_text("a\tb", Tabs::quoted), R"("a\tb")");
}

TEST(LineText, IsInQuotesWhereItLooksLikeSomethingElse) {
  EXPECT_EQ(line_text("\"a\""), R"("\"a\"")");
  EXPECT_EQ(line_text("[0123]"), R"("[0123]")");
  EXPECT_EQ(line_text("a  (x2)"), "\"a  (x2)\"");
  EXPECT_EQ(line_text("a... (9 bytes)"), "\"a... (9 bytes)\"");
  EXPECT_EQ(line_text("a\r"), R"("a\r")");
}

TEST(WordText, IsInQuotesWhereItHoldsWhatStandsBetweenWords) {
  for (const std::string_view word : {"a", "a b", "12:30", "a=b", "a,b", "a - b", "say \"a\"", "\\"})
    EXPECT_EQ(word_text(word), word);
  for (const std::string_view word : {"", " a", "a ", "a->b", "a: b", "a  (b", "[a]"})
    EXPECT_EQ(word_text(word), in_quotes(word));
  EXPECT_EQ(word_text("\"a"), R"("\"a")");
  EXPECT_EQ(word_text("a\tb"), R"("a\tb")");
  EXPECT_EQ(word_text("a,b", ","), R"("a,b")");
}

}  // namespace
}  // namespace peel::cli
