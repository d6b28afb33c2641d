// peel diff LEFT RIGHT: what differs between two data sets, in any order of rows.
#include "cli/diff/change_writer.hpp"
#include "cli/diff/live_diff.hpp"
#include "cli/numbers.hpp"
#include "cli/random_seed.hpp"
#include "cli/source_options.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace peel::cli {

namespace {

constexpr const char* kAbout = R"(Find what differs between two data sets, whatever the order of their rows.

Examples:
  peel diff old.txt new.txt                  lines, as a multiset
  peel diff --key id old.csv new.csv         rows by key: removed, added, changed
  peel diff --key 1,2 --no-header a.tsv b.tsv
  peel diff --key id --json a.csv b.csv      for machines
  peel diff --quiet a.txt b.txt              only the exit status
)";

constexpr const char* kMore = R"(- row is only in LEFT, + row only in RIGHT, ~ has one key and two values.
Exit status: 0 if nothing differs, 1 if something does, 2 in trouble.
)";

struct DiffOptions {
  std::string left;
  std::string right;
  SourceOptions source;
  std::string format = "text";
  bool json = false;
  bool quiet = false;
  bool stat = false;
  std::optional<std::string> limit;
  std::string memory = "64M";
  std::string method = "auto";
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
  const auto format =
      one_of<DiffFormat>({"--format", options.format},
                         {{"text", DiffFormat::text}, {"json", DiffFormat::json}, {"csv", DiffFormat::csv}});
  if (!format) return failure(format.error());
  choices.format = options.json ? DiffFormat::json : *format;
  const auto method = one_of<DiffMethod>(
      {"--method", options.method},
      {{"auto", DiffMethod::automatic}, {"sketch", DiffMethod::sketch}, {"exact", DiffMethod::exact}});
  if (!method) return failure(method.error());
  choices.live.method = *method;
  const auto memory =
      byte_size({"--memory", options.memory}, {std::uint64_t{1} << 20, std::uint64_t{1} << 50});
  if (!memory) return failure(memory.error());
  choices.live.memory_bytes = *memory;
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

// Counts changes and shows as many as are wanted.
class Reporter : public ChangeSink {
 public:
  Reporter(const RowTerms& terms, ChangeWriter* writer, std::uint64_t limit)
      : terms_(terms), writer_(writer), limit_(limit) {}

  Result<void> take(const reconcile::RowChange& change) override {
    auto seen = shown(change, terms_);
    if (!seen) return failure(seen.error());
    show(*seen);
    return {};
  }

  void show(const ShownChange& change) {
    (change.kind == ChangeKind::removed ? summary.removed
     : change.kind == ChangeKind::added ? summary.added
                                        : summary.changed) += change.count;
    if (writer_ == nullptr || limit_ == 0) {
      ++summary.not_shown;
      return;
    }
    --limit_;
    writer_->write(change);
  }

  DiffSummary summary;

 private:
  const RowTerms& terms_;
  ChangeWriter* writer_;  // none if nothing is to be shown
  std::uint64_t limit_;
};

std::unique_ptr<ChangeWriter> writer_for(const DiffChoices& choices, const RowTerms& terms, Output& output) {
  switch (choices.format) {
    case DiffFormat::json:
      return json_writer(terms, output);
    case DiffFormat::csv:
      return csv_writer(terms, output);
    case DiffFormat::text:
      break;
  }
  return text_writer(terms, choices.style, output);
}

rows::TableColumns table_columns(const sources::RowSource& source) {
  return {source.name(), source.schema().columns};
}

// What rows are on both sides. Tables are compared by the columns of the left one, wherever the right one has
// them.
Result<RowTerms> terms_of(const sources::RowSource& left, const sources::RowSource& right,
                          const SourceOptions& options) {
  const bool is_table = left.schema().is_table;
  if (is_table != right.schema().is_table) {
    const auto& table = is_table ? left : right;
    const auto& lines = is_table ? right : left;
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} is read as a table and {} as lines; say --input csv, --input tsv or --input "
                    "lines for both",
                    table.name(), lines.name()));
  }
  if (!is_table) return RowTerms{};
  auto columns = rows::choose_columns(table_columns(left), options.key, options.columns);
  if (!columns) return failure(columns.error());
  if (options.columns.empty()) {
    for (const std::string& name : right.schema().columns) {
      if (std::ranges::find(left.schema().columns, name) != left.schema().columns.end()) continue;
      return failure(
          ErrorCode::incompatible,
          fmt::format("{} has a column {} that {} has not; name the columns to compare with --columns",
                      right.name(), name, left.name()));
    }
  }
  RowTerms terms{true, !options.key.empty(), *columns, {}};
  if (!terms.has_key) terms.columns.key_columns = terms.columns.names.size();
  for (const std::string& name : left.schema().columns) {
    const auto found = std::ranges::find(terms.columns.names, name);
    if (found == terms.columns.names.end()) continue;
    terms.display.push_back(static_cast<std::size_t>(found - terms.columns.names.begin()));
  }
  return terms;
}

