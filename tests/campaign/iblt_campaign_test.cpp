// Tables of structured keys beside what was put into them: no complete listing may differ from it, no listed
// key may be another, no sure answer wrong, but for mistakes that short checks make as often as predicted.
#include "peel/analysis/wrong_listing.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/planned_shape.hpp"

#include "campaign/structured_keys.hpp"
#include "campaign/tally.hpp"
#include "support/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <gtest/gtest.h>
#include <string_view>
#include <vector>

namespace peel::test {
namespace {

struct ListedPair {
  std::string_view key;
  std::string_view value;
  std::int64_t count;

  friend auto operator<=>(const ListedPair&, const ListedPair&) = default;
};

// Pairs of a table, and others that are not in it, with a count of 0.
struct ModelPairs {
  Bytes keys;
  Bytes values;
  std::vector<std::int64_t> counts;
};

enum class CheckLength : std::uint8_t { full, few_bits };

IbltSpec random_spec(CellArithmetic arithmetic, CheckLength length, ByteWidth width, Random& random) {
  const bool is_short = length == CheckLength::few_bits;
  const std::uint64_t hashes = 2 + random.below(7);
  const std::uint64_t more_segments = random.below(2) * random.below(12);
  return {.cells = CellCount((hashes + more_segments) * random_sub_cells(random)),
          .hashes = HashCount(hashes),
          .segments = SegmentCount(more_segments == 0 ? 0 : hashes + more_segments),
          .key_width = width,
          .value_width = ByteWidth(random.below(2) * random.below(kMaxValueWidth + 1)),
          .arithmetic = arithmetic,
          .checks = static_cast<CellChecks>(is_short ? 1 + random.below(2) : random.below(3)),
          .check_bits = BitWidth(is_short ? kMinCheckBits + random.below(12) : 64)};
}

ModelPairs random_model(KeyKind kind, const IbltShape& shape, Random& random) {
  ModelPairs model;
  model.keys = campaign_keys(kind, shape.key_width(), shape.cells(), random);
  const std::size_t all = model.keys.size() / shape.key_width().value;
  model.values.resize(all * shape.value_width().value);
  for (std::size_t i = 0; i < model.values.size(); ++i) model.values[i] = static_cast<std::byte>(i / 3);
  const IbltFaults tolerated = shape.tolerates();
  const bool has_deletions = tolerated.extraneous_deletions && random.below(2) == 0;
  model.counts.resize(all);
  for (std::size_t i = 0; i < (all + 1) / 2; ++i) {
    const auto copies = static_cast<std::int64_t>(tolerated.duplicates ? 1 + random.below(8) : 1);
    model.counts[i] = has_deletions && random.below(2) == 0 ? -copies : copies;
  }
  return model;
}

Iblt filled(const IbltShape& shape, const ModelPairs& model, Random& random) {
  Iblt table(shape, random.below(4) == 0 ? HashFamily::siphash : HashFamily::fast, random.seed());
  const std::size_t width = shape.key_width().value;
  const std::size_t value_width = shape.value_width().value;
  for (std::size_t i = 0; i < model.counts.size() && model.counts[i] != 0; ++i) {
    EXPECT_OK(table.add({ByteView(model.keys).subspan(i * width, width),
                         ByteView(model.values).subspan(i * value_width, value_width)},
                        model.counts[i]));
  }
  return table;
}

std::vector<ListedPair> pairs_of(const ModelPairs& model, const IbltShape& shape) {
  const std::size_t width = shape.key_width().value;
  const std::size_t value_width = shape.value_width().value;
  std::vector<ListedPair> pairs;
  for (std::size_t i = 0; i < model.counts.size() && model.counts[i] != 0; ++i) {
    pairs.push_back({as_text(ByteView(model.keys).subspan(i * width, width)),
                     as_text(ByteView(model.values).subspan(i * value_width, value_width)), model.counts[i]});
  }
  std::ranges::sort(pairs);
  return pairs;
}

std::vector<ListedPair> pairs_of(const Listing& listing) {
  std::vector<ListedPair> pairs;
  const auto put = [&](const Entries& entries, std::int64_t sign) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      pairs.push_back({as_text(entries.key(i)), as_text(entries.value(i)),
                       sign * static_cast<std::int64_t>(entries.multiplicity(i))});
    }
  };
  put(listing.inserted, 1);
  put(listing.deleted, -1);
  std::ranges::sort(pairs);
  return pairs;
}

