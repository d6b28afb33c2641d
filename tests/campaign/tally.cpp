#include "campaign/tally.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <iterator>

namespace peel::test {

namespace {

constexpr std::uint64_t kSmallTable = 48;  // cells

}  // namespace

CampaignRound campaign_round(int round) {
  const auto nth = static_cast<std::size_t>(round);
  const std::size_t which = nth % 128;
  return {kKeyKinds[nth / 128 % std::size(kKeyKinds)], ByteWidth(1 + (which < 64 ? which : which % 8))};
}

Random CampaignTally::random() const {
  std::uint64_t seed = test_seed();
  for (const char letter : structure_) seed = scramble(seed ^ static_cast<unsigned char>(letter));
  return Random(seed);
}

void CampaignTally::add(int round, const Placement& placement, const Seen& seen) {
  add(round,
      std::to_string(placement.cells().value) + " cells in " + std::to_string(placement.sub_tables().value) +
          " sub-tables, " + std::to_string(placement.hashes().value) + " hashes",
      seen);
}

void CampaignTally::add(int round, const std::string& structure, const Seen& seen) {
  const auto [kind, width] = campaign_round(round);
  Row& row = rows_[{kind, width.value <= 8 ? "1-8" : "9-64"}];
  ++row.listings;
  row.keys += seen.keys;
  row.complete += seen.complete ? 1 : 0;
  row.sure += seen.sure;
  row.wrong += seen.wrong;
  row.predicted += seen.predicted;
  if (seen.wrong == 0) return;
  std::cout << "wrong\t" << structure_ << ": " << seen.wrong << " in round " << round
            << " of PEEL_TEST_SEED=" << test_seed() << ", " << seen.predicted << " predicted; "
            << name_of(kind) << " keys of " << width.value << " bytes, " << structure << '\n';
}

void CampaignTally::judge() const {
  double wrong = 0;
  double predicted = 0;
  for (const auto& [of, row] : rows_) {
    std::cout << "campaign\t" << structure_ << '\t' << name_of(of.first) << '\t' << of.second << '\t'
              << row.listings << '\t' << row.keys << '\t' << row.complete << '\t' << row.sure << '\t'
              << row.wrong << '\t' << row.predicted << '\n';
    wrong += static_cast<double>(row.wrong);
    predicted += row.predicted;
  }
  EXPECT_LE(wrong, predicted + 5 * std::sqrt(predicted)) << structure_;
}

std::uint64_t random_sub_cells(Random& random) {
  return 1 + random.below(random.below(2) == 0 ? 2 : std::uint64_t{1} << random.below(9));
}

Bytes campaign_keys(KeyKind kind, ByteWidth width, CellCount cells, Random& random) {
  const std::size_t most = most_keys(kind, width);
  const bool are_few = cells.value < kSmallTable && random.below(2) == 0;
  const std::size_t wanted =
      are_few ? 3 + random.below(6) : std::max<std::size_t>(cells.value * (5 + random.below(91)) / 100, 1);
  return structured_keys(kind, width, std::min(2 * wanted, most), random);
}

}  // namespace peel::test
