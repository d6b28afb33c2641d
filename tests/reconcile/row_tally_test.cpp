// RowTally against a model that says the same in a few lines of std::map.
#include "peel/reconcile/row_tally.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace peel::reconcile {
namespace {

using enum Change::Kind;

// A row of one letter as the key, and the rest.
rows::CanonicalRow row(const std::string& text) {
  return {as_bytes(text), 1};
}

using SeenRows = std::tuple<Change::Kind, std::string, std::string, std::uint64_t>;

std::vector<SeenRows> seen(const RowTally& tally) {
  std::vector<SeenRows> all;
  for (const Change& change : tally.changes()) {
    all.emplace_back(change.kind, as_text(change.left.row.bytes), as_text(change.right.row.bytes),
                     change.count);
  }
  return all;
}

RowTally tallied(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  RowTally tally(kDefaultSeed);
  for (std::size_t i = 0; i < left.size(); ++i) tally.add(Side::left, row(left[i]), i);
  for (std::size_t i = 0; i < right.size(); ++i) tally.add(Side::right, row(right[i]), i);
  return tally;
}

TEST(RowTally, IsSilentAboutEqualRowsInAnyOrder) {
  EXPECT_TRUE(tallied({"a1", "b1", "a1"}, {"b1", "a1", "a1"}).changes().empty());
}

TEST(RowTally, CallsOneRowAgainstOneRowOfAKeyChanged) {
  EXPECT_EQ(seen(tallied({"a1", "b1"}, {"b1", "a2"})), (std::vector<SeenRows>{{changed, "a1", "a2", 1}}));
}

TEST(RowTally, ListsRowsOfAKeyWithSeveralOnOneSide) {
  EXPECT_EQ(seen(tallied({"a1", "a2"}, {"a3"})),
            (std::vector<SeenRows>{{removed, "a1", "", 1}, {removed, "a2", "", 1}, {added, "", "a3", 1}}));
  EXPECT_EQ(seen(tallied({"a1", "a1"}, {"a3"})),
            (std::vector<SeenRows>{{removed, "a1", "", 2}, {added, "", "a3", 1}}));
}

TEST(RowTally, LooksAtWhatIsLeftAfterEqualRowsCancel) {
  EXPECT_EQ(seen(tallied({"a1", "a2"}, {"a2", "a3"})), (std::vector<SeenRows>{{changed, "a1", "a3", 1}}));
  EXPECT_EQ(seen(tallied({"a1", "a1", "a2"}, {"a1", "a3"})),
            (std::vector<SeenRows>{{removed, "a1", "", 1}, {removed, "a2", "", 1}, {added, "", "a3", 1}}));
}

TEST(RowTally, CountsRows) {
  EXPECT_EQ(seen(tallied({"a1", "a1", "a1"}, {"a1"})), (std::vector<SeenRows>{{removed, "a1", "", 2}}));
}

TEST(RowTally, OrdersByTheLeftSideAndThenByTheRight) {
  EXPECT_EQ(seen(tallied({"z1", "m1", "a1"}, {"y1", "b1", "m2"})),
            (std::vector<SeenRows>{{removed, "z1", "", 1},
                                   {changed, "m1", "m2", 1},
                                   {removed, "a1", "", 1},
                                   {added, "", "y1", 1},
                                   {added, "", "b1", 1}}));
}

// The rule, said again.
std::vector<SeenRows> model(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  std::map<std::string, std::int64_t> net;
  for (const std::string& text : left) ++net[text];
  for (const std::string& text : right) --net[text];
  std::map<char, std::vector<std::string>> rows_left, rows_right;
  for (const auto& [text, count] : net) {
    for (std::int64_t i = 0; i < count; ++i) rows_left[text[0]].push_back(text);
    for (std::int64_t i = 0; i > count; --i) rows_right[text[0]].push_back(text);
  }
  std::vector<SeenRows> all;
  std::set<std::string> said;
  for (const std::string& text : left) {
    if (net[text] <= 0 || !said.insert(text).second) continue;
    const auto& others = rows_right[text[0]];
    if (rows_left[text[0]].size() == 1 && others.size() == 1) {
      all.emplace_back(changed, text, others[0], 1);
      said.insert(others[0]);
    } else {
      all.emplace_back(removed, text, "", net[text]);
    }
  }
  for (const std::string& text : right) {
    if (net[text] < 0 && said.insert(text).second) all.emplace_back(added, "", text, -net[text]);
  }
  return all;
}

TEST(RowTally, AgreesWithTheModel) {
  test::Random random;
  for (int trial = 0; trial < test::rounds(2'000); ++trial) {
    const std::uint64_t keys = 1 + random.below(6);
    const auto side = [&] {
      std::vector<std::string> texts(random.below(12));
      for (std::string& text : texts) {
        text = {static_cast<char>('a' + random.below(keys)), static_cast<char>('0' + random.below(3))};
      }
      return texts;
    };
    const auto left = side();
    const auto right = side();
    ASSERT_EQ(seen(tallied(left, right)), model(left, right));
  }
}

TEST(RowTally, AddsUpTheTalliesOfTheSides) {
  RowTally left = tallied({"a1", "b1", "b1"}, {});
  left.add(tallied({}, {"b1", "c1"}));
  EXPECT_EQ(seen(left), seen(tallied({"a1", "b1", "b1"}, {"b1", "c1"})));
}

TEST(RowTally, HoldsManyRows) {
  test::Random random;
  RowTally tally(kDefaultSeed);
  const std::vector<std::uint64_t> keys = random.distinct_keys(20'000);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string text = std::to_string(keys[i]);
    tally.add(Side::left, {as_bytes(text), text.size()}, i);
    if (i % 100 != 0) tally.add(Side::right, {as_bytes(text), text.size()}, i);
  }
  EXPECT_EQ(tally.changes().size(), 200U);
}

}  // namespace
}  // namespace peel::reconcile
