// SourceDiff: two sources of rows, or two databases table by table. The result is a list of changes, or a
// patch that turns LEFT into RIGHT.
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/database_pair.hpp"
#include "cli/diff/database_report.hpp"
#include "cli/diff/diff_options.hpp"
#include "cli/diff/row_terms.hpp"
#include "cli/output/output.hpp"
#include "cli/progress.hpp"
#include "cli/status.hpp"
#include "sources/source.hpp"
#include "sources/sqlite/patch_plan.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

class SourceDiff {
 public:
  SourceDiff(const DiffOptions& options, const DiffChoices& choices, Output& output);

  Result<Status> run();

 private:
  struct Pair {
    std::unique_ptr<sources::RowSource> left;
    std::unique_ptr<sources::RowSource> right;
  };

  Result<Status> compare_sources();
  Result<Status> compare_databases(DatabasePair& databases);
  Result<void> compare_tables(const DatabasePair& databases, const DatabasePair::Table& table,
                              DatabaseReport& report);
  // Shows the changes through the writer, if there is one, and collects them if a patch is wanted.
  Result<DiffSummary> compare(Pair pair, const RowTerms& terms, ChangeWriter* writer);
  Result<void> write_patch();

  const DiffOptions& options_;
  const DiffChoices& choices_;
  Output& output_;
  Progress progress_;
  std::uint64_t left_to_show_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::vector<sources::sqlite::PatchedRows> patched_;
};

}  // namespace peel::cli
