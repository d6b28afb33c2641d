// What the reader of a patch should know about it, in sentences. Private to patch_plan.
#pragma once

#include "sources/sqlite/change_order.hpp"
#include "sources/sqlite/patched_table.hpp"

#include <string>
#include <vector>

namespace peel::sources::sqlite {

void add_notes(std::vector<std::string>& notes, const PatchedTable& table, const ChangeOrder& order);

// "column v of table t, of type TEXT": columns that do not keep values of the changes as they are.
void add_converting(std::vector<std::string>& columns, const PatchedTable& table);

// "id = 5": the key of a row, or all of it where there is none. Long values are cut.
std::string row_text(const PatchedTable& table, const std::vector<OwnedCell>& row);

}  // namespace peel::sources::sqlite
