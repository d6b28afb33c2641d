#include "sources/json/json_source.hpp"

#include "peel/rows/columns.hpp"

#include <algorithm>
#include <utility>

namespace peel::sources {

namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// What stands in the key and cannot.
std::string unfit(std::string_view canonical) {
  return canonical.starts_with('{') ? "an object" : "an array";
}

// What an object has instead of a part that is not there, as far as a sentence has room: ", but id and
// price".
std::string members_of(std::string_view object) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> names;
  JsonReader reader(object);
  for (JsonToken token = reader.next(); token != JsonToken::end && token != JsonToken::fault;
       token = reader.next()) {
    if (token != JsonToken::name || reader.depth() != 1) continue;
    names.emplace_back(reader.raw());
    if (names.size() == kMost) break;
  }
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    list += (i == 0 ? ", but " : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return list;
}

}  // namespace

JsonSource::JsonSource(InputFile file, ReadingLimits limits, const JsonColumns& columns, JsonPathTree paths)
    : BlockSource(std::move(file), limits),
      schema_{.is_table = true,
              .columns = columns.columns,
              .has_names = true,
              .types = std::vector<rows::ColumnType>(columns.columns.size(), rows::ColumnType::json),
              .has_paths = true},
      key_columns_(columns.key_columns),
      values_(std::move(paths), columns.columns.size()) {}

Result<std::unique_ptr<RowSource>> JsonSource::open(InputFile file, ReadingLimits limits,
                                                    const JsonColumns& columns) {
  JsonPathTree paths;
  for (std::uint32_t column = 0; column < columns.columns.size(); ++column) {
    const std::string& name = columns.columns[column];
    if (!rows::is_whole_column(name) || column < columns.key_columns) {
      const auto path = JsonPath::parse(name);
      if (!path) return failure(path.error());
      paths.add_column(*path, column);
    }
    for (const std::string& part : parts_left_out(name)) {
      const auto left_out = JsonPath::parse(part);
      if (!left_out) return failure(left_out.error());
      paths.ignore(*left_out);
    }
  }
  std::unique_ptr<JsonSource> source(new JsonSource(std::move(file), limits, columns, std::move(paths)));
  if (auto passed = source->pass_byte_order_mark(); !passed) return failure(passed.error());
  return source;
}

std::vector<std::string> JsonSource::columns_not_found() const {
  std::vector<std::string> names;
  for (std::size_t column = key_columns_; column < schema_.columns.size(); ++column) {
    const std::string& name = schema_.columns[column];
    if (!rows::is_whole_column(name) && !values_.was_found(column)) names.push_back(name);
    for (const std::string& part : parts_left_out(name)) {
      const auto path = JsonPath::parse(part);
      if (path && !values_.was_left_out(*path)) names.push_back(part);
    }
  }
  return names;
}

Result<void> JsonSource::take(RowBatch& batch, std::size_t most) {
  for (;;) {
    batch.clear_typed(schema_.columns.size());
    Stretch taken;
    while (taken.rows < most && taken.bytes < kBatchBytes && batch.kept_bytes() < kBatchBytes) {
      const Ahead ahead = line_at(taken.bytes);
      if (ahead.found != Ahead::Found::row) {
        if (batch.empty()) pass_over({ahead.stretch.bytes, 0, ahead.stretch.lines});  // blank lines
        break;
      }
      const std::uint64_t line = this->line() + taken.lines + ahead.stretch.lines - 1;
      if (is_too_long(ahead.raw)) {
        if (batch.empty()) return too_long(line);
        break;
      }
      if (const auto fault = fault_of(ahead.raw)) {
        if (batch.empty()) return fault_in_line(ErrorCode::malformed, line, *fault);
        break;
      }
      add_row(ahead.raw, line, batch);
      taken.bytes += ahead.stretch.bytes;
      taken.lines += ahead.stretch.lines;
      ++taken.rows;
    }
    pass_over(taken);
    if (taken.rows > 0 || at_end()) return {};
    if (auto fetched = fetch(); !fetched) return fetched;
  }
}

void JsonSource::add_row(std::string_view raw, std::uint64_t line, RowBatch& batch) const {
  for (std::size_t column = 0; column < schema_.columns.size(); ++column) {
    const bool is_whole = column >= key_columns_ && rows::is_whole_column(schema_.columns[column]);
    batch.add_cell(is_whole ? rows::Cell{rows::CellTag::json, values_.canonical()} : values_.part(column));
  }
  batch.add_row(raw, line);
}

std::optional<std::string> JsonSource::fault_of(std::string_view line) const {
  if (const auto fault = values_.read(line)) return fault->sentence();
  for (std::size_t column = 0; column < key_columns_; ++column) {
    const rows::Cell cell = values_.part(column);
    const std::string& path = schema_.columns[column];
    if (cell.is_missing())
      return "there is no " + path + ", which is in the key" + members_of(line) +
             "; accepted are values that all have it";
    if (cell.tag == rows::CellTag::json && (cell.payload.front() == '{' || cell.payload.front() == '[')) {
      return path + " is " + unfit(cell.payload) +
             ", which cannot be in the key; accepted are text, numbers, true, false and null";
    }
  }
  return std::nullopt;
}

bool JsonSource::reads_like(const BlockSource& other) const {
  const auto* const json = dynamic_cast<const JsonSource*>(&other);
  return json != nullptr && json->schema_.columns == schema_.columns && json->key_columns_ == key_columns_;
}

// Lines that both sides have are read as well, so that what is no JSON is refused wherever it stands.
BlockSource::Within JsonSource::rows_within(std::size_t bytes) const {
  const std::string_view part = unread().substr(0, bytes);
  Within within;
  for (;;) {
    const std::size_t end = part.find('\n', within.rows.bytes);
    if (end == std::string_view::npos) return within;
    const std::string_view line = part.substr(within.rows.bytes, end - within.rows.bytes);
    if (!is_blank(line)) {
      if (fault_of(line)) {
        within.is_readable = false;
        return within;
      }
      ++within.rows.rows;
    }
    within.rows.bytes = end + 1;
    ++within.rows.lines;
  }
}

BlockSource::Ahead JsonSource::row_at(std::size_t offset) const {
  Ahead ahead = line_at(offset);
  if (ahead.found == Ahead::Found::row && fault_of(ahead.raw)) ahead.found = Ahead::Found::unreadable;
  return ahead;
}

// The next line that is not blank, readable or not. Behind blank lines there may be none.
BlockSource::Ahead JsonSource::line_at(std::size_t offset) const {
  const std::string_view rest = unread().substr(offset);
  Stretch passed;
  for (;;) {
    const std::size_t newline = rest.find('\n', passed.bytes);
    const bool is_last = newline == std::string_view::npos;
    if (is_last && !at_end()) return {Ahead::Found::incomplete, {}, passed};
    std::string_view line = rest.substr(passed.bytes, is_last ? newline : newline - passed.bytes);
    if (is_last && is_blank(line)) return {Ahead::Found::end, {}, passed};
    passed.bytes = is_last ? rest.size() : newline + 1;
    ++passed.lines;
    if (is_blank(line)) continue;
    if (line.ends_with('\r')) line.remove_suffix(1);
    passed.rows = 1;
    return {Ahead::Found::row, line, passed};
  }
}

}  // namespace peel::sources
