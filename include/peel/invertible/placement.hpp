// Placement: which cells a key goes to. A policy of its own, apart from what a cell holds, so that every
// kind of cell works with every placement. A key's cells are always distinct.
//
// The cells are a row of sub-tables of equal size. A key picks a window of k neighbouring sub-tables and one
// cell in each. With k sub-tables there is one window, and every key uses all of them (`partitioned`). If
// there are more (`coupled`), the windows overlap like tiles, and the few keys in the first and last
// sub-tables start a wave of peeling that runs inwards through cells that on their own would be too full to
// peel. Or not all keys have as many cells (`irregular`): a heavy key uses all of the k sub-tables, a light
// one a few of them, and the heavy ones, of which some cell shows itself early, clear the way for the others.
#pragma once

#include "peel/analysis/light_keys.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/mix.hpp"
#include "peel/invertible/sub_table_choice.hpp"

#include <bit>
#include <cstdint>
#include <string_view>

namespace peel {

enum class PlacementKind : std::uint8_t {
  partitioned = 1,  // one cell in each of k sub-tables [Goodrich, Mitzenmacher 2011, 2.2]
  coupled = 2,      // one cell in each of k neighbours among many sub-tables [Walzer 2021]
  irregular = 3,    // one cell in each of k sub-tables, or in some of them [Goodrich, Mitzenmacher 2011, 2.4]
};

std::string_view name_of(PlacementKind placement);

// What makes a key of an irregular table a light one. Both sides of a subtraction must agree on it, and so
// must whoever lists, who knows nothing but the key: so it is a function of the key.
enum class WeightSource : std::uint8_t {
  none = 0,      // all keys have as many cells
  hash = 1,      // chance: which keys are light depends on the hash
  last_byte = 2  // the key's last byte says how much it matters: the lowest ones are light
};

std::string_view name_of(WeightSource source);

// The light keys of a table, and how they are told. A key is light if its weight, a number of 16 bits, is
// less than their share: for `hash` the leading bits of a word of it, for `last_byte` that byte times 256.
struct KeyWeights {
  LightKeys light = {};
  WeightSource source = WeightSource::none;

  friend bool operator==(const KeyWeights&, const KeyWeights&) = default;
};

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
  // `hashes` are those of a heavy key. Light keys have at least 2 cells and fewer than that, and a share of
  // 1 to 65,535.
  static Result<Placement> irregular(CellCount cells, HashCount hashes, const KeyWeights& weights);

  PlacementKind kind() const {
    if (weights_.light.any()) return PlacementKind::irregular;
    return sub_tables_ == hashes_ ? PlacementKind::partitioned : PlacementKind::coupled;
  }
  CellCount cells() const { return CellCount(sub_cells_ * sub_tables_); }
  HashCount hashes() const { return HashCount(hashes_); }  // of a heavy key, where some are light
  HashCount fewest_hashes() const { return weights_.light.any() ? weights_.light.hashes : hashes(); }
  const KeyWeights& weights() const { return weights_; }
  SegmentCount sub_tables() const { return SegmentCount(sub_tables_); }
  CellCount sub_table_cells() const { return CellCount(sub_cells_); }
  SegmentCount windows() const { return SegmentCount(sub_tables_ - hashes_ + 1); }

  // Writes the key's k cells, in ascending order. `word(i)` is the key's i-th hash word, i < k. Not for
  // irregular tables.
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

  // The same for irregular tables: returns how many cells the key has. `weight` is that of its last byte, and
  // ignored where the hash decides; `word(kWeightWord)` is asked for, too.
  template <class Words>
  unsigned place_irregular(const Words& word, std::uint64_t weight, CellIndex* cells) const {
    const std::uint64_t chance = word(kWeightWord);
    if (weights_.source == WeightSource::hash) weight = chance >> kRestOfWeightWord;
    const auto count =
        static_cast<unsigned>(weight < weights_.light.share ? weights_.light.hashes.value : hashes_);
    // Which sub-tables, by the bits that do not weigh the key.
    unsigned chosen = chosen_sub_tables(hashes_, count, chance << kWeightBits);
    for (unsigned i = 0; i < count; ++i, chosen &= chosen - 1) {
      const auto sub_table = static_cast<std::uint64_t>(std::countr_zero(chosen));
      cells[i] = static_cast<CellIndex>(sub_table * sub_cells_ + reduce(word(i), sub_cells_));
    }
    return count;
  }

  friend bool operator==(const Placement&, const Placement&) = default;

 private:
  Placement(std::uint64_t sub_cells, unsigned sub_tables, unsigned hashes)
      : sub_cells_(sub_cells), sub_tables_(sub_tables), hashes_(hashes) {}
  static Result<Placement> make(CellCount cells, HashCount hashes, std::uint64_t sub_tables);
  static constexpr unsigned kWeightBits = 16;
  static constexpr unsigned kRestOfWeightWord = 64 - kWeightBits;

  std::uint64_t sub_cells_;
  unsigned sub_tables_;
  unsigned hashes_;
  KeyWeights weights_;
};

}  // namespace peel
