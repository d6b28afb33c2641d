#include "peel/reconcile/row_items.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using namespace std::string_view_literals;

const KeyHasher kItemHashing(HashFamily::fast, kDefaultSeed);

SketchDescription keyed(std::uint32_t key_columns, std::uint8_t key_bytes = 16) {
  return {.items = SketchDescription::Items::rows,
          .has_header = true,
          .columns = {"a", "b", "c"},
          .key_columns = key_columns,
          .key_bytes = key_bytes};
}

Bytes item(const RowItems& items, const std::vector<std::string_view>& record, std::size_t key_columns) {
  rows::RowFields fields{{}, key_columns};
  for (std::uint32_t i = 0; i < record.size(); ++i) fields.positions.push_back(i);
  rows::RowEncoder encoder(fields);
  Bytes bytes(items.width());
  const std::uint64_t digest = items.write(encoder.encode({record}), bytes.data());
  EXPECT_EQ(digest, items.stratum_item(bytes));
  return bytes;
}

Bytes name(const RowItems& items, const Bytes& bytes) {
  const ByteView view = items.name_of(bytes);
  return Bytes(view.begin(), view.end());
}

std::string hex(const Bytes& bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    text += "0123456789abcdef"[static_cast<unsigned>(byte) >> 4];
    text += "0123456789abcdef"[static_cast<unsigned>(byte) & 15];
  }
  return text;
}

using Cells = std::vector<std::string>;

std::optional<Cells> key_of(const RowItems& items, const Bytes& bytes) {
  const auto key = items.key_of(bytes);
  if (!key) return std::nullopt;
  const auto canonical = rows::cells_of(*key);
  EXPECT_TRUE(canonical);
  Cells cells;
  for (const rows::Cell& cell : *canonical) {
    EXPECT_EQ(cell.tag, rows::CellTag::text);
    cells.emplace_back(cell.payload);
  }
  return cells;
}

TEST(RowItems, KeepAKeyThatFits) {
  const RowItems items = *RowItems::from(keyed(1), kItemHashing);
  EXPECT_EQ(key_of(items, item(items, {"exactly 16 bytes", "x"}, 1)), Cells{"exactly 16 bytes"});
  EXPECT_EQ(key_of(items, item(items, {"", "x"}, 1)), Cells{""});
  EXPECT_EQ(key_of(items, item(items, {std::string_view("a\0b\0", 4), "x"}, 1)),
            Cells{std::string("a\0b\0", 4)});
}

