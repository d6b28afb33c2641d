// What must hold of any counter whatever, honest or not, when it is listed.
#pragma once

#include "peel/invertible/invertible_counter.hpp"

#include "fuzz/claim.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

namespace peel::fuzz {

inline std::uint64_t cells_with_sums(const InvertibleCounter& counter) {
  const std::size_t words = counter.shape().cell_words();
  std::uint64_t used = 0;
  for (std::size_t at = 0; at < counter.cells().size(); at += words) {
    const auto sums = counter.cells().subspan(at, counter.shape().sum_words());
    if (std::ranges::any_of(sums, [](std::uint64_t word) { return word != 0; })) ++used;
  }
  return used;
}

// Whether two counters of equal shape have the same sums; kept keys may differ.
inline bool have_equal_sums(const InvertibleCounter& a, const InvertibleCounter& b) {
  const std::size_t words = a.shape().cell_words();
  for (std::size_t at = 0; at < a.cells().size(); at += words) {
    if (!std::ranges::equal(a.cells().subspan(at, a.shape().sum_words()),
                            b.cells().subspan(at, a.shape().sum_words()))) {
      return false;
    }
  }
  return true;
}

inline void claim_each_key_is_listed_once(const CounterListing& listing) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < listing.keys.size(); ++i) {
    claim(seen.insert(as_text(listing.keys.key(i))).second, "no key is listed twice");
    claim(listing.keys.count(i) != 0, "no key is listed with a count of 0");
  }
}

// Only a forger gets so far that counts of one key, from many cells, add up to more than 64 bits.
inline bool counts_may_wrap(const InvertibleCounter& counter) {
  return counter.gross_total() > (std::uint64_t{1} << 62) / counter.shape().cells().value;
}

// The listing and what is left in the cells account for the counter: together they are the counter.
inline void claim_nothing_is_lost_or_invented(const InvertibleCounter& counter, ListingEffort effort) {
  InvertibleCounter rest = counter;
  const CounterListing listing = rest.consume(effort);
  claim(listing.keys.size() <= (1 + kMostKeptTogether) * counter.shape().cells().value,
        "each cell shows no more than a few keys");
  claim_each_key_is_listed_once(listing);
  claim(listing.stuck_cells == cells_with_sums(rest), "stuck cells are those that are left");
  if (listing.outcome != ListingOutcome::malformed) {
    claim(listing.complete() == rest.empty(), "complete means that nothing is left");
  }
  if (counts_may_wrap(counter)) return;
  const auto added = rest.add(listing.keys.packed_keys(), listing.keys.counts());
  if (!added) {
    claim(added.error().code() == ErrorCode::limit_exceeded, "what a counter lists can be added to it");
    return;
  }
  claim(have_equal_sums(rest, counter), "adding back what was listed restores the sums");
}

}  // namespace peel::fuzz