Lookup::Answer answer_of(std::int64_t count) {
  if (count == 0) return Lookup::Answer::absent;
  return count > 0 ? Lookup::Answer::present : Lookup::Answer::deleted;
}

bool is_right(const Lookup& lookup, std::int64_t count) {
  return lookup.answer == answer_of(count) &&
         lookup.multiplicity == static_cast<std::uint64_t>(std::abs(count));
}

void ask_table(const Iblt& table, const ModelPairs& model, Seen& seen) {
  const std::size_t width = table.shape().value_width().value;
  std::vector<Lookup> answers(model.counts.size());
  Bytes values = model.values;  // of absent keys they are left as they are
  EXPECT_OK(table.get(model.keys, answers, values));
  bool are_right = true;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].answer == Lookup::Answer::unknown) continue;
    ++seen.sure;
    are_right = are_right && is_right(answers[i], model.counts[i]) &&
                std::ranges::equal(ByteView(values).subspan(i * width, width),
                                   ByteView(model.values).subspan(i * width, width));
  }
  if (!are_right) ++seen.wrong;
}

// Once for the listing and once for the answers: a cell misleads either if it seems to hold one key alone,
// which must belong to it. Where nothing was deleted and pairs are there once, a count of 1 says so for sure.
double predicted_of_table(const IbltShape& shape, const std::vector<ListedPair>& pairs) {
  const auto is_deleted = [](const ListedPair& pair) { return pair.count < 0; };
  const bool is_sure = !shape.tolerates().duplicates && std::ranges::none_of(pairs, is_deleted);
  if (shape.checks() == CellChecks::none || is_sure) return 0;
  const analysis::TableGeometry geometry = geometry_of(shape.placement());
  // Where values are checked too, both checks must match.
  const BitWidth bits(std::min<std::uint64_t>(shape.check_bits().value * shape.check_words(), 64));
  return 2 *
         analysis::wrong_listing(ItemCount(pairs.size()), geometry, bits, purity_counts(shape.arithmetic()));
}

Seen try_table(const IbltShape& shape, KeyKind kind, Random& random) {
  const ModelPairs model = random_model(kind, shape, random);
  const Iblt table = filled(shape, model, random);
  const Listing listing = table.list();
  const std::vector<ListedPair> expected = pairs_of(model, shape);
  const std::vector<ListedPair> listed = pairs_of(listing);
  Seen seen{.keys = listed.size(),
            .complete = listing.complete(),
            .predicted = predicted_of_table(shape, expected)};
  if (!agrees(listing.outcome, listed, expected)) ++seen.wrong;
  ask_table(table, model, seen);
  return seen;
}

struct TableCampaign {
  const char* name;
  CellArithmetic arithmetic;
  CheckLength length;
};

class TablesOfStructuredKeys : public testing::TestWithParam<TableCampaign> {};

TEST_P(TablesOfStructuredKeys, AreListedAndAskedWithoutMistakes) {
  CampaignTally tally(GetParam().name);
  Random random = tally.random();
  for (int round = 0; round < rounds(kCampaignRounds); ++round) {
    const auto [kind, width] = campaign_round(round);
    if (most_keys(kind, width) == 0) continue;
    const IbltShape shape =
        value_of(IbltShape::from(random_spec(GetParam().arithmetic, GetParam().length, width, random)));
    tally.add(round, shape.placement(), try_table(shape, kind, random));
  }
  tally.judge();
}

INSTANTIATE_TEST_SUITE_P(
    Cells, TablesOfStructuredKeys,
    testing::Values(
        TableCampaign{"table, xor", CellArithmetic::xor_sums, CheckLength::full},
        TableCampaign{"table, wrapping", CellArithmetic::wrapping_sums, CheckLength::full},
        TableCampaign{"table, field", CellArithmetic::prime_field, CheckLength::full},
        TableCampaign{"table, xor, short checks", CellArithmetic::xor_sums, CheckLength::few_bits},
        TableCampaign{"table, wrapping, short checks", CellArithmetic::wrapping_sums, CheckLength::few_bits},
        TableCampaign{"table, field, short checks", CellArithmetic::prime_field, CheckLength::few_bits}));

}  // namespace
}  // namespace peel::test
