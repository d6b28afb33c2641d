// FilterShape: everything about a Bloom filter but its seed and its contents. A shape that exists is valid.
// Formulas and structures both speak in it.
//
// A classic filter sets k cells anywhere. A blocked one sets k cells of one block, so that a key costs one
// cache line however large k is; some blocks get more keys than others, and it needs a few more bits.
//
//   A block has lanes of 64 bits: 4 in a register block, 8 in a line block. A key visits its lanes in rounds,
//   one cell in each lane and round. Where k is no multiple of the lanes, the last round is cut short and
//   begins at a lane that the hash chooses, so that no lane is fuller than another and any k will do.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <string_view>

namespace peel {

enum class FilterLayout : std::uint8_t {
  classic = 1,
  register_blocks = 2,  // blocks of 32 bytes
  line_blocks = 3,      // blocks of 64 bytes
};

inline constexpr FilterLayout kFilterLayouts[] = {FilterLayout::classic, FilterLayout::register_blocks,
                                                  FilterLayout::line_blocks};

std::string_view name_of(FilterLayout layout);  // "classic", "register", "line"

inline constexpr std::uint64_t kLaneBits = 64;
inline constexpr std::uint64_t kMaxClassicHashes = 64;
inline constexpr std::uint64_t kMaxBlockedHashes = 32;
inline constexpr std::uint64_t kMaxFilterBytes = std::uint64_t{1} << 40;

struct FilterSpec {
  FilterLayout layout = FilterLayout::line_blocks;
  CellCount cells;  // of a blocked filter a multiple of the cells in a block
  HashCount hashes;
  BitWidth cell_bits{1};  // 1: a Bloom filter; 4: a counting one, blocked or not; 8, 16, 32: a spectral one
};

class FilterShape {
 public:
  // Fails with `invalid_argument` for a number out of range or cells that do not fill their blocks, with
  // `limit_exceeded` beyond kMaxFilterBytes.
  static Result<FilterShape> from(const FilterSpec& spec);

  FilterLayout layout() const { return layout_; }
  CellCount cells() const { return CellCount(cells_); }
  HashCount hashes() const { return HashCount(hashes_); }
  BitWidth cell_bits() const { return BitWidth(cell_bits_); }
  // Cells lie side by side in words of 64 bits, the first in the lowest bits; what is left of the last is 0.
  std::uint64_t words() const { return (cells_ * cell_bits_ + kLaneBits - 1) / kLaneBits; }
  std::uint64_t bytes() const { return words() * 8; }

  bool is_blocked() const { return layout_ != FilterLayout::classic; }
  // Of blocked filters.
  std::uint64_t lanes() const { return layout_ == FilterLayout::register_blocks ? 4 : 8; }
  std::uint64_t lane_cells() const { return kLaneBits / cell_bits_; }
  std::uint64_t block_cells() const { return lanes() * lane_cells(); }
  std::uint64_t blocks() const { return cells_ / block_cells(); }

  friend bool operator==(const FilterShape&, const FilterShape&) = default;

 private:
  explicit FilterShape(const FilterSpec& spec);

  FilterLayout layout_;
  std::uint8_t hashes_;
  std::uint8_t cell_bits_;
  std::uint64_t cells_;
};

// The cells of one block of such a layout: what the number of cells must be a multiple of. 1 if classic.
std::uint64_t cells_in_block(FilterLayout layout, BitWidth cell_bits);

}  // namespace peel
