#include "lab/peeling_measurements/simulator.hpp"

#include "peel/hashing/mix.hpp"

#include <algorithm>
#include <cmath>

namespace peel::lab {

PeelingSimulator::PeelingSimulator(const Placement& placement, std::uint32_t keys, std::uint32_t small,
                                   analysis::KeysPerCell shown)
    : placement_(placement),
      keys_(keys),
      small_(small),
      shown_(static_cast<std::uint32_t>(shown)),
      cells_(placement.cells().value),
      is_gone_(keys) {}

unsigned PeelingSimulator::place(std::uint32_t key, CellIndex* cells) const {
  const bool is_irregular = placement_.kind() == PlacementKind::irregular;
  const std::uint64_t words = is_irregular ? kDerivedWords : kMaxHashes;  // of each key
  const std::uint64_t first = seed_ + std::uint64_t{key} * (words * kGolden);
  const auto word = [first](unsigned i) { return scramble(first + i * kGolden); };
  if (is_irregular) return placement_.place_irregular(word, 0, cells);
  placement_.place(word, cells);
  return static_cast<unsigned>(placement_.hashes().value);
}

void PeelingSimulator::show(const Cell& cell) {
  if (cell.count == 1) {
    waiting_.push_back(cell.keys);
  } else if (cell.count == 2) {
    // Of keys a and b: (a - b)^2 = 2 (a^2 + b^2) - (a + b)^2, an exact square below 2^53 for our few million
    // keys.
    const std::uint64_t sum = cell.keys;
    const auto apart =
        static_cast<std::uint32_t>(std::sqrt(static_cast<double>(2 * cell.squares - sum * sum)));
    waiting_.push_back((cell.keys + apart) / 2);
    waiting_.push_back((cell.keys - apart) / 2);
  }
}

void PeelingSimulator::take_from(Cell& cell, std::uint32_t key) {
  cell.keys -= key;
  cell.squares -= std::uint64_t{key} * key;
  if (--cell.count == shown_) show(cell);
}

void PeelingSimulator::remove(std::uint32_t removed) {
  waiting_.push_back(removed);
  peel();
}

void PeelingSimulator::peel() {
  CellIndex places[kMaxHashes];
  while (!waiting_.empty()) {
    const std::uint32_t key = waiting_.back();
    waiting_.pop_back();
    if (is_gone_[key]) continue;
    is_gone_[key] = true;
    --left_;
    const unsigned count = place(key, places);
    for (unsigned i = 0; i < count; ++i) take_from(cells_[places[i]], key);
  }
}

Breakdown PeelingSimulator::run(std::uint64_t seed) {
  seed_ = scramble(seed);
  left_ = keys_;
  std::fill(cells_.begin(), cells_.end(), Cell{});
  std::fill(is_gone_.begin(), is_gone_.end(), false);
  CellIndex places[kMaxHashes];
  for (std::uint32_t key = 0; key < keys_; ++key) {
    const unsigned count = place(key, places);
    for (unsigned i = 0; i < count; ++i) {
      Cell& cell = cells_[places[i]];
      ++cell.count;
      cell.keys += key;
      cell.squares += std::uint64_t{key} * key;
    }
  }
  for (const Cell& cell : cells_) {
    if (cell.count > shown_) continue;
    show(cell);
    peel();
  }
  Breakdown breakdown{keys_ + 1, keys_ + 1};
  for (std::uint32_t keys = keys_; left_ > 0; --keys) {
    if (is_gone_[keys - 1]) continue;
    breakdown.any_core = keys;  // the core of the first `keys` keys is what is left
    if (left_ > small_) breakdown.large_core = keys;
    remove(keys - 1);
  }
  return breakdown;
}

}  // namespace peel::lab
