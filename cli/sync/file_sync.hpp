// FileSync: makes a file of rows equal to a source. What differs is found as peel diff finds it, with RIGHT
// as the old side and LEFT as the new one: so removed, changed and added say what happens to RIGHT.
//
//   plan    compares, and keeps the changes, on disk beyond the memory allowed
//   apply   reads RIGHT again and writes it anew beside itself; what is there must be what was compared
//   prove   opens both sides again and compares them with a fresh seed
//
// Until apply renames the new file, RIGHT is what it was; afterwards it is the new one. There is nothing
// between.
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/diff_stats.hpp"
#include "cli/diff/shown_change.hpp"
#include "cli/diff/side.hpp"
#include "cli/diff/sorted_runs.hpp"
#include "cli/progress.hpp"
#include "cli/source_options.hpp"
#include "cli/sync/file_identity.hpp"

#include <cstdint>
#include <string>

namespace peel::cli {

struct SyncRequest {
  std::string left;   // any source that can be read
  std::string right;  // a file
  SourceOptions source = {};
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
};

class FileSync {
 public:
  // Fails as opening a diff does, and for a RIGHT that cannot be replaced.
  static Result<FileSync> open(const SyncRequest& request, Progress& progress);

  const RowTerms& terms() const { return terms_; }
  bool right_has_other_names() const { return identity_.has_other_names(); }

  // Hands every change to `shown` as well.
  Result<void> plan(ChangeSink& shown);
  // How the plan was made, with the rows of LEFT as those on the left.
  const DiffStats& stats() const { return stats_; }

  // What was planned, all or nothing. Fails if RIGHT is not what was compared, or cannot be replaced.
  Result<void> apply();

  // What differs now, counted; the stats as above.
  Result<DiffSummary> prove();

 private:
  FileSync(const SyncRequest& request, Progress& progress, FileIdentity identity, RowTerms terms,
           DiffSide left, DiffSide right);

  Result<DiffStats> compare(DiffSide& left, DiffSide& right, ChangeSink& sink);
  Result<std::string> head_of_right() const;

  SyncRequest request_;
  Progress& progress_;
  FileIdentity identity_;
  RowTerms terms_;
  DiffSide left_;
  DiffSide right_;
  SortedRuns changes_;
  DiffStats stats_;
};

}  // namespace peel::cli
