// Counted streams combine if they count alike, and say what differs if they do not.
#include "peel/invertible/counted_stream.hpp"

#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using Keys = StreamDescription::Keys;

struct MadeStream {
  StreamDescription description = {.part = {.keys = Keys::fields, .field = 2, .delimiter = ';'},
                                   .key_bytes = 16};
  CounterSpec counter = {.cells = CellCount(60), .key_width = ByteWidth(17)};
  StrataSpec strata = {.levels = LevelCount(4), .level_cells = CellCount(8)};
  HashFamily family = HashFamily::fast;
  Seed seed = Seed(1);
};

CountedStream make_stream(const MadeStream& made = {}) {
  return {made.description, 0, 0,
          InvertibleCounter(test::value_of(CounterShape::from(made.counter)), made.family, made.seed),
          StrataEstimator(test::value_of(StrataShape::from(made.strata)), made.family, made.seed)};
}

void put_counts(CountedStream& stream, std::uint64_t key, std::int64_t times) {
  Bytes bytes(17);
  store_le(bytes.data(), key);
  EXPECT_OK(stream.counter.add(bytes, times));
  EXPECT_OK(stream.distinct.add(std::span(&key, 1), times));
  stream.lines += times;
}

TEST(CountedStream, AddsCountsStrataAndLines) {
  CountedStream north = make_stream(), south = make_stream(), all = make_stream();
  put_counts(north, 1, 3);
  north.keyless = 2;
  put_counts(south, 1, 4);
  put_counts(south, 2, 1);
  put_counts(all, 1, 7);
  put_counts(all, 2, 1);
  EXPECT_OK(north.merge(south));
  EXPECT_EQ(north.lines, 8);
  EXPECT_EQ(north.keyless, 2);
  EXPECT_TRUE(std::ranges::equal(north.counter.cells(), all.counter.cells()));
  EXPECT_OK(north.distinct.subtract(all.distinct));
  EXPECT_TRUE(north.distinct.empty());
}

TEST(CountedStream, SubtractsToNegativeCounts) {
  CountedStream later = make_stream(), before = make_stream();
  put_counts(later, 1, 3);
  put_counts(before, 1, 5);
  EXPECT_OK(later.subtract(before));
  EXPECT_EQ(later.lines, -2);
  const CounterListing listing = later.counter.list();
  ASSERT_EQ(listing.keys.size(), 1U);
  EXPECT_EQ(listing.keys.count(0), -2);
}

TEST(CountedStream, RefusesMoreLinesThanItCanCount) {
  CountedStream one = make_stream(), other = make_stream();
  one.lines = static_cast<std::int64_t>(kMaxCounted);
  other.lines = 1;
  const auto refused = one.merge(other);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::limit_exceeded);
  EXPECT_EQ(one.lines, static_cast<std::int64_t>(kMaxCounted));
  EXPECT_OK(one.subtract(other));
}

TEST(CountedStream, ChangesNothingIfTheCounterRefuses) {
  CountedStream one = make_stream(), other = make_stream();
  put_counts(one, 1, static_cast<std::int64_t>(kMaxCounted));
  put_counts(other, 1, 1);
  one.lines = other.lines = 0;
  EXPECT_FALSE(one.merge(other));
  EXPECT_EQ(one.counter.gross_total(), kMaxCounted);
}

struct StreamDifference {
  const char* name;
  void (*change)(MadeStream&);
  const char* said;
};

class CountedStreamMismatch : public testing::TestWithParam<StreamDifference> {};

TEST_P(CountedStreamMismatch, IsSaid) {
  CountedStream one = make_stream();
  MadeStream made;
  GetParam().change(made);
  const auto refused = one.merge(make_stream(made));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::incompatible);
  EXPECT_EQ(refused.error().sentence(),
            std::string("these counts cannot be combined: they have ") + GetParam().said);
}

INSTANTIATE_TEST_SUITE_P(
    Of, CountedStreamMismatch,
    testing::Values(
        StreamDifference{"Kind", [](MadeStream& made) { made.description = {}; },
                         "keys that are fields and lines"},
        StreamDifference{"Field", [](MadeStream& made) { made.description.part.field = 3; },
                         "keys from field 2 and field 3"},
        StreamDifference{"Delimiter", [](MadeStream& made) { made.description.part.delimiter = 0; },
                         "fields between byte 59 and blanks"},
        StreamDifference{"KeyBytes",
                         [](MadeStream& made) {
                           made.description.key_bytes = 20;
                           made.counter.key_width = ByteWidth(21);
                         },
                         "room for keys of 16 and 20 bytes"},
        StreamDifference{"Cells", [](MadeStream& made) { made.counter.cells = CellCount(90); },
                         "60 and 90 cells"},
        StreamDifference{"Seed", [](MadeStream& made) { made.seed = Seed(2); },
                         "seeds 00000000000000000000000000000001 and 00000000000000000000000000000002"},
        StreamDifference{"Strata", [](MadeStream& made) { made.strata.levels = LevelCount(5); },
                         "4 and 5 sampling levels"}),
    [](const auto& mismatch) { return mismatch.param.name; });

TEST(StreamDescription, IsAcceptedIfItMakesSense) {
  EXPECT_OK(validate(StreamDescription{}));
  EXPECT_OK(validate({.part = {.keys = Keys::fields, .field = 1, .delimiter = ','}, .key_bytes = 63}));
  EXPECT_OK(validate({.part = {.keys = Keys::addresses}, .key_bytes = 0}));
  EXPECT_OK(validate({.part = {.keys = Keys::addresses, .field = 4, .delimiter = ','}, .key_bytes = 0}));
}

TEST(StreamDescription, IsRefusedIfItContradictsItself) {
  EXPECT_FALSE(validate({.part = {.keys = Keys::lines}, .key_bytes = 15}));
  EXPECT_FALSE(validate({.part = {.keys = Keys::lines}, .key_bytes = 64}));
  EXPECT_FALSE(validate({.part = {.keys = Keys::addresses}, .key_bytes = 16}));
  EXPECT_FALSE(validate({.part = {.keys = Keys::lines, .field = 1}}));
}

TEST(StreamDescription, SaysHowWideKeysAre) {
  EXPECT_EQ(key_width({.part = {.keys = Keys::lines}, .key_bytes = 16}), ByteWidth(17));
  EXPECT_EQ(key_width({.part = {.keys = Keys::addresses}, .key_bytes = 0}), ByteWidth(16));
}

}  // namespace
}  // namespace peel
