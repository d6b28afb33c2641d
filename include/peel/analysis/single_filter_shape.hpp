// SingleFilterShape: the cells of a single filter summary [Kirsch, Mitzenmacher 2005, section 7]. A cell
// holds a level, 0 to the number of sub-tables; a key has one in each of k groups of equal size. A shape that
// exists is valid.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <string_view>

namespace peel {

// How cells lie in memory.
enum class CellPacking : std::uint8_t {
  six_values = 1,  // three cells of 0 to 5 in a byte, the first times 1, the next times 6 and 36
  three_bits = 2,  // cells of 0 to 7 in three bits, 21 in a word of 64, the first in the lowest bits
  counters = 3,    // for each level a counter of four bits, the first in the lowest bits, without gaps, so
                   // that a cell may straddle two words: a summary that can forget
};

std::string_view name_of(CellPacking packing);

inline constexpr std::uint64_t kMaxSummaryHashes = 64;
inline constexpr std::uint64_t kMaxSummaryBytes = std::uint64_t{1} << 40;

struct SingleFilterSpec {
  CellCount cells;          // a multiple of the hashes
  HashCount hashes;         // groups
  SegmentCount sub_tables;  // that cells tell apart: at most 5 where they have six values
  CellPacking packing = CellPacking::three_bits;
};

class SingleFilterShape {
 public:
  // Fails with `invalid_argument` for a number out of range, with `limit_exceeded` beyond kMaxSummaryBytes.
  static Result<SingleFilterShape> from(const SingleFilterSpec& spec);

  CellCount cells() const { return CellCount(cells_); }
  HashCount hashes() const { return HashCount(hashes_); }
  CellCount group() const { return CellCount(cells_ / hashes_); }
  std::uint64_t sub_tables() const { return sub_tables_; }
  CellPacking packing() const { return packing_; }
  // Without what the last word is filled up with.
  std::uint64_t bytes() const;
  std::uint64_t words() const;

  friend bool operator==(const SingleFilterShape&, const SingleFilterShape&) = default;

 private:
  explicit SingleFilterShape(const SingleFilterSpec& spec);

  std::uint64_t cells_;
  std::uint8_t hashes_;
  std::uint8_t sub_tables_;
  CellPacking packing_;
};

}  // namespace peel
