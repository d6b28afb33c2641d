#include "cli/tree/tree_diff.hpp"

#include "cli/diff/diff_report.hpp"
#include "cli/diff/reporter.hpp"
#include "cli/numbers.hpp"
#include "cli/progress.hpp"
#include "cli/tree/tree_display.hpp"
#include "cli/tree/tree_options.hpp"
#include "sources/tree/parallel.hpp"
#include "sources/tree/tree_comparison.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <future>
#include <optional>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

// Both folders at the same time: they may be on two disks.
Result<std::pair<tree::TreeScan, tree::TreeScan>> scan_both(const DiffOptions& options,
                                                            const tree::ExcludeRules& excludes,
                                                            const Progress& progress) {
  std::atomic<std::uint64_t> found = 0;
  const auto stage = progress.stage(
      "finding files", [&found] { return found.load(); }, std::nullopt, ProgressUnit::work);
  auto other =
      std::async(std::launch::async, [&] { return tree::TreeScan::of(options.right, excludes, &found); });
  auto left = tree::TreeScan::of(options.left, excludes, &found);
  auto right = other.get();
  if (!left) return failure(left.error());
  if (!right) return failure(right.error());
  return std::pair(std::move(*left), std::move(*right));
}

DiffStats stats_of(const tree::TreeScan& left, const tree::TreeScan& right, const TreeReading& reading,
                   const tree::ReadingWatch& watch) {
  DiffStats stats;
  stats.method = "tree";
  stats.why = reading.terms.reads() ? "entries by path, files of one size byte by byte"
              : reading.terms.time  ? "entries by path, files by size and time"
                                    : "entries by path";
  stats.passes = 1;
  stats.is_tree = true;
  stats.rows_left = left.entries.size();
  stats.rows_right = right.entries.size();
  stats.bytes_read = watch.bytes;
  return stats;
}

}  // namespace

Result<void> check_diff_of_trees(const DiffOptions& options, const DiffChoices& choices) {
  if (choices.is_patch()) {
    return failure(ErrorCode::unsupported,
                   "a patch is for tables of a database; peel sync makes one folder like another");
  }
  if (options.method || options.memory) {
    return failure(ErrorCode::invalid_argument, "--method and --memory are not for folders; leave them out");
  }
  return {};
}

Result<Status> diff_trees(const DiffOptions& options, const DiffChoices& choices, Output& output) {
  if (auto checked = check_diff_of_trees(options, choices); !checked) return failure(checked.error());
  const auto reading = tree_reading(options.source);
  if (!reading) return failure(reading.error());
  const Progress progress(choices.progress);
  auto scans = scan_both(options, reading->excludes, progress);
  if (!scans) return failure(scans.error());
  auto& [left, right] = *scans;

  tree::ReadingWatch watch;
  watch.deadline = reading->deadline;
  std::optional<Progress::Stage> stage;
  const auto difference = tree::TreeComparison{left, right, reading->terms, tree::usual_threads()}.run(
      watch, [&](std::uint64_t bytes) {
        stage.emplace(progress.stage(
            "reading", [&watch] { return watch.bytes.load(); }, bytes));
      });
  stage.reset();
  if (!difference) return failure(difference.error());
  name_troubles(left.troubles);
  name_troubles(right.troubles);

  const RowTerms terms = row_terms_of(reading->terms);
  const auto writer = writer_for(options, choices, terms, output);
  if (writer) writer->begin();
  Reporter reporter(terms, writer.get(), choices.limit);
  ShownEntries shown(reading->terms);
  for (const tree::TreeChange& change : difference->changes) {
    ShownChange seen = shown.of(change);
    seen.place = change.left != nullptr ? number_of(*change.left, left) : number_of(*change.right, right);
    reporter.show(seen);
  }
  const std::size_t troubles = left.troubles.size() + right.troubles.size();
  reporter.summary.complete = difference->complete;
  if (!difference->complete) reporter.summary.why_incomplete = not_read(troubles);
  reporter.summary.stats = stats_of(left, right, *reading, watch);
  if (writer) writer->end(reporter.summary);
  report(reporter.summary, options, choices, terms, output);
  if (!difference->complete) {
    output.finish();
    std::fprintf(stderr, "peel: %s\n", not_complete(troubles).c_str());
  }
  return status_of(reporter.summary);
}

}  // namespace peel::cli
