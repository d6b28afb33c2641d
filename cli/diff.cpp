// peel diff LEFT RIGHT: what differs between two data sets, in any order of rows.
#include "cli/diff/change_writer.hpp"
#include "cli/diff/diff_options.hpp"
#include "cli/diff/diff_report.hpp"
#include "cli/diff/endpoint.hpp"
#include "cli/diff/reporter.hpp"
#include "cli/diff/row_terms.hpp"
#include "cli/diff/sketch_diff.hpp"
#include "cli/diff/source_diff.hpp"
#include "cli/input.hpp"
#include "cli/kept_source.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/printable.hpp"
#include "cli/terminal.hpp"
#include "cli/tree/tree_diff.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree/tree_sketch.hpp"
#include "cli/verb.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
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

// Those of the two sides that are sketches, at least one.
struct SketchedSides {
  std::optional<NamedSketch> left = {};
  std::optional<NamedSketch> right = {};

  const NamedSketch& known() const { return left ? *left : *right; }
};

Result<SketchedSides> read_sketches(const DiffOptions& options) {
  SketchedSides sides;
  for (const auto& [path, side] :
       {std::pair(&options.left, &sides.left), std::pair(&options.right, &sides.right)}) {
    if (sources::tree::is_folder(*path)) continue;
    const auto is_sketch = is_peel_file(*path);
    if (!is_sketch) return failure(is_sketch.error());
    if (!*is_sketch) continue;
    auto sketch = read_sketch(*path);
    if (!sketch) return failure(sketch.error());
    *side = std::move(*sketch);
  }
  return sides;
}

Result<Status> diff_sketches(const DiffOptions& options, const DiffChoices& choices, SketchedSides sides,
                             Output& output) {
  if (choices.is_patch()) {
    return failure(
        ErrorCode::unsupported,
        "a patch needs the rows of both sides, and a sketch has none; compare the sources themselves");
  }
  if (options.method || options.memory) {
    return failure(ErrorCode::invalid_argument,
                   "--method and --memory are for two files; leave them out where a side is a sketch");
  }
  RowTerms terms = terms_of(sides.known().sketch.description);
  if (auto checked = check_options(sides.known(), options.source); !checked) return failure(checked.error());
  if (options.source.where && sides.left && sides.right) {
    return failure(ErrorCode::invalid_argument,
                   "--where chooses rows, and sketches have none; give it to peel sketch");
  }
  std::optional<DiffSide> rows;
  if (!sides.left || !sides.right) {
    auto opened = open_source_like(sides.known(), sides.left ? options.right : options.left, options.source,
                                   Passes::several);
    if (!opened) return failure(opened.error());
    rows.emplace(std::move(*opened));
    (sides.left ? terms.right_place : terms.left_place) = rows->source().place();
  }
  const auto side_for = [&rows](const std::string& path, std::optional<NamedSketch>& sketch) {
    return sketch ? SketchDiffSide{sketch->name, std::move(sketch->sketch), nullptr}
                  : SketchDiffSide{spoken_name(path), std::nullopt, &*rows};
  };
  Progress progress(choices.progress);
  SketchDiff diff(side_for(options.left, sides.left), side_for(options.right, sides.right), terms, progress);
  const auto writer = writer_for(options, choices, terms, output);
  if (writer) writer->begin();
  Reporter reporter(terms, writer.get(), choices.limit);
  if (auto found = diff.run([&reporter](const ShownChange& change) { reporter.show(change); }); !found)
    return failure(found.error());
  reporter.returns.note({"LEFT", "RIGHT"});
  reporter.summary.stats = diff.stats();
  reporter.summary.complete = !diff.incomplete();
  reporter.summary.why_incomplete = diff.incomplete().value_or("");
  rows.reset();
  output.release();
  if (writer) writer->end(reporter.summary);
  report(reporter.summary, options, choices, terms, output);
  if (diff.incomplete()) {
    output.finish();
    std::fprintf(stderr, "peel: %s\n", printable(*diff.incomplete()).c_str());
  }
  return status_of(reporter.summary);
}

// Folders are compared with folders and with sketches of them, and with nothing else.
Result<std::optional<Status>> compare_folders(const DiffOptions& options, const DiffChoices& choices,
                                              SketchedSides& sketches, Output& output) {
  const bool left_is_folder = sources::tree::is_folder(options.left);
  const bool right_is_folder = sources::tree::is_folder(options.right);
  if (left_is_folder && right_is_folder) return diff_trees(options, choices, output);
  const auto is_of_folder = [](const std::optional<NamedSketch>& sketch) {
    return sketch && is_tree(sketch->sketch.description);
  };
  const bool left_stands = left_is_folder || is_of_folder(sketches.left);
  const bool right_stands = right_is_folder || is_of_folder(sketches.right);
  if (!left_stands && !right_stands) {
    if (auto checked = check_no_tree_options(options.source.tree, options.left); !checked)
      return failure(checked.error());
    return std::nullopt;
  }
  if (left_stands && right_stands)
    return diff_tree_sketches(options, choices, {std::move(sketches.left), std::move(sketches.right)},
                              output);
  const std::string& other = left_stands ? options.right : options.left;
  struct stat about {};
  if (other != "-" && ::stat(other.c_str(), &about) != 0) {
    return failure(ErrorCode::io, fmt::format("cannot read {}: {}; accepted is a folder, or a sketch of one",
                                              spoken_name(other), sources::reason_of(errno)));
  }
  return failure(
      ErrorCode::incompatible,
      fmt::format("{} is a folder{} and {} is not; accepted are two folders, or a folder and a sketch of one",
                  spoken_name(left_stands ? options.left : options.right),
                  left_is_folder || right_is_folder ? "" : " in a sketch", spoken_name(other)));
}

Result<Status> compare(const DiffOptions& options, Output& output) {
  const auto choices = choices_of(options);
  if (!choices) return failure(choices.error());
  if (options.left == "-" && options.right == "-") {
    return failure(ErrorCode::invalid_argument, "only one of LEFT and RIGHT can be -, standard input");
  }
  auto sketches = read_sketches(options);
  if (!sketches) return failure(sketches.error());
  if (options.null && (sketches->left || sketches->right)) {
    return failure(
        ErrorCode::unsupported,
        "-z prints lines and names as they are, and a sketch has of some only a digest; leave it out, or "
        "use --json");
  }
  const auto of_folders = compare_folders(options, *choices, *sketches, output);
  if (!of_folders) return failure(of_folders.error());
  if (*of_folders) return **of_folders;
  // Whoever reads the output may be slow, and a database is kept open while it is compared.
  for (const std::string& path : {options.left, options.right}) {
    const auto database = database_at(path, options.source);
    if (!database) return failure(database.error());
    if (*database) output.hold();
  }
  if (!sketches->left && !sketches->right) return SourceDiff(options, *choices, output).run();
  return diff_sketches(options, *choices, std::move(*sketches), output);
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
