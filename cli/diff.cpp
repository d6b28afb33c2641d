// peel diff LEFT RIGHT: what differs between two data sets, in any order of rows.
#include "peel/reconcile/endpoint.hpp"
#include "peel/sources/open.hpp"

#include "cli/diff/database_diff.hpp"
#include "cli/diff/diff_options.hpp"
#include "cli/diff/row_diff.hpp"
#include "cli/output/output_file.hpp"
#include "cli/overwritten_source.hpp"
#include "cli/tree/tree_diff.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree/tree_sketch.hpp"
#include "cli/verb.hpp"
#include "sources/file_descriptor.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <tuple>
#include <utility>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutDiff = R"(Examples:
  peel diff old.txt new.txt                  lines, as a multiset
  peel diff --key id old.csv new.csv         rows by key: removed, added, changed
  peel diff --key 1,2 --no-header a.tsv b.tsv
  peel diff --key id --json a.csv b.csv      for machines
  peel diff --key user.id a.jsonl b.jsonl    JSON Lines, by path
  peel diff --quiet a.txt b.txt              only the exit status
  peel diff yesterday.peel today.csv         what changed since the sketch was made
  peel diff backup.db live.db                all tables of two SQLite databases
  peel diff "sqlite:a.db?table=t" t.csv      a table, and an export of it
  peel diff --format sql a.db b.db -o p.sql  a patch that turns a.db into b.db
  peel diff backup/ home/                    two folders: removed, added, changed, moved
  peel diff --exclude .git --exclude '*.o' a/ b/
  peel diff folder.peel folder/              what changed since peel sketch folder/
  peel diff --format html a b -o r.html      a page to look at, search and sort
  peel diff ssh://host/srv/a.csv a.csv       with a copy on another machine

A row after - is only in LEFT, after + only in RIGHT; ~ has one key and two
values. The exit status is 0 if nothing differs, 1 if something does.

A terminal gets columns, colours and a last line that sums up; a pipe gets plain
lines unless --color always is given, as in peel diff --color always a b | less -R
Each change is one line. What could be taken for something else stands in quotes as
in C, "a\nb"; -z ends records with NUL instead, for lines and folders. See
peel help formats.

JSON Lines are compared by value; names of columns are paths: user.id, tags.2, and
a\.b for a name with a dot. Without --columns the whole value counts.

A database is sqlite:FILE?table=NAME, sqlite:FILE?query=SELECT..., or the file
alone. Its primary key is the key unless --key says otherwise, and its types hold
for a file of text on the other side: an empty field is NULL there, and empty text
stands in quotes.

Entries of folders are known by their paths. Kind, size, mode and contents count;
--columns and --ignore choose among size, mode, mtime and content. Links are not
followed. > is a file, or a folder with all that is in it, under another path.
What cannot be read is named, the rest is compared, and the status is 2.
)";

// What LEFT and RIGHT are, and the sketches among them.
struct Sides {
  sources::Argument left;
  sources::Argument right;
  std::unique_ptr<reconcile::SketchEndpoint> left_sketch = {};
  std::unique_ptr<reconcile::SketchEndpoint> right_sketch = {};

  bool has_sketch() const { return left_sketch || right_sketch; }
};

Result<Sides> find_sides(const DiffOptions& options) {
  const auto reading = reading_of(options.source);
  if (!reading) return failure(reading.error());
  Sides sides;
  for (const auto& [text, side, sketch] : {std::tuple(&options.left, &sides.left, &sides.left_sketch),
                                           std::tuple(&options.right, &sides.right, &sides.right_sketch)}) {
    auto argument = sources::classify(*text, *reading);
    if (!argument) return failure(argument.error());
    *side = std::move(*argument);
    if (side->kind != sources::Argument::Kind::peel_file) continue;
    auto opened = sources::open_sketch(*side);
    if (!opened) return failure(opened.error());
    *sketch = std::move(*opened);
  }
  return sides;
}

