// Summaries of tables to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/table_summary_codec.hpp"

#include "peel/tables/multilevel_table.hpp"

#include "wire/golden_summary_files.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

std::size_t payload_at(ByteView bytes) {
  return kShapeAt + load_le(bytes.data() + wire::layout::kShapeLengthAt, 4);
}

TEST(TableSummaryCodec, KeepsWhatEverySummarySays) {
  Random random;
  for (const GoldenSummary& golden : golden_summaries()) {
    const wire::SavedSummary saved = made(golden);
    const auto again = value_of(wire::decode_table_summary(value_of(wire::encode(saved))));
    EXPECT_EQ(again.of.table, saved.of.table) << golden.name;
    EXPECT_EQ(again.summary->kind(), saved.summary->kind()) << golden.name;
    for (int i = 0; i < 300; ++i) {
      const KeyHash hash{random.next(), random.next()};
      EXPECT_EQ(again.summary->where(hash), saved.summary->where(hash)) << golden.name;
    }
    for (const std::string& key : golden.keys) {
      const KeyHash hash = again.of.hasher(as_bytes(key));
      EXPECT_EQ(again.summary->where(hash), saved.summary->where(hash)) << golden.name << ": " << key;
    }
  }
}

// A reader who has the file and the slots of the table needs nothing else.
TEST(TableSummaryCodec, LeadsToTheSlotOfEveryKeyOfItsTable) {
  const KeyHasher hasher(HashFamily::fast, Seed(17));
  const auto shape = value_of(MultilevelShape::from(golden_table({80, 30, 12, 6}, SlotCount(2))));
  MultilevelTable<std::uint64_t, std::uint64_t> table(shape, KeyedHash<std::uint64_t>(hasher));
  auto summary = value_of(InterpolationSummary::make(BitWidth(61), ItemCount(150)));
  for (std::uint64_t key = 0; key < 150; ++key) {
    const StoredAt stored = table.insert_or_assign(key, 3 * key);
    if (!stored.level.is_none()) summary.note(hasher(key), stored.level);
  }
  const auto saved = value_of(wire::decode_table_summary(value_of(wire::encode(summary, {shape, hasher}))));
  ASSERT_LT(table.stashed().value, 150U);
  table.for_each([&](std::uint64_t key, std::uint64_t value, Level level) {
    if (level.is_none()) return;
    const KeyHash hash = saved.of.hasher(key);
    const std::uint64_t* const found = table.find_in(saved.summary->where(hash), hash, key);
    ASSERT_NE(found, nullptr) << key;
    EXPECT_EQ(*found, value);
  });
}

TEST(TableSummaryCodec, OfADecodedSummaryGoesOnAsTheSummaryItself) {
  for (const GoldenSummary& golden : golden_summaries()) {
    const wire::SavedSummary saved = made(golden);
    const auto again = value_of(wire::decode_table_summary(value_of(wire::encode(saved))));
    for (const wire::SavedSummary* each : {&saved, &again})
      each->summary->note(each->of.hasher(as_bytes("a new key")), Level(1));
    EXPECT_EQ(value_of(wire::encode(again)), value_of(wire::encode(saved))) << golden.name;
  }
}

TEST(TableSummaryCodec, HandsASinkTheSameBytes) {
  for (const GoldenSummary& golden : golden_summaries()) {
    const wire::SavedSummary saved = made(golden);
    Bytes pieces;
    EXPECT_OK(wire::encode_to(*saved.summary, saved.of, [&](ByteView piece) -> Result<void> {
      pieces.insert(pieces.end(), piece.begin(), piece.end());
      return {};
    }));
    EXPECT_EQ(pieces, value_of(wire::encode(saved))) << golden.name;
  }
}

TEST(TableSummaryCodec, GivesTheErrorOfItsSink) {
  const wire::SavedSummary saved = made(golden_summaries().front());
  const auto full = [](ByteView) -> Result<void> { return failure(ErrorCode::io, "no room"); };
  EXPECT_EQ(wire::encode_to(*saved.summary, saved.of, full).error().sentence(), "no room");
}

