#include "cli/source_options.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "sources/json/json_path.hpp"
#include "sources/sqlite/sqlite_source.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

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

// What is read of JSON Lines: the key, and the columns chosen or all there is.
Result<sources::JsonColumns> json_columns_of(const SourceOptions& options) {
  if (!options.paths.empty()) return sources::JsonColumns{options.paths, options.key_paths};
  if (!options.columns.empty() && !options.ignore.empty()) {
    return failure(ErrorCode::invalid_argument,
                   "--columns and --ignore exclude each other for JSON Lines; give one of them");
  }
  for (const std::string& path : options.key) {
    if (std::ranges::find(options.ignore, path) != options.ignore.end()) {
      return failure(ErrorCode::invalid_argument,
                     fmt::format("{} is in the key and cannot be ignored", path));
    }
  }
  sources::JsonColumns json{options.key, options.key.size()};
  for (const std::string& path : options.columns) {
    if (std::ranges::find(json.columns, path) == json.columns.end()) json.columns.push_back(path);
  }
  if (options.columns.empty()) json.columns.push_back(sources::whole_column(options.ignore));
  return json;
}

// A row is held as a whole, on two sides and in several places: ten times its length, and of JSON thirty.
void limit_rows(const SourceOptions& options, sources::SourceSpec& spec) {
  constexpr std::uint64_t kLeast = std::uint64_t{4} << 20;
  if (options.memory_bytes) {
    spec.row_bytes = std::max(kLeast, *options.memory_bytes / 4);
    spec.longer_rows = "; a larger --memory reads longer ones";
  }
  if (sources::kind_of(spec) == sources::SourceKind::jsonl) spec.row_bytes /= 4;
}

}  // namespace

SourceOptions as_right_calls(const SourceOptions& options) {
  SourceOptions mapped = options;
  for (std::vector<std::string>* const names : {&mapped.key, &mapped.columns}) {
    for (std::string& name : *names) {
      const auto pair = std::ranges::find_if(
          options.map, [&name](const std::string& text) { return text.starts_with(name + '='); });
      if (pair != options.map.end()) name = pair->substr(name.size() + 1);
    }
  }
  return mapped;
}

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

Result<std::optional<sources::sqlite::Location>> database_at(const std::string& path,
                                                             const SourceOptions& options) {
  using sources::sqlite::Recognition;
  return sources::sqlite::locate(path, options.input ? Recognition::by_bytes : Recognition::by_name_or_bytes);
}

Result<std::optional<std::chrono::milliseconds>> timeout_of(const SourceOptions& options) {
  if (!options.timeout) return std::nullopt;
  const auto time = duration({"--timeout", *options.timeout});
  if (!time) return failure(time.error());
  return *time;
}

namespace {

Result<std::unique_ptr<sources::RowSource>> open_database(sources::sqlite::Location location,
                                                          const SourceOptions& options) {
  const auto timeout = timeout_of(options);
  if (!timeout) return failure(timeout.error());
  auto source = sources::sqlite::open_sqlite(
      {.location = std::move(location), .where = options.where, .timeout = *timeout});
  if (!source) return failure(source.error());
  return std::move(*source);
}

}  // namespace

Result<std::unique_ptr<sources::RowSource>> open_source(const std::string& path, const SourceOptions& options,
                                                        Passes passes) {
  auto location = database_at(path, options);
  if (!location) return failure(location.error());
  if (*location) return open_database(std::move(**location), options);
  if (path == "-" && sources::sqlite::begins_like_database(STDIN_FILENO)) {
    return failure(ErrorCode::unsupported,
                   "standard input is an SQLite database, which is not read from there; give its name");
  }
  if (options.where) {
    return failure(
        ErrorCode::invalid_argument,
        fmt::format("--where is SQL for tables of a database, and {} is a file of text", spoken_name(path)));
  }
  sources::SourceSpec spec{
      .path = path, .header = !options.no_header, .read_again = passes == Passes::several};
  if (options.input) {
    const auto kind = kind_of(*options.input);
    if (!kind) return failure(kind.error());
    spec.kind = *kind;
  }
  if (options.delimiter) {
    const auto delimiter = table_delimiter_of(*options.delimiter);
    if (!delimiter) return failure(delimiter.error());
    spec.delimiter = *delimiter;
  }
  if (sources::kind_of(spec) == sources::SourceKind::jsonl) {
    if (options.no_header) {
      return failure(
          ErrorCode::invalid_argument,
          fmt::format("--no-header is for tables, and {} is read as JSON Lines", spoken_name(path)));
    }
    auto json = json_columns_of(options);
    if (!json) return failure(json.error());
    spec.json = std::move(*json);
  }
  limit_rows(options, spec);
  auto source = sources::open_source(spec);
  if (!source) return failure(source.error());
  const bool chooses = !options.key.empty() || !options.columns.empty();
  if (!(*source)->schema().is_table && (chooses || options.no_header)) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("{} is read as lines, which have no {}; say --input csv, --input tsv or "
                               "--input jsonl if that is what it is",
                               (*source)->name(), chooses ? "columns to choose from" : "header"));
  }
  return source;
}

}  // namespace peel::cli
