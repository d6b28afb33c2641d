// Sketches of typed rows with structured keys: of two sources the sketches are subtracted, and what lists
// must be the items of the rows that differ, each with its key.
#include "peel/analysis/wrong_listing.hpp"
#include "peel/invertible/planned_shape.hpp"
#include "peel/reconcile/row_sketch.hpp"

#include "campaign/structured_keys.hpp"
#include "campaign/tally.hpp"
#include "support/pairs.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::test {
namespace {

using CountedItem = std::pair<std::string, std::int64_t>;

// An empty sketch. Each size is planned once.
Sketch empty_sketch(std::uint8_t key_bytes, ItemCount capacity, const KeyHasher& hashing) {
  static std::map<std::pair<std::uint8_t, std::uint64_t>, Sketch> planned;
  auto found = planned.find({key_bytes, capacity.value});
  if (found == planned.end()) {
    const SketchDescription description{.items = SketchDescription::Items::typed_rows,
                                        .has_header = true,
                                        .columns = {"key", "value"},
                                        .key_columns = 1,
                                        .key_bytes = key_bytes,
                                        .types = {'a', 'i'}};
    found = planned
                .emplace(std::pair(key_bytes, capacity.value),
                         value_of(reconcile::planned_sketch(description, capacity, hashing)))
                .first;
  }
  const Sketch& like = found->second;
  return {like.description, 0, Iblt(like.table.shape(), hashing.family(), hashing.seed()),
          StrataEstimator(like.strata.shape(), hashing.family(), hashing.seed())};
}

// Two sources of rows: their sketches, and the items that must be listed of the left less the right.
class TwoSources {
 public:
  TwoSources(const Sketch& empty)
      : left_(empty),
        right_(empty),
        left_filler_(value_of(reconcile::SketchFiller::for_sketch(left_))),
        right_filler_(value_of(reconcile::SketchFiller::for_sketch(right_))) {}
  TwoSources(const TwoSources&) = delete;
  TwoSources& operator=(const TwoSources&) = delete;

  void add(const rows::Cell& key, const rows::Cell& value, int left, int right) {
    const std::string_view fields[] = {key.payload, value.payload};
    const rows::CellTag tags[] = {key.tag, value.tag};
    const rows::CanonicalRow row = encoder_.encode({fields, tags});
    for (int i = 0; i < left; ++i) EXPECT_OK(left_filler_.add(row));
    for (int i = 0; i < right; ++i) EXPECT_OK(right_filler_.add(row));
    if (left == right) return;
    Bytes item(left_filler_.items().width());
    left_filler_.items().write(row, item.data());
    const auto kept = left_filler_.items().key_of(item);
    if (kept && !std::ranges::equal(*kept, row.key())) has_other_key_ = true;
    expected_.emplace_back(as_text(item), left - right);
  }

  Seen compare() {
    EXPECT_OK(left_filler_.finish());
    EXPECT_OK(right_filler_.finish());
    EXPECT_OK(left_.subtract(right_));
    const Listing listing = left_.table.list();
    std::vector<CountedItem> listed;
    for (std::size_t i = 0; i < listing.inserted.size(); ++i)
      listed.emplace_back(as_text(listing.inserted.key(i)), listing.inserted.multiplicity(i));
    for (std::size_t i = 0; i < listing.deleted.size(); ++i) {
      listed.emplace_back(as_text(listing.deleted.key(i)),
                          -static_cast<std::int64_t>(listing.deleted.multiplicity(i)));
    }
    std::ranges::sort(listed);
    std::ranges::sort(expected_);
    return {.keys = listed.size(),
            .complete = listing.complete(),
            .wrong = agrees(listing.outcome, listed, expected_) && !has_other_key_ ? 0U : 1U,
            .predicted = predicted()};
  }

 private:
  double predicted() const {
    const IbltShape& shape = left_.table.shape();
    return analysis::wrong_listing(ItemCount(expected_.size()),
                                   {shape.cells(), shape.hashes(), shape.placement().sub_tables()},
                                   shape.check_bits(), purity_counts(shape.arithmetic()));
  }

  Sketch left_;
  Sketch right_;
  reconcile::SketchFiller left_filler_;
  reconcile::SketchFiller right_filler_;
  rows::RowEncoder encoder_{{.positions = {0, 1}, .key_columns = 1}};
  std::vector<CountedItem> expected_;
  bool has_other_key_ = false;  // an item that was made of one key and says another
};

// Numbers where a key is one, else blobs and text.
rows::Cell key_cell(KeyKind kind, ByteView key, rows::NumberRoom& room) {
  const bool is_number = kind == KeyKind::counting || kind == KeyKind::even || kind == KeyKind::multiples;
  if (is_number && key.size() <= 8)
    return rows::integer_cell(static_cast<std::int64_t>(load_le(key.data(), key.size())), room);
  const bool is_text = kind == KeyKind::digits || kind == KeyKind::dates;
  return {is_text ? rows::CellTag::text : rows::CellTag::blob, as_text(key)};
}

Seen try_sketch(const Sketch& empty, KeyKind kind, ByteWidth width, const Bytes& keys, Random& random) {
  TwoSources sources(empty);
  for (std::size_t at = 0; at < keys.size(); at += width.value) {
    rows::NumberRoom key_room;
    rows::NumberRoom value_room;
    const rows::Cell key = key_cell(kind, ByteView(keys).subspan(at, width.value), key_room);
    const auto value = static_cast<std::int64_t>(random.below(3));
    // Rows of both sides, of one, of one twice, and those whose value differs.
    const auto copies = [&random] { return static_cast<int>(random.below(3)); };
    const int left = copies();
    sources.add(key, rows::integer_cell(value, value_room), left, copies());
    if (random.below(4) == 0) sources.add(key, rows::integer_cell(value + 1, value_room), left, copies());
  }
  return sources.compare();
}

struct SketchCampaign {
  const char* name;
  std::size_t keys_for_each_item;  // of the capacity
};

class SketchesOfStructuredKeys : public testing::TestWithParam<SketchCampaign> {};

TEST_P(SketchesOfStructuredKeys, AreListedWithoutMistakes) {
  CampaignTally tally(GetParam().name);
  Random random = tally.random();
  for (int round = 0; round < rounds(kCampaignRounds); ++round) {
    const auto [kind, width] = campaign_round(round);
    const std::size_t most = most_keys(kind, width);
    if (most == 0) continue;
    const std::size_t capacity = std::size_t{2} << random.below(10);
    const std::size_t count = std::min(1 + random.below(capacity * GetParam().keys_for_each_item / 2), most);
    const auto key_bytes = static_cast<std::uint8_t>(16 << random.below(2));
    const KeyHasher hashing(HashFamily::fast, random.seed());
    const Sketch empty = empty_sketch(key_bytes, ItemCount(capacity), hashing);
    const Bytes keys = structured_keys(kind, width, count, random);
    tally.add(round, empty.table.shape().placement(), try_sketch(empty, kind, width, keys, random));
  }
  tally.judge();
}

INSTANTIATE_TEST_SUITE_P(Loads, SketchesOfStructuredKeys,
                         testing::Values(SketchCampaign{"sketch of typed rows", 1},
                                         SketchCampaign{"sketch of typed rows, too small", 8}));

}  // namespace
}  // namespace peel::test
