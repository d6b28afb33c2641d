// The setting of the paper's section VI: 10,000 distinct keys below 10,000,000, each inserted 1 to 20 times.
// Hash functions are the library's; with those of the paper's appendix, tables behave otherwise (its errata).
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/invertible_counter.hpp"

#include "lab/workload.hpp"

#include <cstdint>
#include <vector>

namespace peel::lab::ding_rauen {

inline constexpr std::uint64_t kKeys = 10'000;
inline constexpr std::uint64_t kKeyRange = 10'000'000;
inline constexpr std::uint64_t kCopies = 20;

struct Multiset {
  Bytes keys;
  std::vector<std::int64_t> times;
};

// Keys of 4 bytes in random order.
Multiset paper_multiset(Seed trial);

// Whether a counter of these cells lists the multiset, with every multiplicity right.
bool lists(const CounterSpec& spec, const ListingEffort& effort, const Multiset& inserted, Seed trial);

}  // namespace peel::lab::ding_rauen
