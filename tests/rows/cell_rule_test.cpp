#include "peel/rows/cell_rule.hpp"

#include "support/random.hpp"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <sstream>
#include <vector>

namespace peel::rows {
namespace {

using Reading = CellRule::Reading;

Cell text(std::string_view payload) {
  return {CellTag::text, payload};
}

std::string hexadecimal(std::string_view bytes) {
  std::ostringstream out;
  for (const char byte : bytes) {
    out << "0123456789abcdef"[static_cast<unsigned char>(byte) >> 4]
        << "0123456789abcdef"[static_cast<unsigned char>(byte) & 15];
  }
  return out.str();
}

const std::map<std::string, ColumnType> kTypes = {
    {"any", ColumnType::any},         {"text", ColumnType::text}, {"integer", ColumnType::integer},
    {"numeric", ColumnType::numeric}, {"real", ColumnType::real}, {"decimal", ColumnType::decimal},
    {"time", ColumnType::time},       {"blob", ColumnType::blob}, {"json", ColumnType::json}};

TEST(LentTypes, ReadTextAsThePublishedVectorsSay) {
  std::ifstream file(PEEL_TESTS_DIR "/golden/cells.tsv");
  std::string line;
  int vectors = 0;
  while (std::getline(file, line)) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string type;
    std::string value;
    std::string tag;
    std::string payload;
    std::getline(fields, type, '\t');
    std::getline(fields, value, '\t');
    std::getline(fields, tag, '\t');
    std::getline(fields, payload, '\t');
    CellRoom room;
    const Cell cell = by_rule({Reading::lent, kTypes.at(type)}, text(value), room);
    EXPECT_EQ(static_cast<char>(cell.tag), tag.at(0)) << line;
    EXPECT_EQ(hexadecimal(cell.payload), payload) << line;
    ++vectors;
  }
  EXPECT_GT(vectors, 250);
}

TEST(LentTypes, TakeWhatIsMissingInJsonForNull) {
  CellRoom room;
  for (const auto& [name, type] : kTypes) {
    EXPECT_TRUE(by_rule({Reading::lent, type}, Cell{CellTag::json, ""}, room).is_null()) << name;
  }
}

TEST(LentTypes, TakeTrueForOneWhereNumbersAreWhole) {
  CellRoom room;
  const Cell yes{CellTag::json, "true"};
  EXPECT_EQ(integer_of(by_rule({Reading::lent, ColumnType::integer}, yes, room)), 1);
  EXPECT_EQ(by_rule({Reading::lent, ColumnType::text}, yes, room), text("true"));
  EXPECT_EQ(by_rule({Reading::lent, ColumnType::json}, yes, room), text("true"));
}

TEST(LentTypes, MakeOfJsonTheSameAsOfItsExport) {
  for (const char* const payload : {"true", "[1,2]", "{\"a\":15E-1}", "15E-1"}) {
    for (const auto& [name, type] : kTypes) {
      // There true is 1, and the text that an export writes for it is not.
      if (type == ColumnType::integer || type == ColumnType::numeric) continue;
      CellRoom one;
      CellRoom other;
      const CellRule rule{Reading::lent, type};
      EXPECT_EQ(by_rule(rule, Cell{CellTag::json, payload}, one), by_rule(rule, text(payload), other))
          << name << " " << payload;
    }
  }
}

// A typed cell and the text that an export writes for it must become the same, whatever the column's type.
TEST(LentTypes, MakeACellAndItsExportTheSame) {
  test::Random random;
  NumberRoom number;
  CellRoom decimal;
  for (int trial = 0; trial < test::rounds(20'000); ++trial) {
    std::string bytes;
    Cell cell;
    switch (random.below(6)) {
      case 0:
        cell = integer_cell(static_cast<std::int64_t>(random.next() >> random.below(64)), number);
        break;
      case 1:
        cell = real_cell(
            std::ldexp(static_cast<double>(random.next()) - 9e18, static_cast<int>(random.below(200)) - 120),
            number);
        break;
      case 2:
        cell = real_cell(static_cast<double>(random.below(1000)) / 8, number);
        break;
      case 3:
        cell = {CellTag::time, integer_cell(static_cast<std::int64_t>(random.next()), number).payload};
        break;
      case 4:
        bytes = std::to_string(random.next()) + std::to_string(random.next() >> random.below(64)) + "e" +
                std::to_string(random.below(100)) + "0";
        bytes.insert(random.below(20), ".");
        cell = by_rule({Reading::lent, ColumnType::decimal}, text(bytes), decimal);
        break;
      default:
        for (std::size_t i = random.below(6); i > 0; --i) bytes += "0123456789.e-+x"[random.below(15)];
        cell = {random.below(2) == 0 ? CellTag::text : CellTag::blob, bytes};
    }
    const std::string exported = text_of(cell);
    for (const auto& [name, type] : kTypes) {
      CellRoom one;
      CellRoom other;
      const CellRule rule{Reading::lent, type};
      ASSERT_EQ(by_rule(rule, cell, one), by_rule(rule, text(exported), other)) << name << " " << exported;
    }
  }
}

TEST(LentTypes, MakeOfWhatNumbersCannotBeTheSameAsOfItsExport) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double value : {kInfinity, -kInfinity, std::nan(""), 0.0, -0.0}) {
    for (const auto& [name, type] : kTypes) {
      CellRoom one;
      CellRoom other;
      NumberRoom number;
      const CellRule rule{Reading::lent, type};
      const Cell cell = real_cell(value, number);
      EXPECT_EQ(by_rule(rule, cell, one), by_rule(rule, text(text_of(cell)), other)) << name << " " << value;
    }
  }
}

TEST(LentTypes, KeepNull) {
  CellRoom room;
  for (const auto& [name, type] : kTypes)
    EXPECT_TRUE(by_rule({Reading::lent, type}, {}, room).is_null()) << name;
}

TEST(AsText, WritesWhatAnExportWould) {
  CellRoom room;
  NumberRoom number;
  EXPECT_EQ(by_rule({Reading::as_text}, integer_cell(-7, number), room), text("-7"));
  EXPECT_EQ(by_rule({Reading::as_text}, {}, room), text(""));
}

}  // namespace
}  // namespace peel::rows
