// Which table of a patch is changed first. Private to patch_plan.
#pragma once

#include "sources/sqlite/patched_table.hpp"

#include <cstddef>
#include <vector>

namespace peel::sources::sqlite {

// Tables that refer to others before those. Otherwise, and where they refer to one another in a circle, the
// order stays.
std::vector<PatchedTable> referring_first(std::vector<PatchedTable> tables);

// Whether a change to an earlier table, or to the same one, may act on rows of this one by a foreign key.
bool is_acted_on(const std::vector<PatchedTable>& tables, std::size_t number);

}  // namespace peel::sources::sqlite
