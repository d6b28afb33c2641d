#include "cli/filter/key_input.hpp"

#include "cli/input.hpp"
#include "cli/unlike_lines.hpp"
#include "sources/input_file.hpp"
#include "sources/line_source.hpp"
#include "sources/sqlite/location.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace {

bool asks_for_table(const KeyOptions& options) {
  return options.column || (options.input && *options.input != "lines");
}

Result<std::unique_ptr<sources::RowSource>> open_lines(const std::string& path, KeyReading reading) {
  using sources::InputFile;
  const auto passes = reading.passes == Passes::one ? InputFile::Passes::one : InputFile::Passes::several;
  auto file = InputFile::open(path, passes, InputFile::Growth::left_out);
  if (!file) return failure(file.error());
  sources::ReadingLimits limits;
  if (!file->size()) limits.waiting = reading.for_lines_of_pipes;
  auto lines = std::make_unique<sources::LineSource>(std::move(*file), limits);
  if (auto noted = note_unlike_lines(*lines); !noted) return failure(noted.error());
  return lines;
}

}  // namespace

Result<void> check_key_options(const KeyOptions& options) {
  LinePartOptions part = options.part;
  if (options.part.field && options.column)
    return refused("--field is for lines and --column for tables; leave one of them out");
  if (asks_for_table(options)) {
    if (options.part.field)
      return refused(fmt::format("--field is for lines and --input {} for tables; leave one of them out",
                                 *options.input));
    part.delimiter.reset();  // the table's
  } else if (options.part.delimiter && !options.part.field) {
    return refused("--delimiter needs --field or --column, which say what it is between");
  } else if (options.no_header) {
    return refused("--no-header is for tables; give --column, or --input csv or tsv, or leave it out");
  }
  const auto understood = line_part(part);
  if (!understood) return failure(understood.error());
  return {};
}

Result<bool> names_database(const std::string& path, const KeyOptions& options) {
  if (path == "-") return sources::sqlite::begins_like_database(STDIN_FILENO);
  const auto location = database_at(path, {.input = options.input});
  if (!location) return failure(location.error());
  return location->has_value();
}

Result<std::unique_ptr<sources::RowSource>> open_keys(const std::string& path, const KeyOptions& options,
                                                      KeyReading reading) {
  const auto is_database = names_database(path, options);
  if (!is_database) return failure(is_database.error());
  if (*is_database && options.input) {
    return refused(fmt::format("--input {} is for files of text, and {} is a database; leave it out",
                               *options.input, spoken_name(path)));
  }
  if (!*is_database && !asks_for_table(options) && !options.where) return open_lines(path, reading);
  SourceOptions table{.where = options.where,
                      .input = options.input,
                      .delimiter = options.part.delimiter,
                      .no_header = options.no_header};
  if (options.column) table.columns = {*options.column};
  return open_source(path, table, reading.passes);
}

}  // namespace peel::cli
