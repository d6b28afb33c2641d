#include "cli/tree/tree_diff.hpp"

#include "peel/sources/compare_folders.hpp"

#include "cli/present/diff_report.hpp"
#include "cli/progress_watch.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree/tree_sketch.hpp"
#include "cli/tree/tree_troubles.hpp"
#include "sources/tree/entry_rows.hpp"
#include "sources/tree/tree_sketch_comparison.hpp"

#include <memory>
#include <utility>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

// Fails with `invalid_argument` for options of peel diff that folders do not have.
Result<void> check_diff_of_trees(const DiffOptions& options, const DiffChoices& choices) {
  if (choices.is_patch()) {
    return failure(ErrorCode::unsupported,
                   "a patch is for tables of a database; peel sync makes one folder like another");
  }
  if (options.method || options.memory)
    return refused("--method and --memory are not for folders; leave them out");
  return {};
}

// Names what could not be read. Where a sketch could not list all, that is the reason which counts.
Found found_in(const sources::FolderReport& compared, const std::string& folder) {
  name_troubles(compared.troubles);
  const reconcile::Report& report = compared.report;
  const bool is_unread = report.gap == reconcile::Gap::unreadable;
  return {report, is_unread ? not_complete(compared.troubles.size()) : gap_in_words(report, folder)};
}

}  // namespace

Result<Status> diff_trees(const DiffOptions& options, const DiffChoices& choices, Output& output) {
  if (auto checked = check_diff_of_trees(options, choices); !checked) return failure(checked.error());
  const auto reading = folder_reading(options.source);
  if (!reading) return failure(reading.error());
  const auto deadline = deadline_of(options.source);
  if (!deadline) return failure(deadline.error());
  ProgressWatch watch(choices.progress, *deadline);
  const auto compare = [&](reconcile::ChangeSink& shown) -> Result<Found> {
    const auto compared = sources::compare_folders(options.left, options.right, *reading, shown, watch);
    if (!compared) return failure(compared.error());
    return found_in(*compared, options.left);
  };
  return present(options, choices, sources::terms_of_folders(*reading), output, compare);
}

Result<Status> diff_tree_sketches(const DiffOptions& options, const DiffChoices& choices,
                                  SketchedSides sketches, Output& output) {
  if (auto checked = check_diff_of_trees(options, choices); !checked) return failure(checked.error());
  const reconcile::SketchEndpoint& known = *sketches.known();
  const auto reading = tree_reading_of(known, options.source);
  if (!reading) return failure(reading.error());
  const auto deadline = deadline_of(options.source);
  if (!deadline) return failure(deadline.error());
  ProgressWatch watch(choices.progress, *deadline);
  const bool is_left_sketch = sketches.left != nullptr;
  const bool is_right_sketch = sketches.right != nullptr;
  const std::string& folder = is_left_sketch ? options.right : options.left;
  std::unique_ptr<reconcile::Endpoint> rows;
  if (!is_left_sketch || !is_right_sketch) {
    auto source = open_tree_like(known, folder, options.source, watch);
    if (!source) return failure(source.error());
    rows = std::make_unique<reconcile::RowsEndpoint>(std::move(*source));
  }
  reconcile::Endpoint& left = is_left_sketch ? *sketches.left : *rows;
  reconcile::Endpoint& right = is_right_sketch ? *sketches.right : *rows;
  Terms terms = tree::tree_terms_as_rows(reading->terms);
  if (is_left_sketch) terms.left_place = rows::RowPlace::none;
  if (is_right_sketch) terms.right_place = rows::RowPlace::none;
  const auto compare = [&](reconcile::ChangeSink& shown) -> Result<Found> {
    const auto compared = tree::compare_tree_sketches(left, right, shown, watch);
    if (!compared) return failure(with_remedy(compared.error(), left, right));
    return found_in(*compared, folder);
  };
  return present(options, choices, terms, output, compare);
}

}  // namespace peel::cli
