// What all benchmarks of one summary share: a multilevel table's keys with their levels, noted, some of them
// to ask for again, and some that are absent. Keys are numbers, hashed when needed, and the table is only its
// occupancy bits.
#pragma once

#include "peel/analysis/multilevel_shape.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/tables/level.hpp"
#include "peel/tables/table_summary.hpp"

#include "harness.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace peel::bench {

// What a summary says of all keys, and of kAbsent that were not noted.
struct Mistakes {
  std::uint64_t failures = 0;
  double false_positives = 0;  // the share
};

class SummaryBench {
 public:
  // Fills the summary. Ends the program if a key is denied that was noted.
  SummaryBench(const MultilevelShape& table, std::unique_ptr<TableSummary> summary, ItemCount keys);

  double hits_batched() { return batched(hits_); }
  double misses_batched() { return batched(misses_); }
  double hits_one_by_one() { return one_by_one(hits_); }
  double misses_one_by_one() { return one_by_one(misses_); }
  // Keys of the hits are noted again. A summary that can forget does so before or after, not timed.
  double note();
  double forget();

  const std::vector<KeyHash>& hits() const { return hits_; }
  const std::vector<KeyHash>& misses() const { return misses_; }
  std::vector<Level>& answers() { return answers_; }
  const Mistakes& mistakes() const { return mistakes_; }
  double bits_per_key() const;
  double occupancy_bits_per_key() const { return occupancy_bits_; }

  static constexpr std::uint64_t kMostAsked = 200'000;
  static constexpr std::uint64_t kAbsent = 2'000'000;

 private:
  double batched(const std::vector<KeyHash>& hashes);
  double one_by_one(const std::vector<KeyHash>& hashes);
  double note_hits();
  double forget_hits();
  void look_for_mistakes(const std::vector<Level>& levels);
  // The answers about so many keys from `first` on, in answers_.
  void ask(std::uint64_t first, ItemCount count);

  KeyHasher hasher_{HashFamily::fast, Seed(1)};
  std::unique_ptr<TableSummary> summary_;
  std::uint64_t keys_;
  double occupancy_bits_ = 0;
  std::vector<KeyHash> hits_, misses_;
  std::vector<Level> hit_levels_, answers_;
  Mistakes mistakes_;
};

}  // namespace peel::bench
