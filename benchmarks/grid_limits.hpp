// The machine's limit for a grid of counters: a loop that hashes each key once, as the library does, asks
// memory for one counter in each row a group ahead, and adds 1 to it or reads it, and does nothing else.
#pragma once

#include "peel/core/aligned_words.hpp"
#include "peel/frequency/count_bounds.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace peel::bench {

template <class Cell, unsigned Rows>
class GridTraffic {
 public:
  explicit GridTraffic(std::uint64_t columns)
      : hasher_(HashFamily::fast, Seed(1)), columns_(columns), words_(Rows * columns * sizeof(Cell) / 8) {}

  void update(std::span<const std::uint64_t> keys) {
    visit(keys, [](const auto& cells, std::size_t) {
      for (Cell* cell : cells) *cell += 1;
    });
  }

  // With answers as large as those of a sketch.
  void read(std::span<const std::uint64_t> keys, std::span<CountBounds> answers) {
    visit(keys, [&](const auto& cells, std::size_t i) {
      std::uint64_t all = 0;
      for (const Cell* cell : cells) all |= static_cast<std::uint64_t>(*cell);
      answers[i] = {all, all, false};
    });
  }

 private:
  static constexpr std::size_t kGroup = 24;
  using Places = std::array<std::array<Cell*, Rows>, kGroup>;

  // Calls use(cells, number of the key) for each key.
  template <class Use>
  void visit(std::span<const std::uint64_t> keys, Use use) {
    std::array<KeyHash, kGroup> hashes;
    std::array<Places, 2> places;
    Cell* const cells = reinterpret_cast<Cell*>(words_.data());  // nothing else looks at this memory
    const auto ask = [&](Places& group, std::size_t i) {
      for (unsigned row = 0; row < Rows; ++row) {
        group[i][row] = cells + row * columns_ + reduce(hashes[i].word(row), columns_);
        __builtin_prefetch(group[i][row], 1);
      }
    };
    std::size_t now = 0;  // keys of the group that was asked for last
    for (std::size_t at = 0, turn = 0; at < keys.size() || now > 0; turn = 1 - turn) {
      const std::size_t next = std::min(kGroup, keys.size() - at);
      hasher_.hash(keys.subspan(at, next), std::span(hashes).first(next));
      const std::size_t both = std::min(now, next);
      for (std::size_t i = 0; i < both; ++i) {
        ask(places[turn], i);
        use(places[1 - turn][i], at - now + i);
      }
      for (std::size_t i = both; i < next; ++i) ask(places[turn], i);
      for (std::size_t i = both; i < now; ++i) use(places[1 - turn][i], at - now + i);
      at += next;
      now = next;
    }
  }

  KeyHasher hasher_;
  std::uint64_t columns_;
  AlignedWords words_;
};

}  // namespace peel::bench
