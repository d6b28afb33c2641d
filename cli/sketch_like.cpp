#include "cli/sketch_like.hpp"

#include "peel/reconcile/terms.hpp"
#include "peel/rows/columns.hpp"

#include "cli/missing_column.hpp"
#include "cli/output/printable.hpp"
#include "cli/unlike_lines.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

using reconcile::Terms;

bool holds_json(const Terms& terms) {
  return std::ranges::find(terms.types, rows::ColumnType::json) != terms.types.end();
}

// How the sketch says that sources are to be read.
Result<SourceOptions> options_like(const reconcile::SketchEndpoint& like, const SourceOptions& given) {
  const SketchDescription& description = *like.sketched();
  const bool is_table = description.is_table();
  const auto contradiction = [&like](const std::string& option, const std::string& truth) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{}: the sketch {} {}; leave the option out", option, like.name(), truth));
  };
  if (!given.columns.empty()) return contradiction("--columns", "says which columns count");
  if (!given.ignore.empty()) return contradiction("--ignore", "says which columns count");
  if (!given.map.empty()) return contradiction("--map", "says what the columns are called");
  if (!given.tolerance.empty())
    return contradiction("--tolerance", "has values as they are, and not rounded");
  if (!given.key.empty()) {
    const std::vector<std::string> key(description.columns.begin(),
                                       description.columns.begin() + description.key_columns);
    if (given.key != key) {
      return contradiction(fmt::format("--key {}", fmt::join(given.key, ",")),
                           key.empty() ? "was made without a key"
                                       : fmt::format("was made with --key {}", fmt::join(key, ",")));
    }
  }
  if (!is_table && given.input && *given.input != "lines") {
    return contradiction("--input " + *given.input, "is of lines");
  }
  if (!is_table && given.delimiter) return contradiction("--delimiter", "is of lines");
  if (given.no_header && (!is_table || description.has_header)) {
    return contradiction("--no-header", is_table ? "is of a table with a header" : "is of lines");
  }
  SourceOptions options{.where = given.where,
                        .timeout = given.timeout,
                        .input = is_table ? given.input : "lines",
                        .delimiter = given.delimiter,
                        .json = sources::JsonColumns{description.columns, description.key_columns}};
  options.no_header = is_table && !description.has_header;
  return options;
}

bool covers_whole_values(const reconcile::SketchEndpoint& like) {
  return reconcile::terms_of(*like.sketched()).is_json &&
         std::ranges::any_of(like.sketched()->columns, rows::is_whole_column);
}

void note_columns_not_covered(const rows::RowSource& source, const reconcile::SketchEndpoint& like) {
  const rows::ColumnPlaces covered(like.sketched()->columns);
  std::vector<std::string> missing;
  for (const std::string& name : source.schema().columns) {
    if (!covered.find(name)) missing.push_back(name);
  }
  if (missing.empty()) return;
  const std::string note = fmt::format("note: the sketch {} does not cover these columns of {}: {}",
                                       like.name(), source.name(), fmt::join(missing, ", "));
  std::fprintf(stderr, "%s\n", printable(note).c_str());
}

void note_json_beside_table(const std::string& json, const std::string& table) {
  const std::string note = fmt::format(
      "note: {} is JSON and {} is a table, which tells null, missing, true and text like a number apart in "
      "other ways: more rows may seem changed than did; without a sketch peel diff reads both alike",
      json, table);
  std::fprintf(stderr, "%s\n", printable(note).c_str());
}

}  // namespace

Result<void> check_options(const reconcile::SketchEndpoint& like, const SourceOptions& given) {
  const auto options = options_like(like, given);
  if (!options) return failure(options.error());
  return {};
}

Result<std::unique_ptr<rows::RowSource>> open_rows_like(const reconcile::SketchEndpoint& like,
                                                        const sources::Argument& argument,
                                                        const SourceOptions& given, sources::Passes passes) {
  const auto options = options_like(like, given);
  if (!options) return failure(options.error());
  auto opened = open_source(argument.given, *options, passes);
  if (!opened) return opened;
  rows::RowSource& source = **opened;
  if (auto noted = note_unlike_lines(source); !noted) return failure(noted.error());
  const Terms terms = reconcile::terms_of(*like.sketched());
  if (terms.is_table && !source.schema().is_table) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} is read as lines and the sketch {} is of a table; say --input csv, tsv or jsonl",
                    source.name(), like.name()));
  }
  if (covers_whole_values(like) && !source.schema().has_paths) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("the sketch {} is of whole values of JSON Lines, and {} is none; say --input jsonl, "
                    "or make the sketch with --columns to compare it with a table",
                    like.name(), source.name()));
  }
  if (const bool is_of_json = holds_json(terms); is_of_json != source.schema().has_paths)
    note_json_beside_table(is_of_json ? like.name() : source.name(),
                           is_of_json ? source.name() : like.name());
  if (const auto missing =
          reconcile::missing_column(reconcile::Party::of(source), terms, reconcile::Side::left))
    return missing_column(reconcile::Party::of(source), *missing);
  if (terms.is_table) note_columns_not_covered(source, like);
  return opened;
}

}  // namespace peel::cli
