#include "sources/tree/tree_sketch_comparison.hpp"

#include "peel/reconcile/change_counter.hpp"
#include "peel/reconcile/reconcile.hpp"
#include "peel/sources/open.hpp"

#include "sources/tree/listed_entries.hpp"
#include "sources/tree/tree_sketch.hpp"

namespace peel::sources::tree {

namespace {

// The folder behind the side that is no sketch; none if both are.
Result<const TreeSource*> folder_beside(reconcile::Endpoint& left, reconcile::Endpoint& right) {
  for (reconcile::Endpoint* side : {&left, &right}) {
    if (side->sketched() != nullptr) continue;
    const auto* const folder = dynamic_cast<const TreeSource*>(side->rows());
    if (folder == nullptr) {
      return failure(ErrorCode::incompatible,
                     side->name() + " is no folder; accepted beside a sketch of one is a folder");
    }
    return folder;
  }
  return nullptr;
}

}  // namespace

Result<FolderReport> compare_tree_sketches(reconcile::Endpoint& left, reconcile::Endpoint& right,
                                           reconcile::ChangeSink& sink, reconcile::Watch& watch) {
  const reconcile::Endpoint& sketched = left.sketched() != nullptr ? left : right;
  if (sketched.sketched() == nullptr)
    return failure(ErrorCode::incompatible, left.name() + " and " + right.name() + " are no sketches");
  const SketchDescription& description = *sketched.sketched();
  const auto reading = tree_reading_of(description);
  if (!reading) return failure(reading.error().code(), sketched.name() + ": " + reading.error().sentence());
  const auto folder = folder_beside(left, right);
  if (!folder) return failure(folder.error());

  ListedEntries listed(reading->terms, *folder);
  const auto report = reconcile::reconcile(left, right, reconcile::terms_of(description),
                                           {.seed = random_seed()}, listed, watch);
  if (!report) return failure(report.error());
  FolderReport result{.report = *report};
  if (*folder != nullptr) {
    for (const TreeTrouble& trouble : (*folder)->scan().troubles) result.troubles.push_back(trouble.sentence);
  }
  if (result.report.complete() && !result.troubles.empty()) result.report.gap = reconcile::Gap::unreadable;
  reconcile::ChangeCounter counter(sink);
  if (auto handed = listed.hand_on(counter); !handed) return failure(handed.error());
  result.report = counter.counted(result.report);
  return result;
}

}  // namespace peel::sources::tree
