// SyncedTarget: a target, with what the command says of it beside its changes.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/sources/open_target.hpp"

#include "cli/present/change_writer.hpp"
#include "cli/source_options.hpp"
#include "cli/sync/sync_report.hpp"

#include <memory>

namespace peel::cli {

class SyncedTarget {
 public:
  virtual ~SyncedTarget() = default;

  virtual reconcile::Target& target() = 0;
  // Says on standard error what somebody should know of a plan before it is carried out. Fails if it cannot
  // be.
  virtual Result<void> note(const reconcile::Report& planned) = 0;
  // What the report of the end needs to know.
  virtual void describe(SyncOutcome&) const {}
};

struct TargetOpening {
  sources::TargetRequest request;
  const SourceOptions& source;  // as typed
  TextStyle style;
  reconcile::SyncOptions::Mode mode;
};

// Both fail as sources::open_target does, with advice, and for options that such a target does not have. What
// is odd about the sides is said on standard error.
Result<std::unique_ptr<SyncedTarget>> open_synced_rows(TargetOpening opening);
Result<std::unique_ptr<SyncedTarget>> open_synced_database(TargetOpening opening);

}  // namespace peel::cli
