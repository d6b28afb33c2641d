// peel sync LEFT RIGHT: makes RIGHT equal LEFT, and proves it.
#include "cli/diff/change_writer.hpp"
#include "cli/diff/database_pair.hpp"
#include "cli/diff/diff_options.hpp"
#include "cli/diff/endpoint.hpp"
#include "cli/diff/reporter.hpp"
#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"
#include "cli/shared_options.hpp"
#include "cli/sync/database_sync.hpp"
#include "cli/sync/file_sync.hpp"
#include "cli/sync/sync_report.hpp"
#include "cli/terminal.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree_sync/tree_sync.hpp"
#include "cli/verb.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutSync = R"(Examples:
  peel sync --key id good.csv copy.csv           what would happen to copy.csv
  peel sync --apply --key id good.csv copy.csv   do it, and prove that it worked
  peel sync --apply --max-delete 5% a.txt b.txt  not if more rows would be removed
  sort -u new.txt | peel sync --apply - old.txt  rows from a pipe
  peel sync --apply primary.db replica.db        all tables of SQLite databases
  peel sync --apply home/ mirror/                folders, with times and modes
  peel sync --exclude .git --max-delete 50 a b   a/.git stays out, b/.git as it is

A row after - is removed from RIGHT, after + added to it; ~ shows a row of RIGHT
and what changes in it. Without --apply nothing is written. Names, cells and lines
are quoted as in peel diff; with -z the last lines go to standard error.

Rows are a multiset: their order does not count. Rows that stay are not touched,
changed ones stay in their place, and added ones come last, in the order of LEFT.
With --columns, other columns of RIGHT stay as they are, and are empty in rows
that are added; of rows that differ in nothing but those, any may be the one that
is removed or changed.

JSON Lines are written as whole lines, as LEFT has them; those of equal value stay.

RIGHT is written beside itself and then renamed, with its permissions. So it is
old or new at every moment, and never between; if it changed since it was
compared, nothing is written. A sync that is killed may leave a file .peel-*.tmp
in the folder, which can be removed. Hard links keep the old content.

A database is changed in one transaction. Each row is looked at again before it is
changed; if it is not what was compared, nothing is written. Triggers fire, and
tables are neither made nor dropped. With --where, a row whose key is in scope on one
side and out of scope on the other is left alone, and counted.

A folder becomes like LEFT in names, contents, modes, times to the nanosecond and
links, which are never followed; for root in owners too. RIGHT is made if it is not
there. > is a file or folder that RIGHT has under another name: it is renamed, and
only --no-checksum copies it. Each file is written beside its place and renamed,
and looked at again before: one that changed meanwhile stays. What goes is removed
last, and only if all could be read and all else was done. What --exclude leaves out
is neither copied, moved nor removed. Hard links become files of their own; sockets
and devices are not copied. Killed at any moment, every file is old or new; the next
sync does the rest and removes what such a one left, .peel-sync-*.tmp. A file of LEFT
with such a name is not copied, and the status is 2. Holes in files stay holes.

Exit status of peel sync:
  0  RIGHT equals LEFT: it did before, or does now
  1  without --apply, something is to be done; with --apply, --max-delete
     stopped it, or one side changed meanwhile and the two still differ
  2  trouble; nothing was written unless the message says so, and of folders all
     that could be done
)";

struct SyncOptions {
  std::string left;
  std::string right;
  SourceOptions source;
  bool apply = false;
  std::optional<std::string> max_delete;
  bool json = false;
  bool null = false;
  bool quiet = false;
  std::optional<std::string> limit;
  std::optional<std::string> memory;
  std::string colour = "auto";
  std::string progress = "auto";
};

// The options that are choices, understood.
struct SyncChoices {
  std::optional<DeleteLimit> max_delete;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  std::optional<std::uint64_t> memory_bytes;
  TextStyle style;
  ProgressMode progress = ProgressMode::automatic;
};

Result<SyncChoices> choices_of(const SyncOptions& options) {
  SyncChoices choices;
  if (options.max_delete) {
    const auto limit = DeleteLimit::parse(*options.max_delete);
    if (!limit) return failure(limit.error());
    choices.max_delete = *limit;
  }
  if (options.limit) {
    const auto limit =
        whole_number({"--limit", *options.limit}, {0, std::numeric_limits<std::uint64_t>::max()});
    if (!limit) return failure(limit.error());
    choices.limit = *limit;
  }
  if (options.memory) {
    const auto memory =
        byte_size({"--memory", *options.memory}, {std::uint64_t{1} << 20, std::uint64_t{1} << 50});
    if (!memory) return failure(memory.error());
    choices.memory_bytes = *memory;
  }
  const auto colour = wants_colour(options.colour);
  if (!colour) return failure(colour.error());
  const char* const unfit = options.json ? "--json" : options.colour == "always" ? "--color always" : nullptr;
  if (options.null && unfit != nullptr) return failure(ErrorCode::invalid_argument, no_null_beside(unfit));
  choices.style = {*colour ? Colour::on : Colour::off, is_terminal(stdout)};
  if (options.null) choices.style = {.line_end = LineEnd::null};
  const auto progress = progress_mode(options.progress);
  if (!progress) return failure(progress.error());
  choices.progress = *progress;
  return choices;
}

