// A sketch of one set of rows against a sketch of another: what item_changes says is what RowTally says, of
// keys.
#include "peel/reconcile/row_sketch.hpp"

#include "peel/reconcile/item_changes.hpp"
#include "peel/reconcile/row_tally.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

namespace peel::reconcile {
namespace {

const SketchDescription kDescription{.items = SketchDescription::Items::rows,
                                     .has_header = true,
                                     .columns = {"id", "value"},
                                     .key_columns = 1,
                                     .key_bytes = 16};
const KeyHasher kRowHashing(HashFamily::fast, kDefaultSeed);

using Pair = std::pair<std::string, std::string>;                      // id, value
using SeenKey = std::tuple<Change::Kind, std::string, std::uint64_t>;  // what, id, count

template <class Use>
void each_row(const std::vector<Pair>& pairs, Use use) {
  rows::RowEncoder encoder({{0, 1}, 1});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    use(encoder.encode({std::vector<std::string_view>{pairs[i].first, pairs[i].second}}), i);
  }
}

Sketch sketched(const std::vector<Pair>& pairs) {
  Sketch sketch = *planned_sketch(kDescription, ItemCount(60), kRowHashing);
  SketchFiller filler = *SketchFiller::for_sketch(sketch);
  each_row(pairs, [&](const rows::CanonicalRow& row, std::size_t) { EXPECT_TRUE(filler.add(row)); });
  EXPECT_TRUE(filler.finish());
  return sketch;
}

std::vector<SeenKey> by_sketch(const std::vector<Pair>& left, const std::vector<Pair>& right) {
  Sketch difference = sketched(left);
  EXPECT_TRUE(difference.subtract(sketched(right)));
  const Listing listing = difference.table.list();
  EXPECT_TRUE(listing.complete());
  const RowItems items = *RowItems::from(kDescription, kRowHashing);
  std::vector<SeenKey> seen;
  for (const ItemChange& change : item_changes(listing, items)) {
    const ByteView item = change.kind == Change::Kind::added ? change.right : change.left;
    const Bytes key = *items.key_of(item);
    seen.emplace_back(change.kind, (*rows::cells_of(key))[0].payload, change.count);
  }
  return seen;
}

std::vector<SeenKey> by_tally(const std::vector<Pair>& left, const std::vector<Pair>& right) {
  RowTally tally(kDefaultSeed);
  each_row(left, [&](const rows::CanonicalRow& row, std::size_t i) { tally.add(Side::left, row, i); });
  each_row(right, [&](const rows::CanonicalRow& row, std::size_t i) { tally.add(Side::right, row, i); });
  std::vector<SeenKey> seen;
  for (const Change& change : tally.changes()) {
    seen.emplace_back(change.kind, (*rows::cells_of(change.row().row.key()))[0].payload, change.count);
  }
  return seen;
}

TEST(RowSketch, SaysOfKeysWhatAnExactTallySays) {
  test::Random random;
  for (int trial = 0; trial < test::rounds(300); ++trial) {
    const auto some = [&] {
      std::vector<Pair> pairs(random.below(20));
      for (Pair& pair : pairs) pair = {std::to_string(random.below(8)), std::to_string(random.below(3))};
      return pairs;
    };
    const std::vector<Pair> left = some();
    const std::vector<Pair> right = some();
    std::vector<SeenKey> sketch = by_sketch(left, right);
    std::vector<SeenKey> tally = by_tally(left, right);
    std::ranges::sort(sketch);
    std::ranges::sort(tally);
    ASSERT_EQ(sketch, tally);
  }
}

TEST(RowSketch, OrdersChangesByTheirKeys) {
  using enum Change::Kind;
  EXPECT_EQ(by_sketch({{"c", "1"}, {"a", "1"}}, {{"b", "1"}, {"c", "2"}}),
            (std::vector<SeenKey>{{removed, "a", 1}, {changed, "c", 1}, {added, "b", 1}}));
}

TEST(RowSketch, CountsItsRows) {
  EXPECT_EQ(sketched(std::vector<Pair>(1'300, Pair{"7", "x"})).rows, 1'300);
}

TEST(RowSketch, EstimatesADifferenceThatItCannotList) {
  test::Random random;
  std::vector<Pair> many;
  for (const std::uint64_t key : random.distinct_keys(20'000)) many.emplace_back(std::to_string(key), "");
  const Sketch sketch = sketched(many);
  EXPECT_FALSE(sketch.table.list().complete());
  const StrataEstimate estimate = sketch.strata.estimate();
  EXPECT_LE(estimate.least.value, 20'000U);
  EXPECT_GE(estimate.most.value, 20'000U);
}

TEST(RowSketch, LikeAnotherCombinesWithIt) {
  Sketch sketch = sketched({{"1", "x"}});
  EXPECT_TRUE(empty_like(sketch).merge(sketch));
}

TEST(SketchFiller, RefusesATableWhoseKeysAreNoItems) {
  Sketch sketch = sketched({});
  sketch.description.key_bytes = 20;
  const auto filler = SketchFiller::for_sketch(sketch);
  ASSERT_FALSE(filler);
  EXPECT_EQ(filler.error().code(), ErrorCode::malformed);
}

TEST(SketchFiller, RefusesTypesThatPeelDoesNotKnow) {
  Sketch sketch = sketched({});
  sketch.description.items = SketchDescription::Items::typed_rows;
  sketch.description.types = {'i', 'q'};
  const auto filler = SketchFiller::for_sketch(sketch);
  ASSERT_FALSE(filler);
  EXPECT_EQ(filler.error().code(), ErrorCode::unsupported);
}

}  // namespace
}  // namespace peel::reconcile
