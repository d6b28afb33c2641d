// RatelessShape: everything about a rateless table but its seed, its length and its contents. A shape that
// exists is valid.
#pragma once

#include "peel/analysis/rateless.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/iblt_shape.hpp"

#include <cstdint>

namespace peel {

struct RatelessSpec {
  RatelessForm form = RatelessForm::irregular;
  ByteWidth item_width{8};                               // 1 to 64
  CellArithmetic arithmetic = CellArithmetic::xor_sums;  // or prime_field, for items that come several times
  BitWidth check_bits{32};                               // of a cell: 24, 32, 40, 48, 56 or 64
  BitWidth shard_bits{0};                                // items go to 2^shard_bits streams by their hash
};

inline constexpr std::uint64_t kMinRatelessCheckBits = 24;
inline constexpr std::uint64_t kMaxShardBits = 12;
// Of each stream.
inline constexpr std::uint64_t kMaxRatelessCells = std::uint64_t{1} << 31;

class RatelessShape {
 public:
  // Fails with `invalid_argument` for a number out of range, and with `unsupported` for wrapping sums, which
  // take no item several times and are no smaller than xor sums.
  static Result<RatelessShape> from(const RatelessSpec& spec);

  RatelessForm form() const { return spec_.form; }
  CellArithmetic arithmetic() const { return spec_.arithmetic; }
  BitWidth check_bits() const { return spec_.check_bits; }
  BitWidth shard_bits() const { return spec_.shard_bits; }
  std::uint64_t shards() const { return std::uint64_t{1} << spec_.shard_bits.value; }
  bool tolerates_duplicates() const { return arithmetic() == CellArithmetic::prime_field; }
  // What makes this shape again, for shapes that differ from it in one thing.
  const RatelessSpec& spec() const { return spec_; }

  // A cell has the layout of an IBLT's whose keys are the items and which has no values.
  ByteWidth key_width() const { return spec_.item_width; }
  ByteWidth value_width() const { return ByteWidth(0); }
  CellChecks checks() const { return CellChecks::keys; }
  std::uint64_t check_mask() const { return ~std::uint64_t{0} >> (64 - spec_.check_bits.value); }
  unsigned limb_bytes() const { return tolerates_duplicates() ? 7 : 8; }
  unsigned key_words() const {
    return static_cast<unsigned>((key_width().value + limb_bytes() - 1) / limb_bytes());
  }
  unsigned value_offset() const { return 1 + key_words(); }
  unsigned check_offset() const { return value_offset(); }
  unsigned check_words() const { return 1; }
  unsigned cell_words() const { return 2 + key_words(); }

  friend bool operator==(const RatelessShape& a, const RatelessShape& b);

 private:
  explicit RatelessShape(const RatelessSpec& spec) : spec_(spec) {}

  RatelessSpec spec_;
};

}  // namespace peel
