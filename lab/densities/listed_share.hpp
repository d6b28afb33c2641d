// The share of tables that list completely, beside what analysis::listing_failure expects; and the share of
// keys that they list.
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
  LightKeys light = {};     // of an irregular one

  bool is_coupled() const { return sub_tables != SegmentCount(hashes.value); }
  std::string name() const;
  // Partitioned tables are the paper's.
  plot::Source source() const {
    return is_coupled() || light.any() ? plot::Source::ours : plot::Source::observed;
  }
  analysis::TableGeometry geometry(CellCount cells) const { return {cells, hashes, sub_tables, light}; }
};

constexpr Kind partitioned(std::uint64_t hashes) {
  return {HashCount(hashes), SegmentCount(hashes)};
}
constexpr Kind coupled(std::uint64_t hashes, std::uint64_t segments) {
  return {HashCount(hashes), SegmentCount(segments)};
}

Kind irregular();  // with the densest light keys

struct ListedShare {
  CellCount cells;    // as many as there are, which may be a few more than were asked for
  Estimate complete;  // % of tables
  Estimate keys;      // % listed on average
};

// Fills and lists options.trials tables of xor cells, and appends "KIND, c cells per key: trials listed, %".
ListedShare measure(const Kind& kind, CellCount cells, ItemCount keys, const RunOptions& options,
                    std::vector<Finding>& findings);

}  // namespace peel::lab::densities