bool stands_for_folder(const sources::Argument& argument,
                       const std::unique_ptr<reconcile::SketchEndpoint>& sketch) {
  return argument.kind == sources::Argument::Kind::folder || (sketch && is_tree(*sketch->sketched()));
}

// Folders are compared with folders and with sketches of them, and with nothing else.
Result<Status> compare_folders(const DiffOptions& options, const DiffChoices& choices, Sides& sides,
                               Output& output) {
  const bool left_stands = stands_for_folder(sides.left, sides.left_sketch);
  const bool right_stands = stands_for_folder(sides.right, sides.right_sketch);
  if (left_stands && right_stands) {
    if (!sides.has_sketch()) return diff_trees(options, choices, output);
    return diff_tree_sketches(options, choices, {std::move(sides.left_sketch), std::move(sides.right_sketch)},
                              output);
  }
  const sources::Argument& folder = left_stands ? sides.left : sides.right;
  const sources::Argument& other = left_stands ? sides.right : sides.left;
  struct stat about {};
  if (other.path != "-" && ::stat(other.path.c_str(), &about) != 0) {
    return failure(ErrorCode::io, fmt::format("cannot read {}: {}; accepted is a folder, or a sketch of one",
                                              other.name(), sources::reason_of(errno)));
  }
  return failure(
      ErrorCode::incompatible,
      fmt::format("{} is a folder{} and {} is not; accepted are two folders, or a folder and a sketch of one",
                  folder.name(), folder.kind == sources::Argument::Kind::folder ? "" : " in a sketch",
                  other.name()));
}

Result<Status> compare(const DiffOptions& options, Output& output) {
  const auto choices = choices_of(options);
  if (!choices) return failure(choices.error());
  if (options.left == "-" && options.right == "-")
    return refused("only one of LEFT and RIGHT can be -, standard input");
  auto sides = find_sides(options);
  if (!sides) return failure(sides.error());
  if (options.null && sides->has_sketch()) {
    return failure(
        ErrorCode::unsupported,
        "-z prints lines and names as they are, and a sketch has of some only a digest; leave it out, or "
        "use --json");
  }
  if (stands_for_folder(sides->left, sides->left_sketch) ||
      stands_for_folder(sides->right, sides->right_sketch))
    return compare_folders(options, *choices, *sides, output);
  if (auto checked = check_no_tree_options(options.source.tree, options.left); !checked)
    return failure(checked.error());
  // Whoever reads the output may be slow, and a database is kept open while it is compared.
  if (sides->left.kind == sources::Argument::Kind::database ||
      sides->right.kind == sources::Argument::Kind::database)
    output.hold();
  if (sides->left.is_whole_database() && sides->right.is_whole_database())
    return diff_databases(options, *choices, {sides->left, sides->right}, output);
  return diff_rows(options, *choices, sides->left, sides->right,
                   {std::move(sides->left_sketch), std::move(sides->right_sketch)}, output);
}

Result<Status> run_diff(const DiffOptions& options, Output& output) {
  if (!options.out || *options.out == "-") return compare(options, output);
  for (const std::string* const source : {&options.left, &options.right}) {
    if (auto kept = check_source_kept(*source, "-o", *options.out); !kept) return failure(kept.error());
  }
  auto file = OutputFile::create(*options.out);
  if (!file) return failure(file.error());
  Output into(*file);
  auto status = compare(options, into);
  if (!status) return status;
  // What is incomplete does not replace a file, unless it says so itself, on top.
  if (*status == Status::trouble && options.format != "html") return status;
  into.finish();
  if (auto committed = file->commit(); !committed) return failure(committed.error());
  return status;
}

}  // namespace

void add_diff(Command& peel) {
  const auto options = std::make_shared<DiffOptions>();
  Command& verb =
      peel.add_verb("diff", "Find what differs between two data sets, whatever the order of their rows");
  verb.more = kMoreAboutDiff;
  add_diff_options(verb, *options);
  verb.run = [options](Output& output) { return run_diff(*options, output); };
}

}  // namespace peel::cli
