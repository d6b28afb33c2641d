// peel diff LEFT RIGHT: what differs between two data sets, in any order of rows.
#include "cli/diff/change_writer.hpp"
#include "cli/diff/endpoint.hpp"
#include "cli/diff/live_diff.hpp"
#include "cli/diff/reporter.hpp"
#include "cli/diff/row_terms.hpp"
#include "cli/diff/sketch_diff.hpp"
#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/random_seed.hpp"
#include "cli/source_options.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"

#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace peel::cli {

namespace {

constexpr const char* kMore = R"(Examples:
  peel diff old.txt new.txt                  lines, as a multiset
  peel diff --key id old.csv new.csv         rows by key: removed, added, changed
  peel diff --key 1,2 --no-header a.tsv b.tsv
  peel diff --key id --json a.csv b.csv      for machines
  peel diff --quiet a.txt b.txt              only the exit status
  peel diff yesterday.peel today.csv         what changed since the sketch was made

A row after - is only in LEFT, after + only in RIGHT; ~ has one key and two
values. The exit status is 0 if nothing differs, 1 if something does.
)";

struct DiffOptions {
  std::string left;
  std::string right;
  SourceOptions source;
  std::optional<std::string> format;
  bool json = false;
  bool quiet = false;
  bool stat = false;
  std::optional<std::string> limit;
  std::optional<std::string> memory;
  std::optional<std::string> method;
  std::string colour = "auto";
  std::string progress = "auto";
};

// The options that are choices, understood.
struct DiffChoices {
  DiffFormat format = DiffFormat::text;
  TextStyle style;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  LiveDiffOptions live;
  ProgressMode progress = ProgressMode::automatic;
};

Result<DiffChoices> choices_of(const DiffOptions& options) {
  DiffChoices choices;
  const std::string format_name = options.format.value_or(options.json ? "json" : "text");
  const auto format =
      one_of<DiffFormat>({"--format", format_name},
                         {{"text", DiffFormat::text}, {"json", DiffFormat::json}, {"csv", DiffFormat::csv}});
  if (!format) return failure(format.error());
  if (options.json && *format != DiffFormat::json) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("--json and --format {} exclude each other; give one of them", format_name));
  }
  choices.format = *format;
  if (options.method) {
    const auto method = one_of<DiffMethod>(
        {"--method", *options.method},
        {{"auto", DiffMethod::automatic}, {"sketch", DiffMethod::sketch}, {"exact", DiffMethod::exact}});
    if (!method) return failure(method.error());
    choices.live.method = *method;
  }
  if (options.memory) {
    const auto memory =
        byte_size({"--memory", *options.memory}, {std::uint64_t{1} << 20, std::uint64_t{1} << 50});
    if (!memory) return failure(memory.error());
    choices.live.memory_bytes = *memory;
  }
  choices.live.seed = random_seed();
  if (options.limit) {
    const auto limit =
        whole_number({"--limit", *options.limit}, {0, std::numeric_limits<std::uint64_t>::max()});
    if (!limit) return failure(limit.error());
    choices.limit = *limit;
  }
  const auto colour = wants_colour(options.colour);
  if (!colour) return failure(colour.error());
  choices.style = {*colour ? Colour::on : Colour::off, is_terminal(stdout)};
  const auto progress = progress_mode(options.progress);
  if (!progress) return failure(progress.error());
  choices.progress = *progress;
  return choices;
}

std::unique_ptr<ChangeWriter> writer_for(const DiffChoices& choices, const RowTerms& terms, Output& output) {
  switch (choices.format) {
    case DiffFormat::json:
      return json_writer(terms, output);
    case DiffFormat::csv:
      return csv_writer(terms, choices.style, output);
    case DiffFormat::text:
      break;
  }
  return text_writer(terms, choices.style, output);
}

Status report(const DiffSummary& summary, const DiffOptions& options, const DiffChoices& choices,
              const RowTerms& terms, ChangeWriter* writer, Output& output) {
  if (writer != nullptr) writer->end(summary);
  if (choices.format == DiffFormat::text && summary.not_shown > 0 && !options.quiet) {
    output.write(fmt::format("... and {} more\n", grouped(summary.not_shown)));
  }
  if (options.stat && choices.format != DiffFormat::json) {
    const std::string stats = stats_as_text(summary, terms);
    // Beside CSV records they would be taken for one.
    if (choices.format == DiffFormat::csv) {
      std::fputs(stats.c_str(), stderr);
    } else {
      output.write((summary.same() || options.quiet ? "" : "\n") + stats);
    }
  }
  if (!summary.complete) return Status::trouble;
  return summary.same() ? Status::done : Status::different;
}

// What is needed to show changes, whichever way they are found.
struct Shown {
  const DiffOptions& options;
  const DiffChoices& choices;
  const RowTerms& terms;
  Output& output;
};

// `find` gets the reporter, and says how it went.
template <class Find>
Result<Status> show_changes(const Shown& shown, Find find) {
  const auto writer = shown.options.quiet ? nullptr : writer_for(shown.choices, shown.terms, shown.output);
  if (writer) writer->begin();
  Reporter reporter(shown.terms, writer.get(), shown.choices.limit);
  if (Result<void> found = find(reporter); !found) return failure(found.error());
  return report(reporter.summary, shown.options, shown.choices, shown.terms, writer.get(), shown.output);
}

