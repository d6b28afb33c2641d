// The sketch that each side of a live diff fills in its first pass: a table of items, which lists a
// difference of tens of thousands of rows, and strata, which say how large a larger one is.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include "cli/diff/row_items.hpp"

#include <cstdint>
#include <span>

namespace peel::cli {

// The size of the first table: coupled, 64 segments of 768 cells, 1.2 MB or more with keys. It lists 40,000
// differences.
Result<IbltShape> first_table_shape(const RowItems& items);
// A table for as many differences.
Result<IbltShape> planned_table_shape(const RowItems& items, ItemCount differences);

class FileSketch {
 public:
  FileSketch(const IbltShape& shape, Seed seed);

  // Items one behind the other, and the digest of each.
  Result<void> insert(ByteView items, std::span<const std::uint64_t> digests);
  Result<void> subtract(const FileSketch& other);

  const Iblt& table() const { return table_; }
  std::uint64_t bytes() const;  // of memory
  StrataEstimate estimate() const { return strata_.estimate(); }

 private:
  Iblt table_;
  StrataEstimator strata_;
};

}  // namespace peel::cli
