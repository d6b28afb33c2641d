// ShownPlan: the plan of a sync on its way to standard output, one table after the other.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/target.hpp"

#include "cli/output/output.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/present/reporter.hpp"
#include "cli/sync/sync_options.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace peel::cli {

class ShownPlan : public reconcile::TableSink {
 public:
  ShownPlan(const SyncOptions& options, const SyncChoices& choices, Output& output)
      : options_(options), choices_(choices), output_(output), left_to_show_(choices.limit) {}

  Result<reconcile::ChangeSink*> begin(const Terms& terms) override;
  Result<void> end(const Terms& terms, const reconcile::Report& report) override;

  // Changes beyond --limit.
  std::uint64_t not_shown() const { return not_shown_; }

 private:
  std::unique_ptr<ChangeWriter> writer_for(const Terms& terms);

  const SyncOptions& options_;
  const SyncChoices& choices_;
  Output& output_;
  std::unique_ptr<ChangeWriter> writer_;  // of this table; none if nothing is to be shown
  std::optional<Reporter> reporter_;
  std::uint64_t left_to_show_;
  std::uint64_t not_shown_ = 0;
};

}  // namespace peel::cli
