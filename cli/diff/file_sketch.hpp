// The sketch that each side of a live diff fills in its first pass: a table of row digests, which lists a
// difference of tens of thousands of rows, and strata, which say how large a larger one is.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/strata_estimator.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstdint>
#include <vector>

namespace peel::cli {

// Rows enter as digests of 56 bits, one limb of the prime field. Two rows that differ on the two sides and
// have one digest would hide each other, which has probability 2^-56 for each such pair; rows that both sides
// have do not matter. The second pass compares rows, not digests.
inline constexpr std::uint64_t kDigestBytes = 7;

class RowDigester {
 public:
  explicit RowDigester(Seed seed) : hasher_(HashFamily::fast, seed.derive(kPurpose)) {}
  std::uint64_t operator()(const rows::CanonicalRow& row) const {
    return hasher_(row.bytes).low & kStrataItemMask;
  }

 private:
  static constexpr std::uint64_t kPurpose = 0x726F7773;  // "rows"
  KeyHasher hasher_;
};

// The size of the first table: coupled, 64 segments of 768 cells, 1.2 MB. It lists 40,000 differences.
Result<IbltShape> first_table_shape();
// A table for as many differences.
Result<IbltShape> planned_table_shape(ItemCount differences);

class FileSketch {
 public:
  FileSketch(const IbltShape& shape, Seed seed);

  Result<void> insert(std::span<const std::uint64_t> digests);
  Result<void> subtract(const FileSketch& other);

  const Iblt& table() const { return table_; }
  std::uint64_t bytes() const;  // of memory
  StrataEstimate estimate() const { return strata_.estimate(); }

 private:
  Iblt table_;
  StrataEstimator strata_;
  Bytes packed_;
};

}  // namespace peel::cli
