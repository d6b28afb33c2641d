// peel sync of two folders: what sources::tree::TreeTarget plans is shown, carried out if that is asked for,
// and proved.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/target.hpp"

#include "cli/output/output.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/progress.hpp"
#include "cli/source_options.hpp"
#include "cli/status.hpp"
#include "cli/sync/delete_limit.hpp"
#include "cli/tree_sync/tree_sync_report.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

struct TreeSyncRequest {
  std::string left;
  std::string right;  // is made if it is not there
  SourceOptions source = {};
  reconcile::SyncOptions::Mode mode = reconcile::SyncOptions::Mode::dry_run;
  std::optional<DeleteLimit> max_delete = {};
  std::uint64_t limit = 0;  // of changes that are shown
  ReportForm form = ReportForm::text;
  TextStyle style = {};
  ProgressMode progress = ProgressMode::automatic;
};

// Fails with `io` if something could not be read or written; all the rest was then done, and what was not is
// named on standard error.
Result<Status> sync_trees(const TreeSyncRequest& request, Output& output);

}  // namespace peel::cli
