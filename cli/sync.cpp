// peel sync LEFT RIGHT: makes RIGHT equal LEFT, and proves it.
#include "peel/sources/open.hpp"

#include "cli/sync/row_sync.hpp"
#include "cli/sync/sync_options.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree_sync/tree_sync.hpp"
#include "cli/verb.hpp"
#include "sources/tree/tree_scan.hpp"

#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>

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

Result<Status> sync_folders(const SyncOptions& options, const SyncChoices& choices, Output& output) {
  if (choices.memory_bytes) {
    return failure(ErrorCode::invalid_argument, "--memory is not for folders; leave it out");
  }
  return sync_trees(
      {.left = options.left,
       .right = options.right,
       .source = options.source,
       .mode = options.apply ? reconcile::SyncOptions::Mode::apply : reconcile::SyncOptions::Mode::dry_run,
       .max_delete = choices.max_delete,
       .limit = choices.limit,
       .form = options.quiet  ? ReportForm::nothing
               : options.json ? ReportForm::json
                              : ReportForm::text,
       .style = choices.style,
       .progress = choices.progress},
      output);
}

// What LEFT or RIGHT is. A file that peel wrote has no rows to take or to change.
Result<sources::Argument> side_of_sync(const std::string& text, const sources::Reading& reading) {
  auto argument = sources::classify(text, reading);
  if (!argument || argument->kind != sources::Argument::Kind::peel_file) return argument;
  return failure(ErrorCode::unsupported,
                 fmt::format("{} is a file that peel wrote, and such have no rows; accepted are files of "
                             "lines, CSV and TSV, and databases",
                             argument->name()));
}

Result<Status> run_sync(const SyncOptions& options, Output& output) {
  const auto choices = choices_of(options);
  if (!choices) return failure(choices.error());
  if (sources::tree::is_folder(options.left) || sources::tree::is_folder(options.right))
    return sync_folders(options, *choices, output);
  if (auto checked = check_no_tree_options(options.source.tree, options.left); !checked)
    return failure(checked.error());
  if (options.right == "-")
    return refused("RIGHT is -, standard input, which cannot be written; accepted is the name of a file");
  const auto reading = reading_of(options.source);
  if (!reading) return failure(reading.error());
  auto left = side_of_sync(options.left, *reading);
  if (!left) return failure(left.error());
  auto right = side_of_sync(options.right, *reading);
  if (!right) return failure(right.error());
  return sync_rows(options, *choices, {std::move(*left), std::move(*right)}, output);
}

}  // namespace

void add_sync(Command& peel) {
  const auto options = std::make_shared<SyncOptions>();
  Command& verb = peel.add_verb("sync", "Make one data set equal to another, and prove it");
  verb.more = kMoreAboutSync;
  add_sync_options(verb, *options);
  verb.run = [options](Output& output) { return run_sync(*options, output); };
}

}  // namespace peel::cli