Result<DiffSide> side_of(std::unique_ptr<sources::RowSource> source, const RowTerms& terms) {
  if (!terms.is_table) return DiffSide(std::move(source));
  auto fields = rows::find_columns(table_columns(*source), terms.columns);
  if (!fields) return failure(fields.error());
  return DiffSide(std::move(source), std::move(*fields));
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

Result<Status> run_diff(const DiffOptions& options, Output& output) {
  const auto choices = choices_of(options);
  if (!choices) return failure(choices.error());
  if (options.left == "-" && options.right == "-") {
    return failure(ErrorCode::invalid_argument, "only one of LEFT and RIGHT can be -, standard input");
  }
  auto left_source = open_source(options.left, options.source);
  if (!left_source) return failure(left_source.error());
  auto right_source = open_source(options.right, options.source);
  if (!right_source) return failure(right_source.error());
  const auto terms = terms_of(**left_source, **right_source, options.source);
  if (!terms) return failure(terms.error());
  auto left = side_of(std::move(*left_source), *terms);
  if (!left) return failure(left.error());
  auto right = side_of(std::move(*right_source), *terms);
  if (!right) return failure(right.error());

  Progress progress(choices->progress);
  LiveDiff diff({*left, *right}, choices->live, progress);
  const auto writer = options.quiet ? nullptr : writer_for(*choices, *terms, output);
  if (writer) writer->begin();
  Reporter reporter(*terms, writer.get(), choices->limit);
  if (auto found = diff.run(reporter); !found) return failure(found.error());
  reporter.summary.stats = diff.stats();
  return report(reporter.summary, options, *choices, *terms, writer.get(), output);
}

}  // namespace

void add_diff(CLI::App& app, Verb& chosen) {
  const auto options = std::make_shared<DiffOptions>();
  CLI::App* verb = app.add_subcommand("diff", kAbout);
  verb->footer(kMore);
  verb->add_option("LEFT", options->left, "A file of lines, .csv or .tsv; - is standard input")
      ->required()
      ->type_name("");
  verb->add_option("RIGHT", options->right, "The same")->required()->type_name("");
  add_source_options(*verb, options->source);
  verb->add_option("--format", options->format, "text, json or csv (default text)")->type_name("FORMAT");
  verb->add_flag("--json", options->json, "The same as --format json");
  verb->add_flag("-q,--quiet", options->quiet, "Say nothing; the exit status tells");
  verb->add_flag("--stat", options->stat, "Also say how it was done: rows, method, memory, error bound");
  verb->add_option("--limit", options->limit, "Show at most so many changes; all are counted")
      ->type_name("N");
  verb->add_option("--memory", options->memory, "Beyond this, rows wait on disk (default 64M)")
      ->type_name("SIZE");
  verb->add_option("--method", options->method, "auto, sketch or exact (default auto)")->type_name("METHOD");
  verb->add_option("--color", options->colour, "auto, always or never (default auto)")->type_name("WHEN");
  verb->add_option("--progress", options->progress, "auto, always or never (default auto)")
      ->type_name("WHEN");
  verb->callback(
      [options, &chosen] { chosen = [options](Output& output) { return run_diff(*options, output); }; });
}

}  // namespace peel::cli
