#include "peel/reconcile/target.hpp"

namespace peel::reconcile {

Result<SyncReport> sync(Target& target, const SyncOptions& options, TableSink& shown, Watch& watch,
                        const BeforeApplying& before_applying) {
  auto planned = target.plan(shown, watch);
  if (!planned) return failure(planned.error());
  SyncReport report{.planned = *planned, .has_work = target.has_work(*planned)};
  const Report& plan = report.planned;
  report.is_exceeded =
      options.most_removed && plan.removed > options.most_removed->allowed_of(plan.rows_left);
  if (options.mode == SyncOptions::Mode::dry_run || !report.has_work || report.is_exceeded) return report;
  if (before_applying) {
    if (auto ready = before_applying(plan); !ready) return failure(ready.error());
  }
  if (auto applied = target.apply(watch); !applied) return failure(applied.error());
  report.is_applied = true;
  auto proof = target.prove(watch);
  if (!proof) {
    return failure(proof.error().code(), target.name() + " was written, but comparing it again failed: " +
                                             proof.error().sentence());
  }
  report.proof = *proof;
  return report;
}

}  // namespace peel::reconcile
