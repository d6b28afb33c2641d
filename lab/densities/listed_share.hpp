// The share of tables that list completely, beside what analysis::listing_failure expects.
#pragma once

#include "peel/analysis/listing_failure.hpp"
#include "peel/core/types.hpp"

#include "lab/experiment.hpp"

#include <string>
#include <vector>

namespace peel::lab::densities {

// A kind of table of any size.
struct Kind {
  HashCount hashes;
  SegmentCount sub_tables;  // as many as hashes for a partitioned table

  bool is_coupled() const { return sub_tables != SegmentCount(hashes.value); }
  std::string name() const;
  analysis::TableGeometry geometry(CellCount cells) const { return {cells, hashes, sub_tables}; }
};

constexpr Kind partitioned(std::uint64_t hashes) {
  return {HashCount(hashes), SegmentCount(hashes)};
}
constexpr Kind coupled(std::uint64_t hashes, std::uint64_t segments) {
  return {HashCount(hashes), SegmentCount(segments)};
}

// Fills and lists options.trials tables of xor cells, and appends "KIND, c cells per key: trials listed, %".
void measure(const Kind& kind, CellCount cells, ItemCount keys, const RunOptions& options,
             std::vector<Finding>& findings);

}  // namespace peel::lab::densities