Result<Status> diff_sources(const DiffOptions& options, const DiffChoices& choices, Output& output) {
  auto left_source = open_source(options.left, options.source, Passes::several);
  if (!left_source) return failure(left_source.error());
  auto right_source = open_source(options.right, options.source, Passes::several);
  if (!right_source) return failure(right_source.error());
  const auto terms = terms_of(**left_source, **right_source, options.source);
  if (!terms) return failure(terms.error());
  auto left = side_of(std::move(*left_source), *terms);
  if (!left) return failure(left.error());
  auto right = side_of(std::move(*right_source), *terms, reconcile::Side::right);
  if (!right) return failure(right.error());

  Progress progress(choices.progress);
  LiveDiffOptions live = choices.live;
  live.rows_are_unique = terms->key_is_unique;
  LiveDiff diff({*left, *right}, live, progress);
  return show_changes({options, choices, *terms, output}, [&](Reporter& reporter) -> Result<void> {
    auto found = diff.run(reporter);
    reporter.summary.stats = diff.stats();
    return found;
  });
}

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
  if (options.method || options.memory) {
    return failure(ErrorCode::invalid_argument,
                   "--method and --memory are for two files; leave them out where a side is a sketch");
  }
  const RowTerms terms = terms_of(sides.known().sketch.description);
  if (auto checked = check_options(sides.known(), options.source); !checked) return failure(checked.error());
  std::optional<DiffSide> rows;
  if (!sides.left || !sides.right) {
    auto opened = open_source_like(sides.known(), sides.left ? options.right : options.left, options.source,
                                   Passes::several);
    if (!opened) return failure(opened.error());
    rows.emplace(std::move(*opened));
  }
  const auto side_for = [&rows](const std::string& path, std::optional<NamedSketch>& sketch) {
    return sketch ? SketchDiffSide{sketch->name, std::move(sketch->sketch), nullptr}
                  : SketchDiffSide{spoken_name(path), std::nullopt, &*rows};
  };
  Progress progress(choices.progress);
  SketchDiff diff(side_for(options.left, sides.left), side_for(options.right, sides.right), terms, progress);
  auto status = show_changes({options, choices, terms, output}, [&](Reporter& reporter) -> Result<void> {
    auto found = diff.run([&reporter](const ShownChange& change) { reporter.show(change); });
    reporter.summary.stats = diff.stats();
    reporter.summary.complete = !diff.incomplete();
    return found;
  });
  if (status && diff.incomplete()) {
    output.finish();
    return failure(ErrorCode::limit_exceeded, *diff.incomplete());
  }
  return status;
}

Result<Status> run_diff(const DiffOptions& options, Output& output) {
  const auto choices = choices_of(options);
  if (!choices) return failure(choices.error());
  if (options.left == "-" && options.right == "-") {
    return failure(ErrorCode::invalid_argument, "only one of LEFT and RIGHT can be -, standard input");
  }
  auto sketches = read_sketches(options);
  if (!sketches) return failure(sketches.error());
  if (!sketches->left && !sketches->right) return diff_sources(options, *choices, output);
  return diff_sketches(options, *choices, std::move(*sketches), output);
}

}  // namespace

void add_diff(CLI::App& app, Verb& chosen) {
  const auto options = std::make_shared<DiffOptions>();
  CLI::App* verb =
      app.add_subcommand("diff", "Find what differs between two data sets, whatever the order of their rows");
  verb->footer(kMore);
  verb->add_option("LEFT", options->left, "A file of lines, .csv or .tsv, or a sketch; - is standard input")
      ->required()
      ->type_name("");
  verb->add_option("RIGHT", options->right, "The same")->required()->type_name("");
  add_source_options(*verb, options->source);
  add_pair_options(*verb, options->source);
  verb->add_option("--format", options->format, "How changes are printed (default text)")
      ->type_name("text|json|csv");
  verb->add_flag("--json", options->json, "The same as --format json");
  verb->add_flag("-q,--quiet", options->quiet, "Say nothing; the exit status tells");
  verb->add_flag("--stat", options->stat, "Also say how it was done: rows, method, memory, error bound");
  verb->add_option("--limit", options->limit, "Show at most so many changes; all are counted")
      ->type_name("N");
  verb->add_option("--memory", options->memory, "Beyond this, rows wait on disk (default 64M)")
      ->type_name("SIZE");
  verb->add_option("--method", options->method, "How to compare (default auto)")
      ->type_name("auto|sketch|exact");
  verb->add_option("--color", options->colour, "Colours; auto: on a terminal (default auto)")
      ->type_name("auto|always|never");
  verb->add_option("--progress", options->progress,
                   "A bar on standard error; auto: on a terminal (default auto)")
      ->type_name("auto|always|never");
  verb->callback(
      [options, &chosen] { chosen = [options](Output& output) { return run_diff(*options, output); }; });
}

}  // namespace peel::cli