TEST(RowItems, KeepADigestOfAKeyThatDoesNotFit) {
  const RowItems items = *RowItems::from(keyed(1), kItemHashing);
  for (const std::size_t size : {17U, 127U, 128U, 300U, 20'000U}) {
    const Bytes bytes = item(items, {std::string(size, 'k'), "x"}, 1);
    EXPECT_FALSE(key_of(items, bytes)) << size;
    EXPECT_EQ(items.digest_of(bytes)->size(), 32U) << size;
  }
}

TEST(RowItems, HaveRoomForAllCellsOfACompositeKey) {
  const RowItems items = *RowItems::from(keyed(3), kItemHashing);
  const Bytes bytes = item(items, {"eight by", "", "tes each"}, 3);
  EXPECT_EQ(key_of(items, bytes), (Cells{"eight by", "", "tes each"}));
  EXPECT_FALSE(key_of(items, item(items, {"eight by", "!", "tes each"}, 3)));
}

TEST(RowItems, TellCompositeKeysApartThatJoinToTheSameText) {
  const RowItems items = *RowItems::from(keyed(2), kItemHashing);
  EXPECT_NE(name(items, item(items, {"a b", "c", "x"}, 2)), name(items, item(items, {"a", "b c", "x"}, 2)));
  EXPECT_NE(name(items, item(items, {"", "a", "x"}, 2)), name(items, item(items, {"a", "", "x"}, 2)));
}

TEST(RowItems, NameARowByItsKeyAlone) {
  const RowItems items = *RowItems::from(keyed(1), kItemHashing);
  const Bytes before = item(items, {"7", "apple"}, 1);
  const Bytes after = item(items, {"7", "pear"}, 1);
  EXPECT_NE(before, after);
  EXPECT_EQ(name(items, before), name(items, after));
}

TEST(RowItems, KeepTheTypesOfATypedKey) {
  SketchDescription description = keyed(2);
  description.items = SketchDescription::Items::typed_rows;
  description.types = {'i', 't', 'a'};
  const RowItems items = *RowItems::from(description, kItemHashing);
  rows::RowEncoder encoder({{0, 1, 2}, 2});
  const std::vector<std::string_view> fields = {"\7", "sixteen bytes", "x"};
  const std::vector<rows::CellTag> tags = {rows::CellTag::integer, rows::CellTag::text, rows::CellTag::null};
  const rows::CanonicalRow row = encoder.encode({fields, tags});
  Bytes bytes(items.width());
  items.write(row, bytes.data());
  ASSERT_TRUE(items.is_item(bytes));
  EXPECT_EQ(items.key_of(bytes), Bytes(row.key().begin(), row.key().end()));
}

TEST(RowItems, OfTypedRowsHoldCanonicalCellsThatAFileMayHave) {
  SketchDescription description = keyed(1);
  description.items = SketchDescription::Items::typed_rows;
  description.types = {'a', 'a', 'a'};
  const RowItems items = *RowItems::from(description, kItemHashing);
  const auto is_item = [&items](std::string_view key) {
    Bytes bytes(items.width());
    bytes[0] = static_cast<std::byte>(key.size());
    std::ranges::copy(as_bytes(key), bytes.begin() + 1);
    return items.is_item(bytes);
  };
  EXPECT_TRUE(is_item("i\1\7"));
  EXPECT_FALSE(is_item("i\2\7\0"sv));  // 7 in two bytes
  EXPECT_FALSE(is_item("r\1\7"));      // within a tolerance
  EXPECT_FALSE(is_item("i\1\7n\0"sv));
  EXPECT_FALSE(is_item(""));
}

TEST(RowItems, RefuseTypesThatPeelDoesNotKnow) {
  SketchDescription description = keyed(0, 0);
  description.items = SketchDescription::Items::typed_rows;
  description.types = {'a', 't', 'z'};
  const auto items = RowItems::from(description, kItemHashing);
  ASSERT_FALSE(items);
  EXPECT_EQ(items.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(items.error().sentence(),
            "a column of the sketch has the type 'z'; accepted are a, b, d, e, f, i, p, t and u");
}

TEST(RowItems, HaveRoomForTheTagsOfATypedKey) {
  SketchDescription description = keyed(3, 48);
  description.items = SketchDescription::Items::typed_rows;
  description.types = {'a', 'a', 'a'};
  EXPECT_TRUE(RowItems::from(description, kItemHashing));  // 1 + 6 + 48 + 8 of 64 bytes
  description.columns.resize(4);
  description.key_columns = 4;
  description.types.push_back('a');
  EXPECT_FALSE(RowItems::from(description, kItemHashing));
}

TEST(RowItems, AreDigestsOfWholeRowsWithoutAKey) {
  const RowItems items = *RowItems::from(SketchDescription{}, kItemHashing);
  EXPECT_EQ(items.width(), 14U);
  Bytes bytes(14);
  const std::string line = "a line";
  items.write({as_bytes(line), line.size()}, bytes.data());
  EXPECT_EQ(items.digest_of(bytes)->size(), 28U);
  EXPECT_FALSE(key_of(items, bytes));
  EXPECT_EQ(name(items, bytes), bytes);
}

// Files that exist depend on these bytes; docs/formats/rows.md shows the first, tests/conformance makes it
// too.
TEST(RowItems, StayWhatTheyAre) {
  const RowItems items = *RowItems::from(keyed(1), kItemHashing);
  EXPECT_EQ(hex(item(items, {"7", "apple"}, 1)), "0137000000000000000000000000000000f67aaa6a5ae2b47a");
  EXPECT_EQ(hex(item(items, {"a key of seventeen", ""}, 1)).substr(0, 34),
            "ff2eb92bc94b6ccb5dca176a653e4db366");
  const RowItems whole = *RowItems::from(SketchDescription{}, kItemHashing);
  Bytes line(14);
  whole.write({as_bytes("a line"), 6}, line.data());
  EXPECT_EQ(hex(line), "41dc93941bbfbf065330dd08e36d");
}

TEST(RowItems, OfTypedRowsStayWhatTheyAre) {
  using enum rows::CellTag;
  SketchDescription description = keyed(2);
  description.items = SketchDescription::Items::typed_rows;
  description.columns = {"id", "place", "price", "seen"};
  description.types = {'i', 't', 'f', 'u'};
  const RowItems items = *RowItems::from(description, kItemHashing);
  const auto typed = [&items](const std::vector<std::string_view>& fields,
                              const std::vector<rows::CellTag>& tags) {
    rows::RowEncoder encoder({{0, 1, 2, 3}, 2});
    Bytes bytes(items.width());
    items.write(encoder.encode({fields, tags}), bytes.data());
    return hex(bytes);
  };
  constexpr std::string_view kPrice("\0\0\0\0\0\0\x04\x40", 8);
  EXPECT_EQ(typed({"\7", "Ulm", kPrice, "\x40\x42\x0F"}, {integer, text, real, time}),
            "086901077403556c6d000000000000000000000000822f5a93ce87bba7");
  EXPECT_EQ(typed({"", "", "", "\0\xFF"sv}, {null, text, null, blob}),
            "046e007400000000000000000000000000000000009181e7ae06f0e00d");
  EXPECT_EQ(typed({"\x08", "a place with a long name", kPrice, "\x40\x42\x0F"}, {integer, text, real, time}),
            "ff333baaf22717213e1520368defdb08e900000000822f5a93ce87bba7");
}

TEST(RowItems, DependOnTheSeed) {
  const RowItems here = *RowItems::from(keyed(1), kItemHashing);
  const RowItems there = *RowItems::from(keyed(1), KeyHasher(HashFamily::fast, Seed(7)));
  EXPECT_NE(item(here, {"7", "apple"}, 1), item(there, {"7", "apple"}, 1));
}

TEST(RowItems, RefuseKeysThatNoItemHasRoomFor) {
  EXPECT_FALSE(RowItems::from(keyed(1, 15), kItemHashing));
  EXPECT_FALSE(RowItems::from(keyed(1, 49), kItemHashing));
  EXPECT_TRUE(RowItems::from(keyed(8, 48), kItemHashing));
  EXPECT_FALSE(RowItems::from(keyed(9, 48), kItemHashing));
  EXPECT_TRUE(RowItems::from(keyed(9, 47), kItemHashing));
}

TEST(RowItems, ReadNoKeyFromBytesThatHoldNone) {
  const RowItems items = *RowItems::from(keyed(2), kItemHashing);
  for (const unsigned first : {18U, 200U, 254U}) {
    Bytes forged(items.width(), std::byte{0xEE});
    forged[0] = static_cast<std::byte>(first);
    EXPECT_FALSE(key_of(items, forged)) << first;
    EXPECT_TRUE(items.digest_of(forged)) << first;
  }
  Bytes forged(items.width());
  EXPECT_FALSE(key_of(items, forged));  // two cells, and not even the length of the first
}

}  // namespace
}  // namespace peel::reconcile
