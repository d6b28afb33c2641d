#include "peel/sources/compare_folders.hpp"

#include "peel/reconcile/change_counter.hpp"

#include "sources/tree/entry_rows.hpp"
#include "sources/tree/parallel.hpp"
#include "sources/tree/reading_watch.hpp"
#include "sources/tree/scan_both.hpp"
#include "sources/tree/tree_comparison.hpp"
#include "sources/tree/tree_reading.hpp"

#include <utility>

namespace peel::sources {

namespace tree {
namespace {

reconcile::Reason reason_for(const TreeTerms& terms) {
  if (terms.reads()) return reconcile::Reason::contents_read;
  return terms.time ? reconcile::Reason::size_and_time : reconcile::Reason::paths_alone;
}

Result<void> hand_on(const TreeDifference& difference, const TwoScans& scans, const TreeTerms& terms,
                     reconcile::ChangeSink& sink) {
  using reconcile::KnownRow;
  EntryRows left(terms);
  EntryRows right(terms);
  for (const TreeChange& found : difference.changes) {
    reconcile::Change change{.kind = found.kind, .count = found.files};
    if (found.left != nullptr)
      change.left = KnownRow::whole(left.of(*found.left), order_of(*found.left, scans.left));
    if (found.right != nullptr)
      change.right = KnownRow::whole(right.of(*found.right), order_of(*found.right, scans.right));
    if (found.kind == TreeChange::Kind::changed)
      change.unlike_columns = unlike_columns(left, right, found.difference);
    if (auto taken = sink.take(change); !taken) return taken;
  }
  return {};
}

// With as little reading as the question takes (tree_comparison.hpp).
Result<FolderReport> compare_scans(TwoScans scans, const TreeTerms& terms, reconcile::ChangeSink& sink,
                                   reconcile::Watch& watch) {
  ReadingWatch files(watch);
  const auto difference = TreeComparison{scans.left, scans.right, terms, usual_threads()}.run(files);
  if (!difference) return failure(difference.error());

  FolderReport result;
  reconcile::Report& report = result.report;
  report.method = reconcile::Method::tree;
  report.reason = reason_for(terms);
  report.passes = 1;
  report.rows_left = scans.left.entries.size();
  report.rows_right = scans.right.entries.size();
  report.bytes_read = files.bytes;
  report.gap = difference->complete ? reconcile::Gap::none : reconcile::Gap::unreadable;
  reconcile::ChangeCounter counter(sink);
  if (auto handed = hand_on(*difference, scans, terms, counter); !handed) return failure(handed.error());
  report = counter.counted(report);
  for (TreeScan* scan : {&scans.left, &scans.right}) {
    for (TreeTrouble& trouble : scan->troubles) result.troubles.push_back(std::move(trouble.sentence));
  }
  return result;
}

}  // namespace
}  // namespace tree

reconcile::Terms terms_of_folders(const FolderReading& reading) {
  return tree::tree_terms_as_rows(tree::TreeTerms::of(reading));
}

Result<FolderReport> compare_folders(const std::string& left, const std::string& right,
                                     const FolderReading& reading, reconcile::ChangeSink& sink,
                                     reconcile::Watch& watch) {
  const auto understood = tree::TreeReading::from(reading);
  if (!understood) return failure(understood.error());
  auto scans = tree::scan_both(left, right, understood->excludes, watch);
  if (!scans) return failure(scans.error());
  return tree::compare_scans(std::move(*scans), understood->terms, sink, watch);
}

}  // namespace peel::sources
