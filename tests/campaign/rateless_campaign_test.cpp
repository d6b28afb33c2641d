// Rateless streams of structured keys, with the shortest checks: what says complete must be the difference.
// There is nothing to predict, since a digest of 128 bits has the last word.
#include "peel/invertible/rateless_decoder.hpp"

#include "campaign/structured_keys.hpp"
#include "campaign/tally.hpp"
#include "support/pairs.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {
namespace {

using StreamedItem = std::pair<std::string, std::int64_t>;

std::vector<StreamedItem> items_of(const Listing& listing) {
  std::vector<StreamedItem> items;
  for (std::size_t i = 0; i < listing.inserted.size(); ++i)
    items.emplace_back(as_text(listing.inserted.key(i)), listing.inserted.multiplicity(i));
  for (std::size_t i = 0; i < listing.deleted.size(); ++i) {
    items.emplace_back(as_text(listing.deleted.key(i)),
                       -static_cast<std::int64_t>(listing.deleted.multiplicity(i)));
  }
  std::ranges::sort(items);
  return items;
}

Seen try_stream(const RatelessShape& shape, const Bytes& keys, Random& random) {
  const KeyHasher hashing(HashFamily::fast, random.seed());
  const std::size_t width = shape.key_width().value, count = keys.size() / width;
  const std::uint64_t length = 1 + random.below(3 * count + 20);
  RatelessCells cells = value_of(RatelessCells::empty(shape, hashing, {0, length}));
  std::vector<StreamedItem> expected;
  for (std::size_t at = 0; at < keys.size(); at += width) {
    const auto most = static_cast<std::int64_t>(shape.tolerates_duplicates() ? 1 + random.below(4) : 1);
    const std::int64_t times = random.below(2) == 0 ? most : -most;
    const ByteView key = ByteView(keys).subspan(at, width);
    EXPECT_OK(cells.add(key, times));
    expected.emplace_back(as_text(key), times);
  }
  std::ranges::sort(expected);
  RatelessDecoder decoder(shape, hashing);
  for (std::uint64_t end = 0; end < length && decoder.outcome() == RatelessOutcome::needs_more;) {
    const std::uint64_t first = std::exchange(end, std::min(length, end + 1 + random.below(length)));
    EXPECT_OK(decoder.take(value_of(cells.part({first, end}))));
  }
  const std::vector<StreamedItem> listed = items_of(decoder.listing());
  const bool is_complete = decoder.outcome() == RatelessOutcome::complete;
  return {
      .keys = listed.size(), .complete = is_complete, .wrong = is_complete && listed != expected ? 1U : 0U};
}

class StreamsOfStructuredKeys : public testing::TestWithParam<RatelessSpec> {};

TEST_P(StreamsOfStructuredKeys, AreListedWithoutMistakes) {
  const std::string name = "rateless, " + std::string(name_of(GetParam().form)) + ", " +
                           std::string(name_of(GetParam().arithmetic));
  CampaignTally tally(name);
  Random random = tally.random();
  for (int round = 0; round < rounds(kCampaignRounds) / 2; ++round) {
    const auto [kind, width] = campaign_round(round);
    const std::size_t most = most_keys(kind, width);
    if (most == 0) continue;
    RatelessSpec spec = GetParam();
    spec.item_width = width;
    spec.shard_bits = BitWidth(random.below(8) == 0 ? random.below(4) : 0);
    const std::size_t count =
        std::min<std::size_t>(most, 1 + random.below(std::uint64_t{2} << random.below(9)));
    tally.add(
        round, name,
        try_stream(value_of(RatelessShape::from(spec)), structured_keys(kind, width, count, random), random));
  }
  tally.judge();
}

INSTANTIATE_TEST_SUITE_P(
    Forms, StreamsOfStructuredKeys,
    testing::Values(RatelessSpec{.form = RatelessForm::regular, .check_bits = BitWidth(24)},
                    RatelessSpec{.form = RatelessForm::irregular, .check_bits = BitWidth(24)},
                    RatelessSpec{.form = RatelessForm::regular,
                                 .arithmetic = CellArithmetic::prime_field,
                                 .check_bits = BitWidth(24)},
                    RatelessSpec{.form = RatelessForm::irregular,
                                 .arithmetic = CellArithmetic::prime_field,
                                 .check_bits = BitWidth(24)}));

}  // namespace
}  // namespace peel::test
