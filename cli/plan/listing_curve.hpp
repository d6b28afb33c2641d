// How often listing leaves keys over, as a curve: what invertible tables and counters have in common.
#pragma once

#include "peel/analysis/listing_failure.hpp"
#include "peel/core/types.hpp"

#include "plot/plot.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace peel::cli {

// A table as planned, to be drawn larger and smaller.
struct ListingTable {
  std::string name;
  analysis::TableGeometry table;
  std::uint64_t cell_width;  // of the x axis, times the keys
  std::function<double(const analysis::TableGeometry&)> failure;
  std::uint64_t fewest_sub_cells = 1;  // that a sub-table may have
};

struct ListingTables {
  std::vector<ListingTable> all;  // the plan first, and at least that
  ItemCount items;
  Rate incomplete;  // asked for
};

// Series and marks; title and x axis are left to be said.
plot::Plot listing_curve(const ListingTables& tables);

// "3 hashes", "4 hashes, 25 segments".
std::string in_words(const analysis::TableGeometry& table);

}  // namespace peel::cli
