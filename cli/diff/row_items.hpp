// What each row puts into the tables of a live diff: a digest of 56 bits, and before it the key where a
// source can find rows by it. The rows in question are then looked up, and not searched for in a second scan.
//
// Two rows that differ on the two sides and have one digest would hide each other, which has probability
// 2^-56 for each such pair; rows that both sides have do not matter. Rows are compared in the end, not
// digests.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/strata_estimator.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace peel::cli {

class RowItems {
 public:
  static constexpr std::size_t kDigestBytes = 7;       // one limb of the prime field
  static constexpr std::size_t kIntegerKeyBytes = 10;  // the canonical bytes of any integer
  static constexpr std::size_t kUsualKeyBytes = 40;    // a UUID as text, or some short cells

  struct Kind {
    std::size_t key_bytes = 0;  // 0: no keys
    // xor_sums only where no row can be on one side twice.
    CellArithmetic arithmetic = CellArithmetic::prime_field;
  };

  RowItems(Kind kind, Seed seed) : kind_(kind), hasher_(HashFamily::fast, seed.derive(kPurpose)) {}

  const Kind& kind() const { return kind_; }
  std::size_t width() const { return kind_.key_bytes + kDigestBytes; }

  std::uint64_t digest(const rows::CanonicalRow& row) const {
    return hasher_(row.bytes).low & kStrataItemMask;
  }
  // Writes width() bytes.
  void write(const rows::CanonicalRow& row, std::uint64_t digest, std::byte* to) const;

  std::uint64_t digest_in(ByteView item) const {
    return load_le(item.data() + kind_.key_bytes, kDigestBytes);
  }
  // The canonical bytes of the key, and zeros behind them; nothing if the key was too long.
  std::optional<ByteView> key_in(ByteView item) const;

 private:
  static constexpr std::uint64_t kPurpose = 0x726F7773;  // "rows"
  Kind kind_;
  KeyHasher hasher_;
};

}  // namespace peel::cli
