#include "cli/top/top_table.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace peel::cli {
namespace {

using Bars = TableStyle::Bars;
using Reader = TableStyle::Reader;

TopItem item(std::string key, CountBounds bounds) {
  return {.key = std::move(key),
          .length = 1,
          .count = bounds.upper,
          .share = static_cast<double>(bounds.upper) / 100,
          .bounds = bounds};
}

TopTable exact_table() {
  return {.total = CopyCount(100), .items = {item("apple", {50, 50}), item("pear", {5, 5})}};
}

TEST(BarOfAnItem, HasEighthsOfBlocks) {
  EXPECT_EQ(bar_of(1, 3, Bars::blocks), "███");
  EXPECT_EQ(bar_of(0.5, 3, Bars::blocks), "█▌ ");
  EXPECT_EQ(bar_of(1.0 / 24, 3, Bars::blocks), "▏  ");
  EXPECT_EQ(bar_of(23.0 / 24, 3, Bars::blocks), "██▉");
}

TEST(BarOfAnItem, HasWholeSignsWithoutBlocks) {
  EXPECT_EQ(bar_of(1, 4, Bars::ascii), "####");
  EXPECT_EQ(bar_of(0.5, 4, Bars::ascii), "##  ");
}

TEST(BarOfAnItem, ShowsWhatIsNotNothing) {
  EXPECT_EQ(bar_of(1e-9, 2, Bars::blocks), "▏ ");
  EXPECT_EQ(bar_of(1e-9, 2, Bars::ascii), "# ");
  EXPECT_EQ(bar_of(0, 2, Bars::blocks), "  ");
}

TEST(RowsOfATable, HaveCountsAndSharesWhereCountsAreExact) {
  const auto rows = rows_of(exact_table(), {});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].text, "     50   50.0%  apple");
  EXPECT_EQ(rows[1].text, "      5   5.00%  pear");
}

TEST(RowsOfATable, HaveBoundsWhereCountsAreNotExact) {
  TopTable table = exact_table();
  table.items[1].bounds = {3, 5};
  const auto rows = rows_of(table, {});
  EXPECT_EQ(rows[0].text, "     50   50.0%  50..50  apple");
  EXPECT_EQ(rows[1].text, "      5   5.00%    3..5  pear");
}

TEST(RowsOfATable, HaveBarsOnATerminalThatGrowWithIt) {
  const auto wide = rows_of(exact_table(), {.reader = Reader::terminal, .columns = 80});
  EXPECT_EQ(wide[0].text, "     50   50.0%  " + std::string(40, '#') + "  apple");
  const auto narrow = rows_of(exact_table(), {.reader = Reader::terminal, .columns = 40});
  EXPECT_EQ(narrow[0].text, "     50   50.0%  " + std::string(15, '#') + "  apple");
  const auto narrowest = rows_of(exact_table(), {.reader = Reader::terminal, .columns = 24});
  EXPECT_EQ(narrowest[0].text, "     50   50.0%  apple");
}

TEST(RowsOfATable, FitIntoAScreenOfAnyWidth) {
  TopTable table = exact_table();
  table.items[0].key = std::string(500, 'x');
  table.items[0].bounds = {30, 50};
  for (std::size_t columns = 1; columns < 120; ++columns) {
    for (const TableRow& row : rows_of(table, {.reader = Reader::screen, .columns = columns}))
      EXPECT_LT(row.columns, columns);
  }
}

TEST(RowsOfATable, LeaveOutBoundsAndThenSharesBeforeTheKeyOnANarrowScreen) {
  TopTable table = exact_table();
  table.items[1].bounds = {3, 5};
  const auto first = [&table](std::size_t columns) {
    return rows_of(table, {.reader = Reader::screen, .columns = columns})[0].text;
  };
  EXPECT_EQ(first(31), "     50   50.0%  50..50  apple");
  EXPECT_EQ(first(30), "     50   50.0%  apple");
  EXPECT_EQ(first(23), "     50   50.0%  apple");
  EXPECT_EQ(first(22), "     50  apple");
  EXPECT_EQ(first(15), "     50  apple");
  EXPECT_EQ(first(14), "     50  a...");
}

TEST(RowsOfATable, KnowHowWideTheyAreWhateverTheirColours) {
  const TableRow plain = rows_of(exact_table(), {.reader = Reader::terminal})[0];
  EXPECT_EQ(plain.columns, plain.text.size());
  const TableRow coloured = rows_of(exact_table(), {.reader = Reader::terminal, .colour = Colour::on})[0];
  EXPECT_EQ(coloured.columns, plain.columns);
}

TEST(RowsOfATable, QuoteControlCharacters) {
  const TopTable table{.total = CopyCount(1), .items = {item("\x1b[2J", {1, 1})}};
  for (const Reader reader : {Reader::terminal, Reader::program})
    EXPECT_TRUE(rows_of(table, {.reader = reader})[0].text.ends_with(R"(  "\033[2J")"));
}

TEST(RowsOfATable, SayThatAKeyWasCut) {
  TopTable table = exact_table();
  table.items[0].is_cut = true;
  table.items[0].length = 300;
  EXPECT_EQ(rows_of(table, {})[0].text, "     50   50.0%  apple... (300 bytes)");
}

}  // namespace
}  // namespace peel::cli
