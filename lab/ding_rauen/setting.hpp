// The setting of the paper's section VI: 10,000 distinct keys below 10,000,000, each inserted 1 to 20 times.
// Hash functions are the library's, unless those of the paper's appendix are injected (appendix_hashes.hpp).
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
inline constexpr std::uint64_t kKeyBytes = 4;

struct Multiset {
  Bytes keys;
  std::vector<std::int64_t> times;

  std::size_t size() const { return times.size(); }
  std::uint64_t key(std::size_t i) const { return load_le(&keys[i * kKeyBytes], kKeyBytes); }
  void append(std::uint64_t key, std::int64_t how_often);
};

// Keys of 4 bytes in random order.
Multiset paper_multiset(Seed trial);

// Whether a counter of these cells lists the multiset, with every multiplicity right. Throws std::logic_error
// if it says so and is wrong, as no counter with strong hash functions is.
bool lists(const CounterSpec& spec, const ListingEffort& effort, const Multiset& inserted, Seed trial);
// The same with other hash functions, of which a wrong listing is to be expected: it counts as none.
bool lists_with(const ItemHashing& hashing, const CounterShape& shape, const ListingEffort& effort,
                const Multiset& inserted);

}  // namespace peel::lab::ding_rauen
