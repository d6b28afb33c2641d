#include "cli/output/html.hpp"
#include "cli/output/printable.hpp"

#include <gtest/gtest.h>

namespace peel::cli {
namespace {

using rows::Cell;
using rows::CellTag;

std::string script_text(std::string_view bytes) {
  std::string out;
  append_script_text(out, bytes);
  return out;
}

std::string script_cell(const Cell& cell) {
  std::string out;
  append_script_cell(out, cell);
  return out;
}

TEST(HtmlText, HasNoMarkupThatWasNotMeant) {
  EXPECT_EQ(html_with_marks("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
}

TEST(HtmlText, ShowsWhatHides) {
  EXPECT_EQ(html_with_marks("a\x1b"), "a<span class=\"unseen\">\\x1B</span>");
  EXPECT_EQ(html_with_marks("\n"), "<span class=\"unseen\">\\n</span>");
  EXPECT_EQ(html_with_marks("\u202e"), "<span class=\"unseen\">U+202E</span>");
  EXPECT_EQ(html_with_marks("\xff"), "<span class=\"unseen\">\\xFF</span>");
  EXPECT_EQ(html_with_marks("h\u00e9 \u6f22"), "h\u00e9 \u6f22");
}

TEST(HtmlText, IsCutBetweenCharacters) {
  EXPECT_EQ(html_with_marks("\u00e9\u00e9\u00e9", MostCharacters{2}), "\u00e9\u00e9&hellip;");
  EXPECT_EQ(html_with_marks("\u00e9\u00e9", MostCharacters{2}), "\u00e9\u00e9");
}

TEST(ScriptText, CannotEndItsElement) {
  EXPECT_EQ(script_text("</script><!--"), "\"\\u003c/script>\\u003c!--\"");
}

TEST(ScriptText, EscapesWhatJsonAndHtmlWouldChange) {
  EXPECT_EQ(script_text(std::string_view("\"\\\0\r\n", 5)), "\"\\\"\\\\\\u0000\\u000d\\u000a\"");
  EXPECT_EQ(script_text("\u2028\u2029"), "\"\\u2028\\u2029\"");
}

TEST(ScriptText, HasALoneSurrogateForAByteThatIsNotUtf8) {
  EXPECT_EQ(script_text("a\xff\xc3("), "\"a\\udcff\\udcc3(\"");
  EXPECT_EQ(script_text("\xed\xa0\x80"), "\"\\udced\\udca0\\udc80\"");  // a surrogate in UTF-8 is not UTF-8
}

TEST(ScriptCell, KeepsNumbersExact) {
  rows::NumberRoom room;
  EXPECT_EQ(script_cell(rows::integer_cell(42, room)), "42");
  EXPECT_EQ(script_cell(rows::integer_cell((std::int64_t{1} << 53) + 1, room)),
            "[\"n\",\"9007199254740993\"]");
  EXPECT_EQ(script_cell(rows::real_cell(1, room)), "[\"n\",\"1.0\"]");
}

TEST(ScriptCell, TellsNullFromEmptyText) {
  EXPECT_EQ(script_cell({}), "null");
  EXPECT_EQ(script_cell({CellTag::text, ""}), "\"\"");
}

TEST(ScriptCell, ShowsTheBeginningOfABlob) {
  EXPECT_EQ(script_cell({CellTag::blob, std::string_view("\0\xff", 2)}), "[\"b\",2,\"00ff\"]");
  EXPECT_EQ(script_cell({CellTag::blob, std::string(1000, 'a')}).size(),
            std::string("[\"b\",1000,\"\"]").size() + 128);
}

TEST(Printable, ShowsControlsAndWhatTurnsTheDirectionOfText) {
  EXPECT_EQ(printable("a\x1b[0m\u202e\u00e9\xff"), "a\\x1B[0m\\xE2\\x80\\xAE\u00e9\\xFF");
}

TEST(CodePoint, IsTheNumberOfACharacter) {
  EXPECT_EQ(code_point("A"), U'A');
  EXPECT_EQ(code_point("\u00e9"), U'\u00e9');
  EXPECT_EQ(code_point("\u6f22"), U'\u6f22');
  EXPECT_EQ(code_point("\U0001f600"), U'\U0001f600');
}

}  // namespace
}  // namespace peel::cli
