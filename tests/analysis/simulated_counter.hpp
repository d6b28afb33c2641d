// Peeling of counters of random keys, as plainly as possible: cells are lists of keys, and listing reads
// those of one key, and of two where their kind allows it.
#pragma once

#include "peel/invertible/placement.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace peel::test {

enum class KeptFirst : std::uint8_t { nowhere, own_cell, anywhere };

// Cells of two keys are read if these differ in class, or if one of them is a first key that is kept here, or
// anywhere.
struct CellKind {
  KeptFirst kept = KeptFirst::nowhere;
  unsigned classes = 1;
};

// How many of n random keys are left over.
inline std::size_t left_over(const Placement& placement, std::uint32_t n, const CellKind& kind,
                             Random& random) {
  const auto hashes = static_cast<unsigned>(placement.hashes().value);
  std::vector<std::array<CellIndex, kMaxHashes>> places(n);
  std::vector<std::vector<std::uint32_t>> cells(placement.cells().value);
  std::vector<bool> is_kept(n);
  for (std::uint32_t key = 0; key < n; ++key) {
    std::array<std::uint64_t, kMaxHashes> words{};
    for (auto& word : words) word = random.next();
    placement.place([&words](unsigned i) { return words[i]; }, places[key].data());
    for (unsigned i = 0; i < hashes; ++i) cells[places[key][i]].push_back(key);
  }
  std::vector<std::uint32_t> kept(cells.size(), n);  // n: none
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cells[cell].empty()) continue;
    kept[cell] = cells[cell].front();
    is_kept[kept[cell]] = true;
  }
  const auto reads = [&](CellIndex cell, std::uint32_t a, std::uint32_t b) {
    if (a % kind.classes != b % kind.classes) return true;  // numbers are as good as random classes
    if (kind.kept == KeptFirst::nowhere) return false;
    if (kept[cell] == a || kept[cell] == b) return true;
    return kind.kept == KeptFirst::anywhere && (is_kept[a] || is_kept[b]);
  };
  std::vector<CellIndex> waiting(cells.size());
  for (CellIndex cell = 0; cell < cells.size(); ++cell) waiting[cell] = cell;
  std::size_t left = n;
  while (!waiting.empty()) {
    const CellIndex cell = waiting.back();
    waiting.pop_back();
    const std::vector<std::uint32_t> keys = cells[cell];
    if (keys.empty() || keys.size() > 2 || (keys.size() == 2 && !reads(cell, keys[0], keys[1]))) continue;
    for (const std::uint32_t key : keys) {
      --left;
      for (unsigned i = 0; i < hashes; ++i) {
        std::erase(cells[places[key][i]], key);
        waiting.push_back(places[key][i]);
      }
    }
  }
  return left;
}

}  // namespace peel::test
