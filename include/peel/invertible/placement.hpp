// Placement: which cells a key goes to. A policy of its own, apart from what a cell holds, so that every
// kind of cell works with every placement. A key's cells are always distinct.
//
// The cells are a row of sub-tables of equal size. A key picks a window of k neighbouring sub-tables and one
// cell in each. With k sub-tables there is one window, and every key uses all of them (`partitioned`). If
// there are more (`coupled`), the windows overlap like tiles, and the few keys in the first and last
// sub-tables start a wave of peeling that runs inwards through cells that on their own would be too full to
// peel.
#pragma once

#include "peel/core/types.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/mix.hpp"

#include <cstdint>
#include <string_view>

namespace peel {

enum class PlacementKind : std::uint8_t {
  partitioned = 1,  // one cell in each of k sub-tables [Goodrich, Mitzenmacher 2011, 2.2]
  coupled = 2,      // one cell in each of k neighbours among many sub-tables [Walzer 2021]
};

std::string_view name_of(PlacementKind placement);

inline constexpr std::uint64_t kMinHashes = 2;
inline constexpr std::uint64_t kMaxHashes = kMaxChoices;
// A cell's index fits 32 bits, and so does the number of cells.
inline constexpr std::uint64_t kMaxCells = (std::uint64_t{1} << 32) - 1;
inline constexpr std::uint64_t kMaxSegments = 65'535;  // sub-tables of a coupled table

using CellIndex = std::uint32_t;

class Placement {
 public:
  // `cells` is rounded up to a multiple of the number of sub-tables. Both fail with `invalid_argument`
  // outside the ranges above; a coupled table has more segments than hashes.
  static Result<Placement> partitioned(CellCount cells, HashCount hashes);
  static Result<Placement> coupled(CellCount cells, HashCount hashes, SegmentCount segments);

  PlacementKind kind() const {
    return sub_tables_ == hashes_ ? PlacementKind::partitioned : PlacementKind::coupled;
  }
  CellCount cells() const { return CellCount(sub_cells_ * sub_tables_); }
  HashCount hashes() const { return HashCount(hashes_); }
  SegmentCount sub_tables() const { return SegmentCount(sub_tables_); }
  CellCount sub_table_cells() const { return CellCount(sub_cells_); }
  SegmentCount windows() const { return SegmentCount(sub_tables_ - hashes_ + 1); }

  // Writes the key's k cells, in ascending order. `word(i)` is the key's i-th hash word, i < k.
  template <class Words>
  void place(const Words& word, CellIndex* cells) const {
    place_shifted(word, 0, cells);
  }

  // The same, but each cell so many cells further on in its sub-table, and from its end on to its start;
  // `shift` is smaller than a sub-table.
  template <class Words>
  void place_shifted(const Words& word, std::uint64_t shift, CellIndex* cells) const {
    const auto shifted = [&](std::uint64_t index) {
      return index + shift >= sub_cells_ ? index + shift - sub_cells_ : index + shift;
    };
    // One word gives the window by its leading bits and the first cell by what they leave of it.
    const Uint128 product = static_cast<Uint128>(word(0)) * (sub_tables_ - hashes_ + 1);
    std::uint64_t first = static_cast<std::uint64_t>(product >> 64) * sub_cells_;
    cells[0] =
        static_cast<CellIndex>(first + shifted(reduce(static_cast<std::uint64_t>(product), sub_cells_)));
    for (unsigned i = 1; i < hashes_; ++i) {
      first += sub_cells_;
      cells[i] = static_cast<CellIndex>(first + shifted(reduce(word(i), sub_cells_)));
    }
  }

  friend bool operator==(const Placement&, const Placement&) = default;

 private:
  Placement(std::uint64_t sub_cells, unsigned sub_tables, unsigned hashes)
      : sub_cells_(sub_cells), sub_tables_(sub_tables), hashes_(hashes) {}
  static Result<Placement> make(CellCount cells, HashCount hashes, std::uint64_t sub_tables);

  std::uint64_t sub_cells_;
  unsigned sub_tables_;
  unsigned hashes_;
};

}  // namespace peel
