#include "peel/rows/canonical_row.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::rows {
namespace {

using Record = std::vector<std::string_view>;

std::string encoded(const Record& record, RowFields fields) {
  RowEncoder encoder(std::move(fields));
  return std::string(as_text(encoder.encode(record).bytes));
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
  const CanonicalRow row = encoder.encode(Record{"a", "b", "key"});
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
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<std::string> cells(random.below(5));
    Record record;
    RowFields fields;
    for (std::uint32_t i = 0; i < cells.size(); ++i) {
      cells[i] = std::string(random.below(400), static_cast<char>(random.below(256)));
      record.push_back(cells[i]);
      fields.positions.push_back(i);
    }
    RowEncoder encoder(fields);
    const auto back = cells_of(encoder.encode(record).bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, record);
  }
}

TEST(CellsOf, RefusesWhatNoEncoderWrites) {
  for (const std::string& bytes :
       {std::string("x\1z"), std::string("t\5abc"), std::string("t"), std::string("t\x80")}) {
    const auto cells = cells_of(as_bytes(bytes));
    ASSERT_FALSE(cells);
    EXPECT_EQ(cells.error().code(), ErrorCode::malformed);
  }
}

}  // namespace
}  // namespace peel::rows
