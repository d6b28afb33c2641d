// Tables of the paper's simple cells filled with distinct pairs: how many of them list completely, and how
// many keys they list on average.
#pragma once

#include "lab/goodrich_mitzenmacher/setting.hpp"

namespace peel::lab::goodrich_mitzenmacher {

struct ListedTables {
  ItemCount keys;
  CellCount cells;
  Estimate complete;  // % of tables
  Estimate listed;    // % of keys, on average
};

// A series of trials whose purpose is the number of cells.
ListedTables fill_and_list(ItemCount keys, CellCount cells, const RunOptions& options);

// "14600 cells: trials listed completely, %", beside what analysis::listing_failure believes.
Finding complete_trials(const ListedTables& tables);
// "14600 cells: keys listed on average, %"
Finding keys_listed(const ListedTables& tables);

// "all but 2 of 20000"
Printed printed_all_but(std::uint64_t failures, std::uint64_t trials);

}  // namespace peel::lab::goodrich_mitzenmacher
