#include "cli/source_options.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "sources/source.hpp"

#include <fmt/format.h>
#include <sstream>

namespace peel::cli {

namespace {

Result<sources::SourceKind> kind_of(const std::string& name) {
  if (name == "lines") return sources::SourceKind::lines;
  if (name == "csv") return sources::SourceKind::csv;
  if (name == "tsv") return sources::SourceKind::tsv;
  if (name == "jsonl") return sources::SourceKind::jsonl;
  return failure(ErrorCode::invalid_argument,
                 fmt::format("--input {}: accepted are lines, csv, tsv and jsonl", name));
}

Result<char> table_delimiter_of(const std::string& text) {
  if (text == "\\t" || text == "tab") return '\t';
  if (text.size() == 1) return text.front();
  return failure(ErrorCode::invalid_argument,
                 fmt::format("--delimiter {}: accepted is one character, or tab", text));
}

}  // namespace

const char* option_of_one_table(const SourceOptions& options) {
  return !options.key.empty()         ? "--key"
         : !options.map.empty()       ? "--map"
         : !options.tolerance.empty() ? "--tolerance"
         : options.where              ? "--where"
         : options.input              ? "--input"
         : options.delimiter          ? "--delimiter"
         : options.no_header          ? "--no-header"
                                      : nullptr;
}

void add_source_options(Command& verb, SourceOptions& options) {
  verb.add({"--key", options.key,
            "Columns that name a row, by name, number or path; without, whole rows count", "COLS",
            Option::Rule::comma_list});
  verb.add({"--columns", options.columns, "Columns to compare beside the key; without, all", "COLS",
            Option::Rule::comma_list});
  verb.add({"--ignore", options.ignore, "Columns not to compare", "COLS", Option::Rule::comma_list});
  verb.add({"--where", options.where, "Only rows for which this SQL condition holds; of databases", "SQL"});
  verb.add({"--timeout", options.timeout, "Give up after this time, such as 30s or 10m", "TIME"});
  verb.add({"--input", options.input, "How to read (default: by extension)", "lines|csv|tsv|jsonl"});
  verb.add({"--delimiter", options.delimiter, "Between the fields of a table, where it is another", "CHAR"});
  verb.add({"--no-header", options.no_header, "The first record is a row; columns are numbered from 1"});
}

void add_pair_options(Command& verb, SourceOptions& options) {
  verb.add({"--map", options.map, "A column of LEFT and what RIGHT calls it", "LEFT=RIGHT",
            Option::Rule::comma_list});
  verb.add({"--tolerance", options.tolerance, "Numbers of this column no further apart are equal", "COL=EPS",
            Option::Rule::comma_list});
}

Result<std::optional<std::chrono::milliseconds>> timeout_of(const SourceOptions& options) {
  if (!options.timeout) return std::nullopt;
  const auto time = duration({"--timeout", *options.timeout});
  if (!time) return failure(time.error());
  return *time;
}

Result<std::optional<reconcile::Watch::Clock::time_point>> deadline_of(const SourceOptions& options) {
  const auto timeout = timeout_of(options);
  if (!timeout) return failure(timeout.error());
  if (!*timeout) return std::nullopt;
  return reconcile::Watch::Clock::now() + **timeout;
}

Result<sources::Reading> reading_of(const SourceOptions& options) {
  sources::Reading reading{.header = !options.no_header,
                           .json = options.json,
                           .where = options.where,
                           .memory_bytes = options.memory_bytes,
                           .longer_rows = "; a larger --memory reads longer ones"};
  if (options.input) {
    const auto kind = kind_of(*options.input);
    if (!kind) return failure(kind.error());
    reading.kind = *kind;
  }
  if (options.delimiter) {
    const auto delimiter = table_delimiter_of(*options.delimiter);
    if (!delimiter) return failure(delimiter.error());
    reading.delimiter = *delimiter;
  }
  const auto timeout = timeout_of(options);
  if (!timeout) return failure(timeout.error());
  reading.timeout = *timeout;
  return reading;
}

Result<reconcile::TermsRequest> request_of(const SourceOptions& options) {
  reconcile::TermsRequest request{.key = options.key, .columns = options.columns, .ignore = options.ignore};
  for (const std::string& pair : options.map) {
    const std::size_t mark = pair.find('=');
    if (mark == std::string::npos || mark == 0 || mark + 1 == pair.size()) {
      return refused(
          fmt::format("--map {}: accepted is LEFT=RIGHT, a column of LEFT and what RIGHT calls it", pair));
    }
    request.map.push_back({pair.substr(0, mark), pair.substr(mark + 1)});
  }
  for (const std::string& text : options.tolerance) {
    const std::size_t mark = text.rfind('=');
    const auto value = mark == std::string::npos
                           ? std::nullopt
                           : rows::Tolerance::from(std::string_view(text).substr(mark + 1));
    if (!value || mark == 0) {
      return refused(
          fmt::format("--tolerance {}: accepted is COL=EPS, with EPS a number from 1e-300 to 1e300 of at "
                      "most 19 digits",
                      text));
    }
    request.tolerances.push_back({text.substr(0, mark), *value});
  }
  return request;
}

namespace {

// Options that this kind of text does not have.
Result<void> check_options_of_text(const sources::Argument& argument, const sources::Reading& reading,
                                   const SourceOptions& options) {
  if (argument.kind != sources::Argument::Kind::text) return {};
  if (options.where)
    return refused(
        fmt::format("--where is SQL for tables of a database, and {} is a file of text", argument.name()));
  const sources::SourceSpec spec{.path = argument.path, .kind = reading.kind, .delimiter = reading.delimiter};
  if (sources::kind_of(spec) != sources::SourceKind::jsonl) return {};
  if (options.no_header)
    return refused(fmt::format("--no-header is for tables, and {} is read as JSON Lines", argument.name()));
  if (!options.columns.empty() && !options.ignore.empty())
    return refused("--columns and --ignore exclude each other for JSON Lines; give one of them");
  return {};
}

// A refusal of the condition begins with it.
Error with_where(const Error& error, const SourceOptions& options) {
  const bool is_about_it = options.where && error.code() == ErrorCode::invalid_argument &&
                           error.sentence().starts_with(*options.where + ": ");
  return is_about_it ? Error(error.code(), "--where " + error.sentence()) : error;
}

Result<std::unique_ptr<rows::RowSource>> open_rows(const sources::Argument& argument,
                                                   const sources::Reading& reading,
                                                   const SourceOptions& options, reconcile::Side side) {
  if (auto checked = check_options_of_text(argument, reading, options); !checked)
    return failure(checked.error());
  const auto request = request_of(options);
  if (!request) return failure(request.error());
  auto source = sources::open_rows(argument, reading, *request, side);
  if (!source) return failure(with_where(source.error(), options));
  const bool chooses = !options.key.empty() || !options.columns.empty();
  if ((*source)->schema().is_table || (!chooses && !options.no_header)) return source;
  return refused(
      fmt::format("{} is read as lines, which have no {}; say --input csv, --input tsv or --input jsonl if "
                  "that is what it is",
                  (*source)->name(), chooses ? "columns to choose from" : "header"));
}

}  // namespace

Result<std::unique_ptr<rows::RowSource>> open_source(const sources::Argument& argument,
                                                     const SourceOptions& options, reconcile::Side side) {
  const auto reading = reading_of(options);
  if (!reading) return failure(reading.error());
  return open_rows(argument, *reading, options, side);
}

Result<std::unique_ptr<rows::RowSource>> open_source(const std::string& path, const SourceOptions& options,
                                                     Passes passes) {
  auto reading = reading_of(options);
  if (!reading) return failure(reading.error());
  reading->passes = passes;
  // Standard input is read as it comes, and not copied to see what it is.
  const auto argument = path == "-"
                            ? Result<sources::Argument>(sources::Argument{.given = path, .path = path})
                            : sources::classify(path, *reading);
  if (!argument) return failure(argument.error());
  return open_rows(*argument, *reading, options, reconcile::Side::left);
}

void add_far_options(Command& verb, SourceOptions& options) {
  verb.add({"--rsh", options.rsh, "The program that reaches another machine (default: ssh)", "CMD"});
  verb.add({"--remote-peel", options.remote_peel, "What peel is called there (default: peel)", "PATH"});
}

Result<sources::FarCommand> far_command_of(const SourceOptions& options) {
  sources::FarCommand command;
  if (options.remote_peel) command.peel = *options.remote_peel;
  if (!options.rsh) return command;
  command.shell.clear();
  std::istringstream words(*options.rsh);
  for (std::string word; words >> word;) command.shell.push_back(word);
  if (command.shell.empty()) return refused("--rsh is empty; accepted is a program, with options if need be");
  return command;
}

Result<std::unique_ptr<reconcile::Endpoint>> open_side(const sources::Argument& argument,
                                                       const SourceOptions& options, reconcile::Side side,
                                                       const reconcile::Watch& watch) {
  if (!argument.far) {
    auto rows = open_source(argument, options, side);
    if (!rows) return failure(rows.error());
    return std::make_unique<reconcile::RowsEndpoint>(std::move(*rows));
  }
  auto command = far_command_of(options);
  if (!command) return failure(command.error());
  if (options.changed_side == side) command->access = sources::FarAccess::write;
  const auto reading = reading_of(options);
  if (!reading) return failure(reading.error());
  const auto request = request_of(options);
  if (!request) return failure(request.error());
  return sources::open_far(*argument.far, argument.name(), *command, *reading, *request, side, watch);
}

Result<void> check_text_options(const SourceOptions& options, const reconcile::Party& left,
                                const reconcile::Party& right) {
  const auto is_table = [](const reconcile::Party& source) {
    return source.schema.is_typed() && !source.schema.has_paths;
  };
  if (!is_table(left) || !is_table(right)) return {};
  const char* const given = options.input       ? "--input"
                            : options.delimiter ? "--delimiter"
                            : options.no_header ? "--no-header"
                                                : nullptr;
  if (given == nullptr) return {};
  return refused(
      fmt::format("{} is for files of text, and {} is a database; leave the option out", given, left.name));
}

}  // namespace peel::cli
