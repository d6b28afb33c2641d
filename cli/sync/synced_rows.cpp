#include "cli/column_advice.hpp"
#include "cli/diff/diff_options.hpp"
#include "cli/output/printable.hpp"
#include "cli/sync/synced_target.hpp"
#include "cli/unlike_lines.hpp"
#include "sources/row_target.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

using sources::RowTarget;

class SyncedRows : public SyncedTarget {
 public:
  SyncedRows(RowTarget target, reconcile::SyncOptions::Mode mode) : target_(std::move(target)), mode_(mode) {}

  reconcile::Target& target() override { return target_; }

  Result<void> note(const reconcile::Report& planned) override {
    if (planned.same()) return {};
    for (const std::string& note : target_.notes().sentences)
      std::fprintf(stderr, "note: %s\n", printable(note).c_str());
    // With --apply this is about to be an error.
    if (target_.refusal() && mode_ == reconcile::SyncOptions::Mode::dry_run) {
      std::fprintf(stderr, "note: --apply would be refused: %s\n",
                   printable(target_.refusal()->sentence()).c_str());
    }
    return {};
  }

  void describe(SyncOutcome& outcome) const override {
    outcome.triggers = target_.notes().triggers;
    outcome.converting = target_.notes().converting;
  }

 private:
  RowTarget target_;
  reconcile::SyncOptions::Mode mode_;
};

// What a sync of whole lines has no use for, if it was given.
const char* option_of_columns(const SourceOptions& options) {
  return !options.columns.empty()     ? "--columns"
         : !options.ignore.empty()    ? "--ignore"
         : !options.map.empty()       ? "--map"
         : !options.tolerance.empty() ? "--tolerance"
                                      : nullptr;
}

// What two sides disagree about, or why RIGHT cannot be written like that.
Error why_not_synced(const reconcile::Disagreement& disagreement, const reconcile::Party& left,
                     const reconcile::Party& right, const SourceOptions& options) {
  using Kind = reconcile::Disagreement::Kind;
  const char* const given = option_of_columns(options);
  if (left.schema.has_paths && right.schema.has_paths && given != nullptr) {
    return {disagreement.error.code(),
            fmt::format("{}: a sync of JSON Lines writes whole lines; leave the option out", given)};
  }
  if (disagreement.kind == Kind::mapped_column_missing && right.schema.columns.empty()) {
    return {disagreement.error.code(),
            fmt::format("--map: {} is empty and gets the columns of LEFT, so it calls none otherwise",
                        right.name)};
  }
  return with_advice(disagreement, left, right, options);
}

}  // namespace

Result<std::unique_ptr<SyncedTarget>> open_synced_rows(TargetOpening opening) {
  const SourceOptions& source = opening.source;
  opening.request.explain = [&source](const auto& disagreement, const auto& left, const auto& right) {
    return why_not_synced(disagreement, left, right, source);
  };
  auto target = RowTarget::open(std::move(opening.request));
  if (!target) return failure(target.error());
  for (reconcile::Endpoint* const side : {&target->from(), &target->rows()}) {
    if (side->rows() == nullptr) continue;
    if (auto noted = note_unlike_lines(*side->rows()); !noted) return failure(noted.error());
  }
  if (auto fits = check_line_end(opening.style, target->terms()); !fits) return failure(fits.error());
  return std::make_unique<SyncedRows>(std::move(*target), opening.mode);
}

}  // namespace peel::cli