TEST(TableSummaryCodec, RefusesASummaryOfAnotherNumberOfSubTables) {
  const wire::SavedSummary saved = made(golden_single_filters().front());
  const auto table = value_of(MultilevelShape::from(golden_table({3, 2, 1})));
  EXPECT_EQ(wire::encode(*saved.summary, {table, saved.of.hasher}).error().sentence(),
            "a summary of 2 sub-tables for a table of 3");
}

TEST(TableSummaryCodec, RefusesALevelThatTheTableHasNot) {
  auto summary = value_of(InterpolationSummary::make(BitWidth(20), ItemCount(1)));
  const wire::SummarisedShape of{value_of(MultilevelShape::from(golden_table({3, 2}))),
                                 KeyHasher(HashFamily::fast, Seed(1))};
  summary.note(KeyHash{1, 2}, Level(3));
  EXPECT_EQ(wire::encode(summary, of).error().sentence(),
            "a summary with keys of level 3 for a table of 2 sub-tables");
}

// Differences of n sorted numbers of b bits take b - log2(n) bits and about one and a half; levels hardly
// more than one each.
TEST(TableSummaryCodec, PacksEntriesCloseToWhatTheyMustTake) {
  constexpr std::uint64_t kKeys = 10'000;
  constexpr double kBits = 55, kMost = 3;
  Random random;
  auto summary = value_of(InterpolationSummary::make(BitWidth(55), ItemCount(kKeys)));
  for (std::uint64_t i = 0; i < kKeys; ++i)
    summary.note(KeyHash{random.next(), random.next()}, Level(i % 10 == 0 ? 2 : 1));
  const wire::SummarisedShape of{value_of(MultilevelShape::from(golden_table({40'000, 10'000}))),
                                 KeyHasher(HashFamily::fast, Seed(1))};
  const double bits = 8.0 * static_cast<double>(value_of(wire::encode(summary, of)).size()) / kKeys;
  EXPECT_LT(bits, kBits - std::log2(kKeys) + kMost);
}

TEST(TableSummaryCodec, RefusesEveryCutWithARightChecksum) {
  for (const GoldenSummary& golden : golden_summaries()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    const std::size_t step = 1 + whole.size() / 300;
    for (std::size_t length = payload_at(whole); length < whole.size(); length += step) {
      Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - payload_at(whole));
      EXPECT_FALSE(wire::decode_table_summary(cut)) << golden.name << " cut at " << length;
    }
  }
}

// Any byte, any value, with a right checksum: refused, or a summary that encodes to just these bytes.
TEST(TableSummaryCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenSummary& golden : golden_summaries()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    const std::size_t step = 1 + whole.size() / 300;
    for (std::size_t at = kShapeAt; at < whole.size(); at += at < payload_at(whole) ? 1 : step) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto summary = wire::decode_table_summary(changed);
        if (!summary) continue;
        EXPECT_EQ(value_of(wire::encode(*summary)), changed) << golden.name << " at " << at;
      }
    }
  }
}

TEST(TableSummaryCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(wire::decode_table_summary(encoded(small_table())).error().sentence(),
            "kind 1 is not 13 (table summary)");
}

// A summary of somebody's own, which says that it is one of ours.
class ForeignSummary final : public TableSummary {
 public:
  SummaryKind kind() const override { return SummaryKind::interpolation; }
  std::uint64_t sub_tables() const override { return 2; }
  Level where(const KeyHash&) const override { return Level(1); }
  void where(std::span<const KeyHash>, std::span<Level> levels) const override {
    std::ranges::fill(levels, Level(1));
  }
  void note(const KeyHash&, Level) override {}
  Erased forget(const KeyHash&, Level) override { return Erased::was_absent; }
  bool can_forget() const override { return false; }
  void clear() override {}
  std::unique_ptr<TableSummary> clone() const override { return std::make_unique<ForeignSummary>(); }
  std::uint64_t bytes() const override { return 0; }
};

TEST(TableSummaryCodec, HasNoBytesForASummaryOfTheCallersOwn) {
  const wire::SummarisedShape of{value_of(MultilevelShape::from(golden_table({3, 2}))),
                                 KeyHasher(HashFamily::fast, Seed(1))};
  EXPECT_EQ(wire::encode(ForeignSummary(), of).error().code(), ErrorCode::unsupported);
}

}  // namespace
}  // namespace peel::test