// Whatever cannot be taken from LEFT or written to RIGHT.
Result<void> check_sides(const SyncOptions& options) {
  if (options.right == "-") {
    return failure(ErrorCode::invalid_argument,
                   "RIGHT is -, standard input, which cannot be written; accepted is the name of a file");
  }
  for (const std::string& path : {options.left, options.right}) {
    const auto is_peels = is_peel_file(path);
    if (!is_peels) return failure(is_peels.error());
    if (*is_peels) {
      return failure(ErrorCode::unsupported,
                     fmt::format("{} is a file that peel wrote, and such have no rows; accepted are files of "
                                 "lines, CSV and TSV, and databases",
                                 spoken_name(path)));
    }
  }
  return {};
}

template <class Sync>
Result<void> apply_and_prove(Sync& sync, const SyncOptions& options, SyncOutcome& outcome) {
  if (auto applied = sync.apply(); !applied) return applied;
  outcome.applied = true;
  auto proof = sync.prove();
  if (!proof) {
    return failure(proof.error().code(), fmt::format("{} was written, but comparing it again failed: {}",
                                                     spoken_name(options.right), proof.error().sentence()));
  }
  outcome.proof = std::move(*proof);
  if constexpr (requires { sync.left_alone(); }) outcome.left_alone = sync.left_alone();
  return {};
}

Status report(const SyncOutcome& outcome, const SyncOptions& options, TextStyle style, Output& output) {
  if (options.json && !options.quiet) {
    write_outcome_as_json(outcome, output);
  } else if (!options.quiet) {
    write_words(outcome_in_words(outcome), outcome.planned.not_shown, style, output);
  } else if (outcome.exceeded && options.apply) {
    std::fputs(("note: " + outcome_in_words(outcome)).c_str(), stderr);
  }
  return outcome.is_equal() ? Status::done : Status::different;
}

// The plan is shown; what is left is to carry it out, if that is asked for and allowed.
template <class Sync>
Result<Status> carry_out(Sync& sync, SyncOutcome outcome, const SyncOptions& options,
                         const SyncChoices& choices, Output& output) {
  if (choices.max_delete &&
      outcome.planned.removed > choices.max_delete->allowed_of(outcome.planned.stats.rows_right)) {
    outcome.exceeded = choices.max_delete;
  }
  if (options.apply && !outcome.planned.same() && !outcome.exceeded) {
    output.finish();  // nothing is written unless all of the plan could be shown
    if (auto done = apply_and_prove(sync, options, outcome); !done) return failure(done.error());
  }
  return report(outcome, options, choices.style, output);
}

std::unique_ptr<ChangeWriter> writer_for(const RowTerms& terms, const SyncOptions& options,
                                         const SyncChoices& choices, Output& output) {
  if (options.quiet) return nullptr;
  auto writer = options.json ? json_writer(terms, output) : text_writer(terms, choices.style, output);
  if (options.json || terms.table.empty()) return writer;
  return headed_writer(std::move(writer), terms.table, output);
}

Result<Status> sync_files(const SyncRequest& request, const SyncOptions& options, const SyncChoices& choices,
                          Output& output) {
  Progress progress(choices.progress);
  auto sync = FileSync::open(request, progress);
  if (!sync) return failure(sync.error());
  if (auto fits = check_line_end(choices.style, sync->terms()); !fits) return failure(fits.error());
  const auto writer = writer_for(sync->terms(), options, choices, output);
  if (writer) writer->begin();
  Reporter reporter(sync->terms(), writer.get(), choices.limit);
  if (auto planned = sync->plan(reporter); !planned) return failure(planned.error());
  reporter.returns.note({"RIGHT", "LEFT"});
  SyncOutcome outcome{reporter.summary};
  outcome.planned.stats = sync->stats();
  if (options.apply && !outcome.planned.same() && sync->right_has_other_names()) {
    const std::string note = fmt::format(
        "note: {} has other names (hard links), which keep the old content\n", printable(options.right));
    std::fputs(note.c_str(), stderr);
  }
  return carry_out(*sync, std::move(outcome), options, choices, output);
}

