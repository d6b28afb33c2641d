// IbltShape: everything about an invertible Bloom lookup table but its seed and its contents. A shape that
// exists is valid: what a kind of cell cannot support is refused here, not discovered later.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/placement.hpp"

#include <cstdint>
#include <string_view>

namespace peel {

// How a cell adds up the keys and values that it holds.
enum class CellArithmetic : std::uint8_t {
  xor_sums = 1,       // smallest and fastest; an item may be in the table once
  wrapping_sums = 2,  // sums modulo 2^64: overflow is undone by later deletions
  prime_field = 3,    // sums modulo 2^61 - 1 per 7 bytes: can be divided by any count, so duplicates decode
};

std::string_view name_of(CellArithmetic arithmetic);

// What a cell carries beside count, keySum and valueSum.
enum class CellChecks : std::uint8_t {
  none = 0,             // the paper's simple cell: only legal insertions and deletions
  keys = 1,             // + hashkeySum
  keys_and_values = 2,  // + hashkeySum and hashvalueSum; the same as `keys` when values have no bytes
};

std::string_view name_of(CellChecks checks);

// What may happen to a table beyond one insertion per key and deletions of what is there.
struct IbltFaults {
  bool extraneous_deletions = false;  // a pair is deleted that was not inserted; also the result of subtract
  bool several_values = false;        // one key is given two values
  bool duplicates = false;            // one pair is inserted several times

  friend bool operator==(const IbltFaults&, const IbltFaults&) = default;
};

struct IbltSpec {
  CellCount cells;           // rounded up to a multiple of the number of sub-tables
  HashCount hashes{4};       // 2 to 8
  SegmentCount segments{0};  // 0: partitioned, one sub-table for each hash; more than `hashes`: coupled
  KeyWeights weights = {};   // irregular, if some keys are light; then there are no segments
  ByteWidth key_width{8};    // 1 to 64
  ByteWidth value_width{0};  // 0 to 64
  CellArithmetic arithmetic = CellArithmetic::xor_sums;
  CellChecks checks = CellChecks::keys_and_values;
  BitWidth check_bits{64};        // of each check, 8 to 64; fewer make smaller messages and more mistakes
  IbltFaults must_tolerate = {};  // the shape is refused unless its cells tolerate all of these
};

inline constexpr std::uint64_t kMaxKeyWidth = 64;
inline constexpr std::uint64_t kMaxValueWidth = 64;
inline constexpr std::uint64_t kMinCheckBits = 8;

class IbltShape {
 public:
  // Fails with `invalid_argument` for a number out of range, with `unsupported` for a fault that this kind
  // of cell cannot tolerate, with `limit_exceeded` beyond kMaxTableBytes.
  static Result<IbltShape> from(const IbltSpec& spec);

  const Placement& placement() const { return placement_; }
  CellCount cells() const { return placement_.cells(); }
  HashCount hashes() const { return placement_.hashes(); }
  ByteWidth key_width() const { return ByteWidth(key_width_); }
  ByteWidth value_width() const { return ByteWidth(value_width_); }
  CellArithmetic arithmetic() const { return arithmetic_; }
  CellChecks checks() const { return checks_; }
  BitWidth check_bits() const { return BitWidth(check_bits_); }
  std::uint64_t check_mask() const { return ~std::uint64_t{0} >> (64 - check_bits_); }
  IbltFaults tolerates() const;
  // What makes this shape again, for shapes that differ from it in one thing.
  IbltSpec spec() const;

  // The layout of a cell, in 64-bit words: count, key sums, value sums, key check, value check.
  unsigned key_words() const { return key_words_; }
  unsigned value_words() const { return value_words_; }
  unsigned check_words() const { return static_cast<unsigned>(checks_); }
  unsigned cell_words() const { return 1 + key_words() + value_words() + check_words(); }
  unsigned value_offset() const { return 1 + key_words(); }
  unsigned check_offset() const { return value_offset() + value_words(); }
  unsigned limb_bytes() const { return arithmetic_ == CellArithmetic::prime_field ? 7 : 8; }
  std::uint64_t table_bytes() const { return cells().value * cell_words() * 8; }

  friend bool operator==(const IbltShape&, const IbltShape&) = default;

 private:
  explicit IbltShape(const Placement& placement) : placement_(placement) {}

  Placement placement_;
  std::uint8_t key_width_ = 0;
  std::uint8_t value_width_ = 0;
  std::uint8_t key_words_ = 0;
  std::uint8_t value_words_ = 0;
  CellArithmetic arithmetic_ = CellArithmetic::xor_sums;
  CellChecks checks_ = CellChecks::none;
  std::uint8_t check_bits_ = 64;
};

inline constexpr std::uint64_t kMaxTableBytes = std::uint64_t{1} << 38;
inline constexpr unsigned kMaxCellWords = 1 + 10 + 10 + 2;  // 64 bytes in limbs of 7 are 10 words

}  // namespace peel
