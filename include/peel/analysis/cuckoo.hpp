// Cuckoo tables: how full they can be, how likely keys find no place, and what an insertion costs, for hash
// functions without flaws. Each key has two buckets. docs/theory/cuckoo.md
//
//   Keys are edges between buckets. They all find a place if and only if no set of buckets has more edges
//   within it than slots. Up to a threshold that is almost certain, beyond it almost impossible.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <optional>

namespace peel::analysis {

inline constexpr std::uint64_t kMostCuckooSlots = 8;
inline constexpr std::uint64_t kMostCuckooItems = std::uint64_t{1} << 40;

// The share of slots that can be filled as the table grows large: 0.5, 0.897, 0.959, 0.980 for 1 to 4 slots
// [Cain, Sanders, Wormald 2007; Fernholz, Ramachandran 2007]. Slots 1 to kMostCuckooSlots.
double cuckoo_threshold(SlotCount slots);

// Two tables of m slots each, one slot in a bucket, n keys: the scheme of the slides.
struct CuckooPairLoad {
  ItemCount items;
  BucketCount buckets;  // of each table
};

// The probability that a component of the graph has more than one cycle, so that a rehash is needed. To first
// order in 1/m for n < m, where m must be far above (1 - n/m)^-3, and never above 1 - sqrt(2/3), which it
// tends to at n = m. 1 beyond. [Drmota, Kutzelnigg 2012]
double rehash_probability(const CuckooPairLoad& load);
// The same exactly, to within 1e-9, for any number of keys. In time that grows like m^(4/3): half a second
// for the largest. Fails with `invalid_argument` for no buckets and beyond kMostExactPairs of them.
inline constexpr std::uint64_t kMostExactPairs = std::uint64_t{1} << 14;
[[nodiscard]] Result<double> exact_rehash_probability(const CuckooPairLoad& load);
// The mean number of slots in the component of a slot, as the table grows large: 1 + 1/eps for m = (1 + eps)
// n. Infinite for n >= m.
double component_size(const CuckooPairLoad& load);

// One table of buckets with one slot each, two different ones for each key.
struct CuckooSingleLoad {
  ItemCount items;
  BucketCount buckets;
};

// The probability that a component of its graph has more than one cycle. Exact, to within 1e-9, up to
// kMostExactSingles buckets. Beyond, it is that of a smaller table, by what is known of large random graphs:
// far from the threshold the probability falls like 1 / buckets, and near it depends on (1/2 - load)
// buckets^(1/3) alone [Janson, Knuth, Luczak, Pittel 1993].
inline constexpr std::uint64_t kMostExactSingles = std::uint64_t{1} << 17;
double single_rehash_probability(const CuckooSingleLoad& load);

// One table of buckets of 1 to kMostCuckooSlots slots, two different ones for each key.
struct CuckooDemand {
  ItemCount items;
  SlotCount slots{4};
  double load = 0.95;  // items by slots at most
};

// Of one more entry at some load.
struct InsertionCost {
  double kicks;       // entries that are moved
  double visits;      // buckets that a breadth-first search for room looks at
  double mean_kicks;  // the mean of kicks from the first entry to this one
};

struct CuckooForecast {
  BucketCount buckets;
  double load;  // of that many buckets
  // That some entry finds no place however others are moved: a rehash, or an entry of a stash.
  double rehash_probability;
  enum class Basis : std::uint8_t {
    exact,         // graphs were counted: small tables with one slot in a bucket
    law,           // a law of large tables, whose width was measured
    stretched_law  // the same for a table that is too small for it: rough
  };
  Basis basis;
  // Measured in large tables, up to 98 hundredths of the threshold; nothing beyond.
  std::optional<InsertionCost> cost;
};

// Fails with `invalid_argument` for numbers out of range.
[[nodiscard]] Result<CuckooForecast> cuckoo_forecast(const CuckooDemand& demand);

}  // namespace peel::analysis