Result<Status> sync_databases(const SyncRequest& request, const SyncOptions& options,
                              const SyncChoices& choices, Output& output) {
  if (auto fits = check_line_end(choices.style, {.is_table = true}); !fits) return failure(fits.error());
  Progress progress(choices.progress);
  output.hold();
  if (options.apply) DatabaseSync::recover(request);
  auto sync = DatabaseSync::open(request, progress);
  if (!sync) return failure(sync.error());
  SyncOutcome outcome;
  std::uint64_t left_to_show = choices.limit;
  for (std::size_t table = 0; table < sync->tables(); ++table) {
    const auto writer = writer_for(sync->terms(table), options, choices, output);
    if (writer) writer->begin();
    Reporter reporter(sync->terms(table), writer.get(), left_to_show);
    auto stats = sync->plan(table, reporter);
    if (!stats) return failure(stats.error());
    left_to_show -= reporter.summary.changes - reporter.summary.not_shown;
    reporter.summary.stats = std::move(*stats);
    outcome.planned.add(reporter.summary);
  }
  if (auto ended = sync->end_plan(); !ended) return failure(ended.error());
  output.release();
  outcome.triggers = sync->triggers();
  outcome.converting = sync->converting();
  outcome.left_alone = sync->left_alone();
  outcome.followers = sync->followers();
  for (const std::string& name : outcome.followers) {
    if (outcome.planned.same()) {
      return failure(ErrorCode::unsupported,
                     fmt::format("table {} differs and cannot be written: {}", name, kNoRowsOfItsOwn));
    }
    std::fprintf(stderr, "note: table %s differs and is not written: %s\n", printable(name).c_str(),
                 kNoRowsOfItsOwn);
  }
  return carry_out(*sync, std::move(outcome), options, choices, output);
}

Result<Status> sync_folders(const SyncOptions& options, const SyncChoices& choices, Output& output) {
  if (choices.memory_bytes) {
    return failure(ErrorCode::invalid_argument, "--memory is not for folders; leave it out");
  }
  return sync_trees({.left = options.left,
                     .right = options.right,
                     .source = options.source,
                     .mode = options.apply ? TreeSyncRequest::Mode::apply : TreeSyncRequest::Mode::dry_run,
                     .max_delete = choices.max_delete,
                     .limit = choices.limit,
                     .form = options.quiet  ? ReportForm::nothing
                             : options.json ? ReportForm::json
                                            : ReportForm::text,
                     .style = choices.style,
                     .progress = choices.progress},
                    output);
}

Result<Status> run_sync(const SyncOptions& options, Output& output) {
  const auto choices = choices_of(options);
  if (!choices) return failure(choices.error());
  if (sources::tree::is_folder(options.left) || sources::tree::is_folder(options.right))
    return sync_folders(options, *choices, output);
  if (auto checked = check_no_tree_options(options.source.tree, options.left); !checked)
    return failure(checked.error());
  if (auto checked = check_sides(options); !checked) return failure(checked.error());
  SyncRequest request{.left = options.left, .right = options.right, .source = options.source};
  if (choices->memory_bytes) request.memory_bytes = *choices->memory_bytes;
  request.source.memory_bytes = request.memory_bytes;
  const auto database = database_at(options.right, options.source);
  if (!database) return failure(database.error());
  return *database ? sync_databases(request, options, *choices, output)
                   : sync_files(request, options, *choices, output);
}

}  // namespace

void add_sync(Command& peel) {
  const auto options = std::make_shared<SyncOptions>();
  Command& verb = peel.add_verb("sync", "Make one data set equal to another, and prove it");
  verb.more = kMoreAboutSync;
  verb.add({"LEFT", options->left,
            "What RIGHT shall equal: lines, .csv, .tsv, .jsonl, a database, a folder; - is standard input",
            "", Option::Rule::required});
  verb.add(
      {"RIGHT", options->right, "The file, database or folder that is changed", "", Option::Rule::required});
  verb.add({"--apply", options->apply, "Change RIGHT; without, only say what would be done"});
  verb.add({"--max-delete", options->max_delete,
            "Write nothing if more rows or entries would be removed; a number, or like 10%", "N"});
  add_source_options(verb, options->source);
  add_pair_options(verb, options->source);
  add_tree_options(verb, options->source.tree);
  verb.add({"--json", options->json, "One object for each change, then a summary"});
  add_null(verb, options->null);
  verb.add({"-q,--quiet", options->quiet, "Say nothing; the exit status tells"});
  verb.add({"--limit", options->limit, "Show at most so many changes; all are made", "N"});
  verb.add({"--memory", options->memory,
            "Beyond this, rows wait on disk; the longest row is a quarter of it (default 64M)", "SIZE"});
  add_color(verb, options->colour);
  add_progress(verb, options->progress);
  verb.run = [options](Output& output) { return run_sync(*options, output); };
}

}  // namespace peel::cli
