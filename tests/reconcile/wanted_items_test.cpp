// Items by their scheme, and the items that a listing wants.
#include "peel/reconcile/wanted_items.hpp"

#include "reconcile/fake_source.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

const KeyHasher kSchemeHashing(HashFamily::fast, kDefaultSeed);

Bytes item_of(const RowItems& items, const rows::CanonicalRow& row) {
  Bytes bytes(items.width());
  items.write(row, bytes.data());
  return bytes;
}

// The item of typed cells, the first `key_columns` of which are the key.
Bytes item_of(const RowItems& items, const std::vector<test::FakeCell>& cells, std::size_t key_columns) {
  rows::RowFields fields{{}, key_columns};
  std::vector<std::string_view> payloads;
  std::vector<rows::CellTag> tags;
  for (const test::FakeCell& cell : cells) {
    fields.positions.push_back(static_cast<std::uint32_t>(payloads.size()));
    payloads.push_back(cell.payload);
    tags.push_back(cell.tag);
  }
  rows::RowEncoder encoder(fields);
  return item_of(items, encoder.encode({payloads, tags}));
}

TEST(ItemScheme, HasTheWidthOfItsParts) {
  EXPECT_EQ(ItemScheme::live().width(), 7U);
  EXPECT_EQ(ItemScheme::live_by_key(1, 8).width(), 1U + 2 + 8 + 7);
  EXPECT_EQ(ItemScheme::live_by_key(3, 34).width(), 1U + 6 + 34 + 7);
  SketchDescription description;
  EXPECT_EQ(ItemScheme::of(description).width(), 14U);
  description.items = SketchDescription::Items::rows;
  description.columns = {"a", "b", "c"};
  EXPECT_EQ(ItemScheme::of(description).width(), 14U);
  description.key_columns = 2;
  description.key_bytes = 20;
  EXPECT_EQ(ItemScheme::of(description).width(), 1U + 1 + 20 + 8);
  description.items = SketchDescription::Items::typed_rows;
  EXPECT_EQ(ItemScheme::of(description).width(), 1U + 4 + 20 + 8);
}

TEST(ItemScheme, TellsWhetherItemsHoldAKey) {
  EXPECT_FALSE(ItemScheme::live().by_key());
  EXPECT_TRUE(ItemScheme::live_by_key(1, 8).by_key());
  EXPECT_FALSE(ItemScheme::of(SketchDescription{}).by_key());
}

TEST(ItemScheme, IsRefusedIfNoItemHasRoomForIt) {
  const auto code_of = [](const ItemScheme& scheme) {
    const auto items = RowItems::from(scheme, kSchemeHashing);
    return items ? std::nullopt : std::optional(items.error().code());
  };
  using enum ErrorCode;
  EXPECT_EQ(code_of({.digest_bytes = 9}), invalid_argument);
  EXPECT_EQ(code_of({.digest_bytes = 0}), invalid_argument);
  EXPECT_EQ(code_of(ItemScheme::live_by_key(0, 20)), invalid_argument);
  EXPECT_EQ(code_of(ItemScheme::live_by_key(1, 7)), invalid_argument);  // a slot of 10 bytes, 9 for a digest
  EXPECT_EQ(code_of(ItemScheme::live_by_key(1, 8)), std::nullopt);
  EXPECT_EQ(code_of(ItemScheme::live_by_key(1, 54)), std::nullopt);  // 64 bytes
  EXPECT_EQ(code_of(ItemScheme::live_by_key(1, 55)), invalid_argument);
  EXPECT_EQ(code_of({ItemScheme::KeyForm::text, 0, 20, 8}), invalid_argument);
}

TEST(LiveItems, AreEqualIfAndOnlyIfRowsAre) {
  test::Random random;
  for (const ItemScheme& scheme : {ItemScheme::live(), ItemScheme::live_by_key(1, 8)}) {
    const RowItems items = *RowItems::from(scheme, kSchemeHashing);
    std::map<std::string, Bytes> by_row;
    std::set<Bytes> distinct;
    for (int i = 0; i < test::rounds(500); ++i) {
      const auto key = static_cast<std::int64_t>(random.below(40));
      const std::string value(random.below(4), 'v');
      const Bytes item = item_of(items, {test::integer_cell(key), test::text_cell(value)}, 1);
      const auto [known, is_new] = by_row.emplace(std::to_string(key) + value, item);
      ASSERT_EQ(known->second, item);
      ASSERT_EQ(distinct.insert(item).second, is_new);
    }
  }
}

TEST(LiveItems, GiveBackAKeyThatFits) {
  const RowItems items = *RowItems::from(ItemScheme::live_by_key(1, 8), kSchemeHashing);
  for (const std::int64_t key : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, INT64_MAX}) {
    const auto bytes = items.key_of(item_of(items, {test::integer_cell(key), test::text_cell("x")}, 1));
    ASSERT_TRUE(bytes) << key;
    EXPECT_EQ(rows::integer_of((*rows::cells_of(*bytes))[0]), key);
  }
}

TEST(LiveItems, CarryADigestOfAKeyThatIsTooLong) {
  const RowItems items = *RowItems::from(ItemScheme::live_by_key(1, 8), kSchemeHashing);
  const Bytes item = item_of(items, {test::text_cell("nine bytes"), test::text_cell("x")}, 1);
  EXPECT_FALSE(items.key_of(item));
  EXPECT_EQ(items.digest_of(item)->size(), 2U * 10);  // all of the slot but its first byte
  EXPECT_TRUE(items.is_item(item));
  const Bytes same_key = item_of(items, {test::text_cell("nine bytes"), test::text_cell("y")}, 1);
  EXPECT_NE(item, same_key);
  EXPECT_EQ(as_text(items.name_of(item)), as_text(items.name_of(same_key)));
  const Bytes other_key = item_of(items, {test::text_cell("Nine bytes"), test::text_cell("x")}, 1);
  EXPECT_NE(as_text(items.name_of(item)), as_text(items.name_of(other_key)));
  EXPECT_EQ(items.value_digest_of(item), items.value_digest_of(other_key));
}

