// What a campaign saw of one structure, by kind of keys and by width, and whether it is within what analysis/
// predicts.
#pragma once

#include "peel/core/types.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/invertible/placement.hpp"

#include "campaign/structured_keys.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::test {

struct Seen {
  std::uint64_t keys = 0;   // listed
  bool complete = false;    // the listing says so
  std::uint64_t sure = 0;   // answers about one key that say so
  std::uint64_t wrong = 0;  // the listing, and the answers taken together, if the model denies them
  double predicted = 0;     // how many wrong ones analysis/ expects
};

// Which keys a round tries. In 1,024 rounds every width from 1 to 64 meets every kind of keys, and those of
// up to 8 bytes nine times as often.
struct CampaignRound {
  KeyKind kind;
  ByteWidth width;
};
CampaignRound campaign_round(int round);
inline constexpr int kCampaignRounds = 40 * 1'024;

class CampaignTally {
 public:
  explicit CampaignTally(std::string structure) : structure_(std::move(structure)) {}

  // Draws other numbers for each structure.
  Random random() const;

  // Prints what is needed to see it again if anything is wrong.
  void add(int round, const Placement& placement, const Seen& seen);
  // The same of a structure that has no placement, but these words.
  void add(int round, const std::string& structure, const Seen& seen);

  // Prints one line for each kind and range of widths, for tools/campaign to add up, and fails the test if
  // more is wrong than five standard errors above what is predicted.
  void judge() const;

 private:
  struct Row {
    std::uint64_t listings = 0;
    std::uint64_t keys = 0;
    std::uint64_t complete = 0;
    std::uint64_t sure = 0;
    std::uint64_t wrong = 0;
    double predicted = 0;
  };

  std::string structure_;
  std::map<std::pair<KeyKind, std::string_view>, Row> rows_;
};

// Whether a listing, in order, is what the model has; of an incomplete one, whether all of it is in the
// model.
template <class Entry>
bool agrees(ListingOutcome outcome, const std::vector<Entry>& listed, const std::vector<Entry>& expected) {
  if (outcome == ListingOutcome::complete) return listed == expected;
  return outcome == ListingOutcome::incomplete && std::ranges::includes(expected, listed);
}

// The number of cells of a sub-table, from 1 to 256: half of the time 1 or 2, where most keys share all
// cells.
std::uint64_t random_sub_cells(Random& random);

// Keys to put in, and as many to ask for that are not in: the first half and the second. There are up to
// 0.95 to put in for each cell, and in small tables half of the time 3 to 8.
Bytes campaign_keys(KeyKind kind, ByteWidth width, CellCount cells, Random& random);

}  // namespace peel::test
