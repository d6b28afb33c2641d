// Placement: which cells a key goes to. A policy of its own, apart from what a cell holds, so that every
// kind of cell works with every placement. A key's cells are always distinct.
#pragma once

#include "peel/core/types.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/mix.hpp"

#include <cstdint>

namespace peel {

enum class PlacementKind : std::uint8_t {
  partitioned = 1,  // k sub-tables of equal size, one cell in each [Goodrich, Mitzenmacher 2011, 2.2]
};

inline constexpr std::uint64_t kMinHashes = 2;
inline constexpr std::uint64_t kMaxHashes = kMaxChoices;
inline constexpr std::uint64_t kMaxCells = std::uint64_t{1} << 32;  // a cell's index fits 32 bits

using CellIndex = std::uint32_t;

class Placement {
 public:
  // `cells` is rounded up to a multiple of `hashes`. Fails with `invalid_argument` outside the ranges above.
  static Result<Placement> partitioned(CellCount cells, HashCount hashes);

  PlacementKind kind() const { return kind_; }
  CellCount cells() const { return CellCount(sub_cells_ * hashes_); }
  HashCount hashes() const { return HashCount(hashes_); }
  CellCount sub_table_cells() const { return CellCount(sub_cells_); }

  // Writes the key's k cells, one for each sub-table in order. `word(i)` is the key's i-th hash word.
  template <class Words>
  void place(const Words& word, CellIndex* cells) const {
    std::uint64_t first = 0;
    for (unsigned i = 0; i < hashes_; ++i, first += sub_cells_) {
      cells[i] = static_cast<CellIndex>(first + reduce(word(i), sub_cells_));
    }
  }

  friend bool operator==(const Placement&, const Placement&) = default;

 private:
  Placement(PlacementKind kind, std::uint64_t sub_cells, unsigned hashes)
      : sub_cells_(sub_cells), hashes_(hashes), kind_(kind) {}

  std::uint64_t sub_cells_;
  unsigned hashes_;
  PlacementKind kind_;
};

}  // namespace peel
