// Entries of a tree as what may have moved.
#pragma once

#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_moves.hpp"
#include "sources/tree/tree_terms.hpp"

#include <span>
#include <vector>

namespace peel::sources::tree {

LoneEntry::Substance substance_of(const TreeEntry& entry);

// The value is what counts of the entry; of a file with bytes it is known only if they were read.
std::vector<LoneEntry> lone_entries(std::span<TreeEntry* const> entries, const TreeTerms& terms);

}  // namespace peel::sources::tree
