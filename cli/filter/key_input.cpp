#include "cli/filter/key_input.hpp"

#include "peel/rows/columns.hpp"

#include "cli/missing_column.hpp"
#include "cli/numbers.hpp"
#include "cli/source_options.hpp"
#include "cli/unlike_lines.hpp"
#include "sources/input_file.hpp"
#include "sources/line_source.hpp"
#include "sources/sqlite/location.hpp"

#include <fmt/format.h>
#include <memory>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace {

using Rows = Result<std::unique_ptr<rows::RowSource>>;

Rows open_lines(const std::string& path, KeyReading reading) {
  using sources::InputFile;
  const auto passes =
      reading.passes == sources::Passes::one ? InputFile::Passes::one : InputFile::Passes::several;
  auto file = InputFile::open(path, passes, InputFile::Growth::left_out);
  if (!file) return failure(file.error());
  sources::ReadingLimits limits;
  if (!file->size()) limits.waiting = reading.for_lines_of_pipes;
  auto lines = std::make_unique<sources::LineSource>(std::move(*file), limits);
  if (auto noted = note_unlike_lines(*lines); !noted) return failure(noted.error());
  return lines;
}

Rows open_key_rows(const sources::Argument& argument, const KeyOptions& options, KeyReading reading) {
  const bool is_database = argument.kind == sources::Argument::Kind::database;
  if (is_database && options.input) {
    return refused(fmt::format("--input {} is for files of text, and {} is a database; leave it out",
                               *options.input, argument.name()));
  }
  if (!is_database && !options.ask_for_table() && !options.where) return open_lines(argument.path, reading);
  SourceOptions table{.where = options.where,
                      .input = options.input,
                      .delimiter = options.part.delimiter,
                      .no_header = options.no_header};
  if (options.column) table.columns = {*options.column};
  return open_source(argument.given, table, reading.passes);
}

Result<std::uint32_t> column_of(const rows::RowSource& source, const KeyOptions& options) {
  const auto& columns = source.schema().columns;
  if (!options.column) {
    if (columns.size() == 1) return 0U;
    return failure(
        ErrorCode::invalid_argument,
        fmt::format("{} is a table of {} columns; say with --column which one holds the keys{}",
                    source.name(), columns.size(), source.schema().is_typed() ? "" : ", or --input lines"));
  }
  const auto party = reconcile::Party::of(source);
  if (!has_column(party, *options.column)) return missing_column(party, *options.column);
  const auto chosen = rows::choose_columns({source.name(), columns}, {.key = {*options.column}});
  if (!chosen) return failure(chosen.error());
  return *rows::ColumnPlaces(columns).find(chosen->names.front());
}

Result<sources::RowKeys> keys_of(const rows::RowSource& source, const KeyOptions& options) {
  LinePartOptions typed = options.part;
  std::optional<std::uint32_t> column;
  if (source.schema().is_table) {
    const auto found = column_of(source, options);
    if (!found) return failure(found.error());
    column = *found;
    if (!typed.field) typed.delimiter.reset();
  }
  const auto part = line_part(typed);
  if (!part) return failure(part.error());
  return sources::RowKeys(*part, column);
}

}  // namespace

Result<sources::Argument> key_argument(const std::string& path, const KeyOptions& options) {
  if (path != "-") {
    sources::Reading reading;
    if (options.input) reading.kind = sources::SourceKind::lines;  // whichever: the name says nothing then
    return sources::classify(path, reading);
  }
  const bool is_database = sources::sqlite::begins_like_database(STDIN_FILENO);
  return sources::Argument{
      .kind = is_database ? sources::Argument::Kind::database : sources::Argument::Kind::text,
      .given = path,
      .path = path};
}

Result<sources::OpenKeys> open_keys(const sources::Argument& argument, const KeyOptions& options,
                                    KeyReading reading) {
  auto rows = open_key_rows(argument, options, reading);
  if (!rows) return failure(rows.error());
  const auto keys = keys_of(**rows, options);
  if (!keys) return failure(keys.error());
  return sources::OpenKeys{std::move(*rows), *keys};
}

}  // namespace peel::cli
