#include "cli/sync/row_sync.hpp"

#include "cli/progress_watch.hpp"
#include "cli/sync/shown_plan.hpp"
#include "cli/sync/sync_report.hpp"
#include "cli/sync/synced_target.hpp"

#include <cstdio>
#include <string>
#include <utility>

namespace peel::cli {

namespace {

using reconcile::Report;

Status say_outcome(const SyncOutcome& outcome, const SyncOptions& options, TextStyle style, Output& output) {
  if (options.json && !options.quiet) {
    write_outcome_as_json(outcome, output);
  } else if (!options.quiet) {
    write_words(outcome_in_words(outcome), outcome.not_shown, style, output);
  } else if (outcome.report.is_exceeded && options.apply) {
    std::fputs(("note: " + outcome_in_words(outcome)).c_str(), stderr);
  }
  return outcome.report.is_equal() ? Status::done : Status::different;
}

// Rows that are too long say so themselves.
Error with_more_memory(const Error& error) {
  const bool is_about_memory =
      error.code() == ErrorCode::limit_exceeded && error.sentence().ends_with("nothing was written");
  return is_about_memory ? Error(error.code(), error.sentence() + "; allow more with --memory") : error;
}

Result<TargetOpening> opening_of(const SyncOptions& options, const SyncChoices& choices, SyncedSides sides,
                                 const SourceOptions& source, const reconcile::Watch& watch) {
  const auto reading = reading_of(source);
  if (!reading) return failure(reading.error());
  const auto terms = request_of(source);
  if (!terms) return failure(terms.error());
  sources::TargetRequest request{.from = std::move(sides.left),
                                 .target = std::move(sides.right),
                                 .reading = *reading,
                                 .terms = *terms,
                                 .memory_bytes = *source.memory_bytes};
  request.open = [&source, &watch](const sources::Argument& argument, reconcile::Side side) {
    return open_side(argument, source, side, watch);
  };
  const auto mode =
      options.apply ? reconcile::SyncOptions::Mode::apply : reconcile::SyncOptions::Mode::dry_run;
  return TargetOpening{std::move(request), source, choices.style, mode};
}

}  // namespace

Result<Status> sync_rows(const SyncOptions& options, const SyncChoices& choices, SyncedSides sides,
                         Output& output) {
  SourceOptions source = options.source;
  source.changed_side = reconcile::Side::right;
  source.memory_bytes = choices.memory_bytes.value_or(sources::TargetRequest().memory_bytes);
  const bool is_database = sides.right.kind == sources::Argument::Kind::database;
  const bool reads_database = is_database || sides.left.kind == sources::Argument::Kind::database;
  const auto deadline = deadline_of(source);
  if (!deadline) return failure(deadline.error());
  ProgressWatch watch(choices.progress, *deadline);
  auto opening = opening_of(options, choices, std::move(sides), source, watch);
  if (!opening) return failure(opening.error());
  reconcile::SyncOptions how{.mode = opening->mode};
  if (choices.max_delete) how.most_removed = choices.max_delete->limit();

  // Whoever reads the plan may be slow, and others want to write the database meanwhile.
  if (reads_database) output.hold();
  auto opened =
      is_database ? open_synced_database(std::move(*opening)) : open_synced_rows(std::move(*opening));
  if (!opened) return failure(opened.error());
  SyncedTarget& synced = **opened;
  ShownPlan shown(options, choices, output);
  bool is_noted = false;
  const auto note = [&](const Report& planned) -> Result<void> {
    is_noted = true;
    output.release();
    if (auto noted = synced.note(planned); !noted) return noted;
    output.finish();  // nothing is written unless all of the plan could be shown
    return {};
  };
  const auto report = reconcile::sync(synced.target(), how, shown, watch, note);
  if (!report) return failure(with_more_memory(report.error()));
  if (!is_noted) {
    if (auto noted = note(report->planned); !noted) return failure(noted.error());
  }
  SyncOutcome outcome{.report = *report, .not_shown = shown.not_shown(), .max_delete = choices.max_delete};
  synced.describe(outcome);
  return say_outcome(outcome, options, choices.style, output);
}

}  // namespace peel::cli
