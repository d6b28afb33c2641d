// peel filter query FILTER [FILE...]: the lines that are in a filter, as grep prints those that match.
#include "peel/sources/line_query.hpp"

#include "cli/filter/filter_verbs.hpp"
#include "cli/filter/key_form.hpp"
#include "cli/filter/key_input.hpp"
#include "cli/filter/printed_lines.hpp"
#include "cli/notes.hpp"
#include "cli/shared_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

using sources::QueriedFile;
using sources::SelectedLines;
using sources::Selection;

constexpr const char* kMoreAboutQuery = R"(Examples:
  peel filter query bad.peel urls.txt                lines that are in the set, probably
  peel filter query -v bad.peel urls.txt             lines that are certainly not
  peel filter query -c bad.peel *.log                how many, for each file
  peel filter query --ip hosts.peel access.log       by the address in each line
  peel filter query --field 3 bad.peel - < x.log     by the third word
  peel filter query --column email u.peel new.csv    rows of a table, without its header
  peel filter query -q seen.peel <<< "$url" && echo seen

Lines are printed as they are, in their order; a last line without a line feed gets
one; a terminal gets lines with control characters in quotes, as in C. With -z each
line ends with NUL, and so does the name in front of it. A line that has no such field
or address is not in the set. A filter that was built with --ip is asked by addresses,
whether --ip is given or not; one that was not is not asked with --ip, since it may hold
other spellings.

A filter of more than 64 MiB stays in its file: of that only the pages are read
that the lines call for, and each is checked before it is used. A smaller one, or
one that comes through a pipe, is read and checked as a whole. A damaged filter is
an error, never an empty set.

Exit status:
  0  a line was selected
  1  none was
  2  trouble; files that cannot be read are named, and the others are read all the
     same. With -q, 0 if a line was selected in spite of that
)";

struct QueryOptions {
  std::string filter;
  std::vector<std::string> files;
  KeyOptions keys;
  bool invert = false;
  bool count = false;
  bool quiet = false;
  bool numbers = false;
  bool with_names = false;
  bool without_names = false;
  bool json = false;
  bool null = false;
};

Result<void> check(const QueryOptions& options) {
  if (options.json && (options.count || options.quiet))
    return refused("--json prints lines and how many they are; leave out -c and -q");
  if (options.null && options.json) return refused(no_null_beside("--json"));
  if (options.with_names && options.without_names)
    return refused("-H and --no-filename exclude each other; give one of them");
  if (auto ok = check_key_options(options.keys); !ok) return ok;
  std::vector<std::string> inputs = options.files;
  inputs.push_back(options.filter);
  if (options.files.empty()) inputs.push_back("-");
  if (std::ranges::count(inputs, "-") > 1)
    return refused("only one of FILTER and FILE can be -, standard input");
  return {};
}

Result<sources::OpenKeys> open_file(const std::string& path, const KeyOptions& options) {
  const auto argument = key_argument(path, options);
  if (!argument) return failure(argument.error());
  if (argument->kind == sources::Argument::Kind::peel_file) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} is a file that peel wrote; accepted are files of lines, after the filter", path));
  }
  if (argument->kind == sources::Argument::Kind::database) {
    return failure(ErrorCode::unsupported,
                   fmt::format("{} is a database, which has no lines to print; accepted are files of lines, "
                               ".csv and .tsv",
                               argument->name()));
  }
  // Lines that come through a pipe are answered at once.
  return open_keys(*argument, options, {.for_lines_of_pipes = sources::Waiting::for_anything});
}

std::unique_ptr<SelectedLines> lines_for(const QueryOptions& options, Output& output) {
  const bool names = options.with_names || (options.files.size() > 1 && !options.without_names);
  const FileNames file_names = names ? FileNames::present : FileNames::absent;
  const LinePrefix prefix{file_names, options.numbers ? LineNumbers::present : LineNumbers::absent,
                          options.null ? LineEnd::null : LineEnd::feed};
  if (options.quiet) return no_lines();
  if (options.count) return printed_counts(prefix, output);
  if (options.json) return lines_as_json(output);
  return printed_lines(prefix, output);
}

// The name that grep would print.
std::string name_in_front(const std::string& path) {
  return path == "-" ? "(standard input)" : path;
}

// Opens and asks one file. Fails only if the filter cannot be asked.
Result<QueriedFile> ask_file(sources::LineQuery& query, const std::string& path, const KeyOptions& options,
                             SelectedLines& lines) {
  const auto open = open_file(path, options);
  if (!open) return QueriedFile{.unread = open.error()};
  return query.run(name_in_front(path), *open->rows, open->keys, lines, reconcile::Watch());
}

// A file that cannot be read is reported, and the others are read all the same, as grep does it.
Result<Status> run(const QueryOptions& options, Output& output) {
  if (auto ok = check(options); !ok) return failure(ok.error());
  auto filter = open_filter(options.filter);
  if (!filter) return failure(filter.error());
  const auto keys = options_like(*filter, options.keys);
  if (!keys) return failure(keys.error());
  note_if_unknown(*filter, *keys);
  sources::LineQuery query(*filter, options.invert ? Selection::misses : Selection::hits);
  const auto lines = lines_for(options, output);
  QueriedFile all;
  bool all_were_read = true;
  for (const std::string& path : options.files.empty() ? std::vector<std::string>{"-"} : options.files) {
    const auto file = ask_file(query, path, *keys, *lines);
    if (!file) return failure(file.error());
    all.lines += file->lines;
    all.selected += file->selected;
    if (options.quiet && all.selected > 0) return Status::done;
    if (!file->unread) continue;
    all_were_read = false;
    output.finish();
    say_notes({file->unread->sentence()});
  }
  if (!all_were_read) return Status::trouble;
  if (options.json) print_summary_as_json(all, output);
  return all.selected > 0 ? Status::done : Status::different;
}

}  // namespace

void add_filter_query(Command& filter) {
  const auto options = std::make_shared<QueryOptions>();
  Command& verb = filter.add_verb("query", "Print the lines that are in a filter");
  verb.more = kMoreAboutQuery;
  verb.add({"FILTER", options->filter, "A file that peel filter build wrote", "", Option::Rule::required});
  verb.add({"FILE", options->files, "Files of lines; - or nothing is standard input"});
  verb.add({"-v,--invert-match", options->invert, "Print the lines that are not in it"});
  verb.add({"-c,--count", options->count, "Print only how many lines are selected, for each file"});
  verb.add({"-q,--quiet", options->quiet, "Print nothing, and stop at the first line that is selected"});
  verb.add({"-n,--line-number", options->numbers, "The number of the line in front of each"});
  verb.add({"-H,--with-filename", options->with_names,
            "The name of the file in front of each, as is usual for several files"});
  verb.keep_h_for_verb();
  verb.add({"-h,--no-filename", options->without_names, "No names of files; -h as in grep"});
  add_key_options(verb, options->keys);
  verb.add({"--json", options->json, "One object for each line, then a summary"});
  add_null(verb, options->null);
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
