// Counters of structured keys beside what was put into them: no complete listing may differ from it, no
// listed key may be another, no exact count wrong and no other count too low.
#include "peel/analysis/counter_errors.hpp"
#include "peel/analysis/wrong_listing.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/invertible_counter.hpp"

#include "campaign/structured_keys.hpp"
#include "campaign/tally.hpp"
#include "support/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::test {
namespace {

// Enough for cells with a few keys of a few copies each.
constexpr ListingEffort kEffort{.splits_per_cell = 256};

using CountedKey = std::pair<std::string_view, std::int64_t>;

// Keys of a counter, and others that are not in it, with a count of 0.
struct ModelCounts {
  Bytes keys;
  std::vector<std::int64_t> counts;
  bool has_negative = false;
};

CounterSpec random_counter_spec(CounterVariant variant, ByteWidth width, Random& random) {
  const bool keeps = variant == CounterVariant::one_key || variant == CounterVariant::combined;
  const std::uint64_t hashes = 2 + random.below(7);
  const std::uint64_t more_segments = random.below(2) * random.below(12);
  const std::uint64_t least = width.value == 8 ? kQuotientCells : 1;
  return {.cells = CellCount((hashes + more_segments) * (least - 1 + random_sub_cells(random))),
          .hashes = HashCount(hashes),
          .segments = SegmentCount(more_segments == 0 ? 0 : hashes + more_segments),
          .key_width = width,
          .variant = variant,
          .kept = keeps ? static_cast<KeptKey>(1 + random.below(3)) : KeptKey::first};
}

ModelCounts random_model_counts(KeyKind kind, const CounterShape& shape, Random& random) {
  // Cells that show two keys list up to twice as many.
  const std::uint64_t shown = shape.variant() == CounterVariant::standard ? 1 : 1 + random.below(2);
  ModelCounts model{campaign_keys(kind, shape.key_width(), CellCount(shown * shape.cells().value), random),
                    {}};
  model.counts.resize(model.keys.size() / shape.key_width().value);
  model.has_negative = random.below(3) == 0;
  // Mostly few copies, for which sums are alike more often; cells that do not guess take any number.
  const bool guesses =
      shape.variant() != CounterVariant::standard && shape.variant() != CounterVariant::moment;
  const std::uint64_t most = std::uint64_t{1} << random.below(!guesses && random.below(4) == 0 ? 33 : 4);
  for (std::size_t i = 0; i < (model.counts.size() + 1) / 2; ++i) {
    const auto copies = static_cast<std::int64_t>(1 + random.below(most));
    model.counts[i] = model.has_negative && random.below(2) == 0 ? -copies : copies;
  }
  return model;
}

std::vector<CountedKey> keys_of(const ModelCounts& model, std::size_t width) {
  std::vector<CountedKey> keys;
  for (std::size_t i = 0; i < model.counts.size() && model.counts[i] != 0; ++i)
    keys.emplace_back(as_text(ByteView(model.keys).subspan(i * width, width)), model.counts[i]);
  std::ranges::sort(keys);
  return keys;
}

std::vector<CountedKey> keys_of(const CounterListing& listing) {
  std::vector<CountedKey> keys;
  for (std::size_t i = 0; i < listing.keys.size(); ++i)
    keys.emplace_back(as_text(listing.keys.key(i)), listing.keys.count(i));
  std::ranges::sort(keys);
  return keys;
}

void ask_counter(const InvertibleCounter& counter, const ModelCounts& model, Seen& seen) {
  std::vector<Multiplicity> answers(model.counts.size());
  EXPECT_OK(counter.counts_of(model.keys, answers));
  bool are_right = true;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto [count, exact] = answers[i];
    seen.sure += exact ? 1U : 0U;
    are_right =
        are_right && (exact ? count == model.counts[i] : model.has_negative || count >= model.counts[i]);
  }
  if (!are_right) ++seen.wrong;
}

// Once for the listing and once for the answers. Moment cells are misread as analysis/ says; others if a
// check of 61 bits matches, in one of as many ways to share out a count as listing tries.
double predicted_of_counter(const InvertibleCounter& counter, ItemCount keys) {
  const CounterShape& shape = counter.shape();
  const analysis::TableGeometry geometry{shape.cells(), shape.hashes(), shape.placement().sub_tables()};
  if (shape.variant() == CounterVariant::moment) {
    return 2 * analysis::wrong_moment_listing(keys, geometry, shape.key_width(),
                                              CopyCount(counter.gross_total()));
  }
  const std::uint64_t ways =
      shape.variant() == CounterVariant::standard ? 1 : ListingEffort{}.splits_per_cell;
  return 2 * static_cast<double>(ways) *
         analysis::wrong_listing(keys, geometry, BitWidth(61), analysis::PurityCounts::any_count);
}

Seen try_counter(const CounterShape& shape, KeyKind kind, Random& random) {
  const ModelCounts model = random_model_counts(kind, shape, random);
  InvertibleCounter counter(shape, random.below(4) == 0 ? HashFamily::siphash : HashFamily::fast,
                            random.seed());
  EXPECT_OK(counter.add(model.keys, model.counts));
  const CounterListing listing = counter.list(kEffort);
  const std::vector<CountedKey> expected = keys_of(model, shape.key_width().value);
  const std::vector<CountedKey> listed = keys_of(listing);
  Seen seen{.keys = listed.size(),
            .complete = listing.complete(),
            .predicted = predicted_of_counter(counter, ItemCount(expected.size()))};
  if (!agrees(listing.outcome, listed, expected)) ++seen.wrong;
  ask_counter(counter, model, seen);
  return seen;
}

class CountersOfStructuredKeys : public testing::TestWithParam<CounterVariant> {};

TEST_P(CountersOfStructuredKeys, AreListedAndAskedWithoutMistakes) {
  CampaignTally tally("counter, " + std::string(name_of(GetParam())));
  Random random = tally.random();
  for (int round = 0; round < rounds(kCampaignRounds); ++round) {
    const auto [kind, width] = campaign_round(round);
    if (most_keys(kind, width) == 0) continue;
    const CounterShape shape = value_of(CounterShape::from(random_counter_spec(GetParam(), width, random)));
    tally.add(round, shape.placement(), try_counter(shape, kind, random));
  }
  tally.judge();
}

INSTANTIATE_TEST_SUITE_P(Variants, CountersOfStructuredKeys, testing::ValuesIn(kCounterVariants));

}  // namespace
}  // namespace peel::test
