#include "cli/diff/diff_options.hpp"

#include "cli/numbers.hpp"
#include "cli/shared_options.hpp"
#include "cli/terminal.hpp"
#include "cli/tree/tree_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace peel::cli {

Result<DiffChoices> choices_of(const DiffOptions& options) {
  DiffChoices choices;
  const std::string format_name = options.format.value_or(options.json ? "json" : "text");
  const auto format = one_of<DiffFormat>({"--format", format_name}, {{"text", DiffFormat::text},
                                                                     {"json", DiffFormat::json},
                                                                     {"csv", DiffFormat::csv},
                                                                     {"html", DiffFormat::html},
                                                                     {"sql", DiffFormat::sql},
                                                                     {"changeset", DiffFormat::changeset}});
  if (!format) return failure(format.error());
  if (options.json && *format != DiffFormat::json) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("--json and --format {} exclude each other; give one of them", format_name));
  }
  choices.format = *format;
  if (choices.is_patch() && (options.limit || options.quiet)) {
    return failure(
        ErrorCode::invalid_argument,
        fmt::format("--format {} writes a whole patch; leave out --limit and --quiet", format_name));
  }
  if (choices.format == DiffFormat::html && options.quiet) {
    return failure(ErrorCode::invalid_argument,
                   "--format html writes a report and --quiet says nothing; give one of them");
  }
  if (choices.format == DiffFormat::changeset && !options.out && is_terminal(stdout)) {
    return failure(ErrorCode::invalid_argument,
                   "a changeset is binary and is not written to a terminal; say where with -o FILE");
  }
  if (options.method) {
    const auto method =
        one_of<reconcile::Method>({"--method", *options.method}, {{"auto", reconcile::Method::automatic},
                                                                  {"sketch", reconcile::Method::sketch},
                                                                  {"exact", reconcile::Method::exact}});
    if (!method) return failure(method.error());
    choices.comparison.method = *method;
  }
  if (options.memory) {
    const auto memory =
        byte_size({"--memory", *options.memory}, {std::uint64_t{1} << 20, std::uint64_t{1} << 50});
    if (!memory) return failure(memory.error());
    choices.comparison.memory_bytes = *memory;
  }
  if (options.null && choices.format != DiffFormat::text)
    return failure(ErrorCode::invalid_argument, no_null_beside("--format " + format_name));
  if (options.null && options.colour == "always")
    return failure(ErrorCode::invalid_argument, no_null_beside("--color always"));
  choices.comparison.seed = sources::random_seed();
  choices.spill = sources::temporary_files();
  choices.comparison.spill = choices.spill.get();
  if (options.limit) {
    const auto limit =
        whole_number({"--limit", *options.limit}, {0, std::numeric_limits<std::uint64_t>::max()});
    if (!limit) return failure(limit.error());
    choices.limit = *limit;
  }
  const auto colour = wants_colour(options.colour);
  if (!colour) return failure(colour.error());
  const bool goes_to_file = options.out && *options.out != "-";
  const bool is_coloured = *colour && (!goes_to_file || options.colour == "always");
  choices.style = {is_coloured ? Colour::on : Colour::off, !goes_to_file && is_terminal(stdout)};
  if (options.null) {
    choices.style = {.line_end = LineEnd::null};
  } else if (choices.style.is_terminal || options.colour == "always") {
    choices.style.reader = Reader::person;
  }
  // A pager shows what it gets on the terminal that messages go to.
  choices.style.columns = terminal_size(choices.style.is_terminal ? STDOUT_FILENO : STDERR_FILENO).columns;
  const auto progress = progress_mode(options.progress);
  if (!progress) return failure(progress.error());
  choices.progress = *progress;
  return choices;
}

Result<void> check_line_end(TextStyle style, const Terms& terms) {
  if (style.line_end == LineEnd::feed || !terms.is_table || terms.is_tree) return {};
  return failure(
      ErrorCode::unsupported,
      "-z is for lines and folders, and these are tables, whose rows have cells; --json has them all");
}

void add_diff_options(Command& verb, DiffOptions& options) {
  verb.add({"LEFT", options.left,
            "Lines, .csv, .tsv, .jsonl, a database, a folder, or a sketch; - is standard input", "",
            Option::Rule::required});
  verb.add({"RIGHT", options.right, "The same", "", Option::Rule::required});
  add_source_options(verb, options.source);
  add_pair_options(verb, options.source);
  add_far_options(verb, options.source);
  add_tree_options(verb, options.source.tree);
  verb.add({"--format", options.format, "How changes are printed (default text)",
            "text|json|csv|html|sql|changeset"});
  verb.add({"-o,--output", options.out, "The file to write, or - for standard output", "OUT"});
  verb.add({"--json", options.json, "The same as --format json"});
  add_null(verb, options.null);
  verb.add({"-q,--quiet", options.quiet, "Say nothing; the exit status tells"});
  verb.add({"--stat", options.stat, "Also say how it was done: rows, method, memory, error bound"});
  verb.add({"--limit", options.limit, "Show at most so many changes; all are counted", "N"});
  verb.add({"--memory", options.memory,
            "Beyond this, rows wait on disk; the longest row is a quarter of it (default 64M)", "SIZE"});
  verb.add({"--method", options.method, "How to compare (default auto)", "auto|sketch|exact"});
  add_color(verb, options.colour);
  add_progress(verb, options.progress);
}

}  // namespace peel::cli
