// Peeling of random keys, as plainly as possible: shares no code with the program that measured the
// predictions.
#pragma once

#include "peel/invertible/placement.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace peel::test {

// The cells of a random key; returns how many it has.
inline unsigned place_at_random(const Placement& placement, Random& random, CellIndex* cells) {
  std::array<std::uint64_t, kDerivedWords> words{};
  const auto word = [&words](unsigned i) { return words[i]; };
  const auto hashes = static_cast<unsigned>(placement.hashes().value);
  for (unsigned i = 0; i < hashes; ++i) words[i] = random.next();
  if (placement.kind() == PlacementKind::irregular) {
    words[kWeightWord] = random.next();
    return placement.place_irregular(word, 0, cells);
  }
  placement.place(word, cells);
  return hashes;
}

// How many of n random keys are listed.
inline std::uint32_t keys_listed(const Placement& placement, std::uint32_t n, Random& random) {
  std::vector<std::array<CellIndex, kMaxHashes>> places(n);
  std::vector<unsigned> hashes(n);
  std::vector<std::uint32_t> count(placement.cells().value);
  std::vector<std::uint32_t> sum(placement.cells().value);
  for (std::uint32_t key = 0; key < n; ++key) {
    hashes[key] = place_at_random(placement, random, places[key].data());
    for (unsigned i = 0; i < hashes[key]; ++i) {
      ++count[places[key][i]];
      sum[places[key][i]] += key;
    }
  }
  std::vector<CellIndex> lonely;
  for (CellIndex cell = 0; cell < count.size(); ++cell) {
    if (count[cell] == 1) lonely.push_back(cell);
  }
  std::uint32_t listed = 0;
  while (!lonely.empty()) {
    const CellIndex cell = lonely.back();
    lonely.pop_back();
    if (count[cell] != 1) continue;
    const std::uint32_t key = sum[cell];
    ++listed;
    for (unsigned i = 0; i < hashes[key]; ++i) {
      sum[places[key][i]] -= key;
      if (--count[places[key][i]] == 1) lonely.push_back(places[key][i]);
    }
  }
  return listed;
}

inline bool lists_completely(const Placement& placement, std::uint32_t n, Random& random) {
  return keys_listed(placement, n, random) == n;
}

// The same where a cell shows up to two keys.
inline bool lists_pairs_completely(const Placement& placement, std::uint32_t n, Random& random) {
  const auto hashes = static_cast<unsigned>(placement.hashes().value);
  std::vector<std::array<CellIndex, kMaxHashes>> places(n);
  std::vector<std::uint32_t> count(placement.cells().value);
  for (auto& cells : places) {
    std::array<std::uint64_t, kMaxHashes> words{};
    for (unsigned i = 0; i < hashes; ++i) words[i] = random.next();
    placement.place([&words](unsigned i) { return words[i]; }, cells.data());
    for (unsigned i = 0; i < hashes; ++i) ++count[cells[i]];
  }
  // The keys of all cells, one cell after the other.
  std::vector<std::uint32_t> first(count.size() + 1);
  for (std::size_t cell = 0; cell < count.size(); ++cell) first[cell + 1] = first[cell] + count[cell];
  std::vector<std::uint32_t> keys(first.back());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t key = 0; key < n; ++key) {
    for (unsigned i = 0; i < hashes; ++i) keys[next[places[key][i]]++] = key;
  }
  std::vector<bool> is_listed(n);
  std::vector<CellIndex> readable;
  for (CellIndex cell = 0; cell < count.size(); ++cell) {
    if (count[cell] <= 2) readable.push_back(cell);
  }
  while (!readable.empty()) {
    const CellIndex cell = readable.back();
    readable.pop_back();
    for (std::uint32_t at = first[cell]; at < first[cell + 1]; ++at) {
      const std::uint32_t key = keys[at];
      if (is_listed[key]) continue;
      is_listed[key] = true;
      for (unsigned i = 0; i < hashes; ++i) {
        if (--count[places[key][i]] == 2) readable.push_back(places[key][i]);
      }
    }
  }
  return std::all_of(is_listed.begin(), is_listed.end(), [](bool listed) { return listed; });
}

}  // namespace peel::test
