#include "peel/rows/canonical_row.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::rows {
namespace {

using Fields = std::vector<std::string_view>;

std::string encoded(const Fields& fields, RowFields chosen) {
  RowEncoder encoder(std::move(chosen));
  return std::string(as_text(encoder.encode({fields}).bytes));
}

TEST(CanonicalRow, IsTagLengthAndBytesOfEachCell) {
  EXPECT_EQ(encoded({"ab", ""}, {{0, 1}, 1}), std::string("t\2abt\0", 6));
}

TEST(CanonicalRow, WritesLengthsFrom128OnInSeveralBytes) {
  const std::string cell(300, 'x');
  EXPECT_EQ(encoded({cell}, {{0}, 1}), "t\xAC\x02" + cell);
}

TEST(CanonicalRow, HasTheKeyFirst) {
  RowEncoder encoder({{2, 0, 1}, 1});
  const CanonicalRow row = encoder.encode({Fields{"a", "b", "key"}});
  EXPECT_EQ(as_text(row.key()), "t\3key");
  EXPECT_EQ(as_text(row.values()), "t\1at\1b");
}

TEST(CanonicalRow, TellsCellsApartThatJoinToTheSameText) {
  EXPECT_NE(encoded({"a b", "c"}, {{0, 1}, 2}), encoded({"a", "b c"}, {{0, 1}, 2}));
  EXPECT_NE(encoded({"ab", ""}, {{0, 1}, 2}), encoded({"a", "b"}, {{0, 1}, 2}));
}

TEST(CanonicalRow, IsTheSameForTwoOrdersOfColumns) {
  EXPECT_EQ(encoded({"x", "y", "z"}, {{0, 2}, 1}), encoded({"z", "x"}, {{1, 0}, 1}));
}

TEST(CanonicalRow, GivesItsCellsBack) {
  test::Random random;
  for (int trial = 0; trial < test::rounds(200); ++trial) {
    std::vector<std::string> cells(random.below(5));
    Fields record;
    RowFields fields;
    for (std::uint32_t i = 0; i < cells.size(); ++i) {
      cells[i] = std::string(random.below(400), static_cast<char>(random.below(256)));
      record.push_back(cells[i]);
      fields.positions.push_back(i);
    }
    RowEncoder encoder(fields);
    const auto back = cells_of(encoder.encode({record}).bytes);
    ASSERT_TRUE(back);
    ASSERT_EQ(back->size(), record.size());
    for (std::size_t i = 0; i < record.size(); ++i) EXPECT_EQ((*back)[i], (Cell{CellTag::text, record[i]}));
  }
}

TEST(CanonicalRow, KeepsTheTagsOfATypedRecord) {
  const std::vector<CellTag> tags = {CellTag::null, CellTag::blob, CellTag::integer};
  RowEncoder encoder({{0, 1, 2}, 1});
  const Fields fields = {"", "b", "\x07"};
  EXPECT_EQ(as_text(encoder.encode({fields, tags}).bytes), std::string_view("n\0b\1bi\1\x07", 8));
}

TEST(CanonicalRow, ReadsByTheRulesOfItsColumnsAndCanSayHowItWasSpelled) {
  RowFields chosen{{0, 1}, 1};
  chosen.rules = {{CellRule::Reading::lent, ColumnType::integer},
                  {CellRule::Reading::lent, ColumnType::real}};
  RowEncoder encoder(chosen);
  const Fields fields = {"007", "1"};
  const CanonicalRow row = encoder.encode({fields}, Spelling::kept);
  EXPECT_EQ(as_text(row.key()), "i\1\7");
  EXPECT_EQ(as_text(row.values()), std::string_view("f\x08\0\0\0\0\0\0\xF0\x3F", 10));
  EXPECT_EQ(as_text(row.spelled),
            "t\3"
            "007t\1"
            "1");
}

TEST(CanonicalRow, TakesAnEmptyFieldForNullUnlessItStandsInQuotes) {
  const std::string_view raw = ",\"\",x";
  const Fields fields = {raw.substr(0, 0), raw.substr(2, 0), raw.substr(4)};
  RowFields chosen{{0, 1, 2}, 1};
  chosen.rules.assign(3, {CellRule::Reading::lent, ColumnType::text});
  RowEncoder encoder(chosen);
  EXPECT_EQ(as_text(encoder.encode({fields, {}, raw}).bytes), std::string_view("n\0t\0t\1x", 7));
}

TEST(CellsOf, RefusesWhatNoEncoderWrites) {
  for (const std::string& bytes : {std::string("x\1z"), std::string("t\5abc"), std::string("t"),
                                   std::string("t\x80"), std::string("n\1x"), std::string("f\4abcd"),
                                   std::string("i\x09"
                                               "123456789"),
                                   std::string("i\1\0", 3), std::string("t\x81\0x", 4),
                                   std::string("d\3"
                                               "1E2")}) {
    const auto cells = cells_of(as_bytes(bytes));
    ASSERT_FALSE(cells);
    EXPECT_EQ(cells.error().code(), ErrorCode::malformed);
  }
}

}  // namespace
}  // namespace peel::rows
