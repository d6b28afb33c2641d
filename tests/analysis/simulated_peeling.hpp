// Peeling of random keys, as plainly as possible: shares no code with the program that measured the
// predictions.
#pragma once

#include "peel/invertible/placement.hpp"

#include "support/random.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace peel::test {

// Whether n random keys list completely.
inline bool lists_completely(const Placement& placement, std::uint32_t n, Random& random) {
  const auto hashes = static_cast<unsigned>(placement.hashes().value);
  std::vector<std::array<CellIndex, kMaxHashes>> places(n);
  std::vector<std::uint32_t> count(placement.cells().value);
  std::vector<std::uint32_t> sum(placement.cells().value);
  for (std::uint32_t key = 0; key < n; ++key) {
    std::array<std::uint64_t, kMaxHashes> words{};
    for (unsigned i = 0; i < hashes; ++i) words[i] = random.next();
    placement.place([&words](unsigned i) { return words[i]; }, places[key].data());
    for (unsigned i = 0; i < hashes; ++i) {
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
    for (unsigned i = 0; i < hashes; ++i) {
      sum[places[key][i]] -= key;
      if (--count[places[key][i]] == 1) lonely.push_back(places[key][i]);
    }
  }
  return listed == n;
}

}  // namespace peel::test