TEST(LiveItems, GiveBackNoKeyThatIsAJsonArrayOrAPartOfATolerance) {
  const RowItems items = *RowItems::from(ItemScheme::live_by_key(1, 8), kSchemeHashing);
  const auto has_key = [&items](rows::CellTag tag, std::string payload) {
    return items.key_of(item_of(items, {{tag, std::move(payload)}, test::text_cell("x")}, 1)).has_value();
  };
  EXPECT_TRUE(has_key(rows::CellTag::json, "true"));
  EXPECT_TRUE(has_key(rows::CellTag::json, "false"));
  EXPECT_FALSE(has_key(rows::CellTag::json, "[1]"));
  EXPECT_FALSE(has_key(rows::CellTag::rounded, "\1"));
}

TEST(LiveItems, AreTheirOwnStratumItemIfTheyAreShort) {
  const RowItems items = *RowItems::from(ItemScheme::live(), kSchemeHashing);
  const Bytes item = item_of(items, {as_bytes("a line"), 6});
  EXPECT_EQ(items.stratum_item(item), load_le(item.data(), 7));
}

TEST(LiveItems, HaveADigestAsStratumItemIfTheyAreLonger) {
  const RowItems items = *RowItems::from(ItemScheme::live_by_key(1, 8), kSchemeHashing);
  std::set<std::uint64_t> distinct;
  for (std::int64_t key = 0; key < 1'000; ++key) {
    const Bytes item = item_of(items, {test::integer_cell(key), test::text_cell("x")}, 1);
    ASSERT_EQ(items.stratum_item(item), items.stratum_item(Bytes(item)));
    ASSERT_LE(items.stratum_item(item), kStrataItemMask);
    distinct.insert(items.stratum_item(item));
  }
  EXPECT_EQ(distinct.size(), 1'000U);
}

// Items of lines, listed as often as asked for.
class ListedItems {
 public:
  void insert(const std::string& line, std::uint64_t times) { append(listing.inserted, line, times); }
  void erase(const std::string& line, std::uint64_t times) { append(listing.deleted, line, times); }
  Bytes item(const std::string& line) const { return item_of(items, {as_bytes(line), line.size()}); }

  RowItems items = *RowItems::from(ItemScheme::live(), kSchemeHashing);
  Listing listing{Entries(7, 0), Entries(7, 0)};

 private:
  void append(Entries& entries, const std::string& line, std::uint64_t times) {
    entries.append(item(line), {}, std::vector{times});
  }
};

TEST(WantedItems, FindThoseThatWereListedAndNoOthers) {
  test::Random random;
  for (int round = 0; round < test::rounds(20); ++round) {
    ListedItems listed;
    std::map<std::string, std::size_t> model;
    for (std::uint64_t i = random.below(200); i > 0; --i) {
      const std::string line = std::to_string(random.below(1'000));
      if (!model.emplace(line, model.size()).second) continue;
      random.below(2) == 0 ? listed.insert(line, 1) : listed.erase(line, 1);
    }
    const WantedItems wanted(listed.listing, listed.items, Seed(random.below(1'000)));
    ASSERT_EQ(wanted.size(), model.size());
    std::set<std::size_t> indices;
    for (int i = 0; i < 1'000; ++i) {
      const std::string line = std::to_string(i);
      const auto index = wanted.find(listed.item(line));
      ASSERT_EQ(index.has_value(), model.contains(line)) << line;
      if (index) indices.insert(*index);
    }
    ASSERT_EQ(indices.size(), model.size());
    ASSERT_TRUE(indices.empty() || *indices.rbegin() + 1 == model.size());
  }
}

TEST(WantedItems, AreAccountedForByAsManyMoreOfEachAsWereListed) {
  ListedItems listed;
  listed.insert("twice on the left", 2);
  listed.erase("once on the right", 1);
  const WantedItems wanted(listed.listing, listed.items, kDefaultSeed);
  ASSERT_EQ(wanted.find(listed.item("twice on the left")), 0U);
  ASSERT_EQ(wanted.find(listed.item("once on the right")), 1U);
  EXPECT_TRUE(wanted.accounts_for({2, 0}, {0, 1}));
  EXPECT_TRUE(wanted.accounts_for({5, 7}, {3, 8}));
  EXPECT_FALSE(wanted.accounts_for({1, 0}, {0, 1}));
  EXPECT_FALSE(wanted.accounts_for({2, 0}, {0, 0}));
  EXPECT_FALSE(wanted.accounts_for({0, 1}, {2, 0}));
}

TEST(WantedItems, AddUpWhatIsListedOnBothSides) {
  ListedItems listed;
  listed.insert("a false one", 3);
  listed.erase("a false one", 2);
  const WantedItems wanted(listed.listing, listed.items, kDefaultSeed);
  EXPECT_EQ(wanted.size(), 1U);
  EXPECT_TRUE(wanted.accounts_for({1}, {0}));
  EXPECT_FALSE(wanted.accounts_for({3}, {0}));
}

TEST(WantedItems, MayBeNone) {
  const ListedItems listed;
  const WantedItems wanted(listed.listing, listed.items, kDefaultSeed);
  EXPECT_EQ(wanted.size(), 0U);
  EXPECT_FALSE(wanted.find(listed.item("anything")));
  EXPECT_TRUE(wanted.accounts_for({}, {}));
}

}  // namespace
}  // namespace peel::reconcile
