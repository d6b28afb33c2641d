// A folder against a sketch of one, or two sketches of folders: what reconcile() lists, by path
// (listed_entries.hpp).
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/compare_folders.hpp"

namespace peel::sources::tree {

// At least one side is a sketch of a folder; the other is one too, or the rows of a TreeSource that was
// opened like it. Hands on what is certain, in the order of paths: removed, changed and moved entries, then
// added ones. Fails with `malformed` for a sketch that is none of a folder, with `incompatible` for rows that
// are none, and as reconcile() does.
Result<FolderReport> compare_tree_sketches(reconcile::Endpoint& left, reconcile::Endpoint& right,
                                           reconcile::ChangeSink& sink, reconcile::Watch& watch);

}  // namespace peel::sources::tree
