// The work of a sync as changes of rows. As everywhere in a target, the left side is what RIGHT has, and the
// right side is what it shall have.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"

#include "sources/tree/sync/kept_attributes.hpp"
#include "sources/tree/sync/scanned_trees.hpp"
#include "sources/tree/sync/tree_work.hpp"
#include "sources/tree/tree_terms.hpp"

namespace peel::sources::tree {

// All that a copy keeps. Owners are among it for those who can keep them.
TreeTerms sync_terms(Contents contents, const Copier& copier);

// The rows of the right side are those of copies. A file that moves and gets other attributes is handed on
// twice: as moved, and then as changed under its new path. Fails as the sink does.
Result<void> hand_on_work(const TreeWork& work, const ScannedTrees& trees, const TreeTerms& terms,
                          reconcile::ChangeSink& sink);

}  // namespace peel::sources::tree
