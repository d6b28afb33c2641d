// Records as a file has them, and as they must be written into it.
#include "sources/text/record_text.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources {
namespace {

using Cells = std::vector<std::string_view>;

TEST(RawCells, KeepTheirQuotes) {
  EXPECT_EQ(raw_cells(R"(1,"x",""," y ")", ','), (Cells{"1", R"("x")", R"("")", R"(" y ")"}));
}

TEST(RawCells, MayHoldDelimitersQuotesAndNewlinesWithinQuotes) {
  EXPECT_EQ(raw_cells("\"a,b\",\"say \"\"x\"\"\",\"\r\n\",\"\"\"\"", ','),
            (Cells{"\"a,b\"", "\"say \"\"x\"\"\"", "\"\r\n\"", "\"\"\"\""}));
}

TEST(RawCells, BeginWithAQuoteOrItIsAByteLikeOthers) {
  EXPECT_EQ(raw_cells(R"(a"b;c";d)", ';'), (Cells{R"(a"b)", R"(c")", "d"}));
}

TEST(RawCells, MayBeEmpty) {
  EXPECT_EQ(raw_cells(",,", ','), (Cells{"", "", ""}));
  EXPECT_EQ(raw_cells("", ','), (Cells{""}));
}

TEST(RawCells, AreThoseThatWereJoined) {
  test::Random random;
  constexpr std::string_view kBytes = "a,;\"\r\n \t";
  for (int round = 0; round < test::rounds(2'000); ++round) {
    const char delimiter = ",;\t"[random.below(3)];
    std::vector<std::string> cells(1 + random.below(4));
    for (std::string& cell : cells) {
      for (std::uint64_t i = random.below(5); i > 0; --i) cell += kBytes[random.below(kBytes.size())];
      cell = random.below(3) == 0 ? quoted_cell(cell) : cell_text(cell, delimiter);
    }
    if (cells.size() == 1 && cells[0].empty()) continue;
    const std::string record = joined(cells, delimiter);
    EXPECT_EQ(raw_cells(record, delimiter), Cells(cells.begin(), cells.end())) << record;
  }
}

TEST(CellText, HasQuotesOnlyWhereItNeedsThem) {
  EXPECT_EQ(cell_text("plain text", ','), "plain text");
  EXPECT_EQ(cell_text("a;b", ','), "a;b");
  EXPECT_EQ(cell_text("a;b", ';'), "\"a;b\"");
  EXPECT_EQ(cell_text(" a", ','), "\" a\"");
  EXPECT_EQ(cell_text("a\"b", ','), "\"a\"\"b\"");
  EXPECT_EQ(cell_text("a\r", ','), "\"a\r\"");
  EXPECT_EQ(cell_text("", ','), "");
}

TEST(JoinedCells, AreNeverAnEmptyLine) {
  EXPECT_EQ(joined(std::vector<std::string>{""}, ','), "\"\"");
  EXPECT_EQ(joined(std::vector<std::string>{"", ""}, ','), ",");
}

TEST(RecordBeforeAnEndOfLine, KeepsACarriageReturnInItsLastCell) {
  EXPECT_EQ(before_end_of_line("a,b\r", ','), "a,\"b\r\"");
  EXPECT_EQ(before_end_of_line("a,\"b\r\"", ','), "a,\"b\r\"");
}

TEST(RecordAtTheBeginning, HidesWhatWouldBeTakenForAByteOrderMark) {
  EXPECT_EQ(at_beginning("\xEF\xBB\xBF"
                         "a\"b,c",
                         ','),
            "\"\xEF\xBB\xBF"
            "a\"\"b\",c");
  EXPECT_EQ(at_beginning("\xEF\xBB,c", ','), "\xEF\xBB,c");
}

TEST(RecordAtTheBeginning, IsNoEmptyLine) {
  EXPECT_EQ(at_beginning("", ','), "\"\"");
}

}  // namespace
}  // namespace peel::sources
