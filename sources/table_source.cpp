#include "sources/table_source.hpp"

#include <algorithm>
#include <map>

namespace peel::sources {

namespace {

using Found = RecordScanner::Found;

constexpr std::size_t kMaxColumns = 65'536;

std::string counted(std::size_t count, const std::string& one) {
  return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

// A byte between single quotes, or its number where that would not be seen.
std::string shown(char byte) {
  if (byte > ' ' && byte <= '~') return std::string("'") + byte + '\'';
  constexpr const char* kDigits = "0123456789abcdef";
  const auto number = static_cast<unsigned char>(byte);
  return std::string("byte 0x") + kDigits[number >> 4] + kDigits[number & 15];
}

// Whether a line without quotes is a table if CR ends lines: two records or more, each of the same two fields
// or more.
bool is_table_of_cr_lines(std::string_view line, char delimiter) {
  if (line.find('"') != std::string_view::npos) return false;
  std::size_t records = 0;
  std::ptrdiff_t delimiters = 0;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find('\r'), line.size());
    const auto here = std::ranges::count(line.substr(0, end), delimiter);
    if (here == 0 || (records > 0 && here != delimiters)) return false;
    delimiters = here;
    ++records;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return records > 1;
}

}  // namespace

TableSource::TableSource(InputFile file, ReadingLimits limits, char delimiter, Header header)
    : BlockSource(std::move(file), limits),
      schema_{true, {}, header == Header::present},
      dialect_{delimiter, 0, limits.row_bytes} {}

Result<std::unique_ptr<RowSource>> TableSource::open(InputFile file, ReadingLimits limits, char delimiter,
                                                     Header header) {
  std::unique_ptr<TableSource> source(new TableSource(std::move(file), limits, delimiter, header));
  if (auto read = source->read_schema(); !read) return failure(read.error());
  return source;
}

Result<void> TableSource::read_schema() {
  if (auto passed = pass_byte_order_mark(); !passed) return passed;
  for (;;) {
    RecordScanner scanner(unread(), tail(), dialect_, line());
    const Found found = scanner.next(nullptr);
    if (found == Found::incomplete) {
      if (auto fetched = fetch(); !fetched) return fetched;
      continue;
    }
    if (found != Found::record && found != Found::end) return fault(found, scanner);
    const bool is_one_line = at_end() && scanner.consumed() == unread().size();
    if (found == Found::record && schema_.has_names && is_one_line &&
        is_table_of_cr_lines(scanner.raw(), dialect_.delimiter)) {
      return failure(
          ErrorCode::malformed,
          name() + ": its lines end in CR alone; accepted are LF and CRLF, as tr '\\r' '\\n' makes them");
    }
    if (found == Found::record) {
      if (auto named = name_columns(scanner); !named) return named;
    }
    // Without header the first record is a row.
    if (found == Found::end || schema_.has_names) pass_over({scanner.consumed(), 0, scanner.line() - line()});
    rows_begin_ = offset();
    rows_line_ = line();
    return {};
  }
}

Result<void> TableSource::name_columns(const RecordScanner& header) {
  const std::size_t count = header.field_count();
  if (count > kMaxColumns) {
    return fault_in_line(ErrorCode::limit_exceeded, header.record_line(),
                         counted(count, "column") + "; at most " + std::to_string(kMaxColumns) + " are read");
  }
  dialect_.columns = count;
  first_record_line_ = header.record_line();
  if (!schema_.has_names) {
    for (std::size_t column = 1; column <= count; ++column) schema_.columns.push_back(std::to_string(column));
    return {};
  }
  RowBatch batch;
  batch.clear(count);
  RecordScanner again(unread().substr(header.raw_begin()), tail(), dialect_, header.record_line());
  again.next(&batch);
  batch.add_row(again.raw(), again.record_line());
  batch.finish();
  std::map<std::string_view, std::size_t> numbers;
  for (const std::string_view name : batch.fields(0)) {
    schema_.columns.emplace_back(name);
    const auto [known, is_new] = numbers.emplace(name, schema_.columns.size());
    if (!is_new) {
      return fault_in_line(ErrorCode::malformed, again.record_line(),
                           "columns " + std::to_string(known->second) + " and " +
                               std::to_string(schema_.columns.size()) + " are both named '" +
                               std::string(name) + "'; each name may stand once");
    }
  }
  return {};
}

Result<void> TableSource::find_first_row() {
  pass_over({0, 0, rows_line_ - line()});
  for (std::uint64_t before = rows_begin_; before > 0 && !(at_end() && unread().empty());) {
    if (unread().empty()) {
      if (auto fetched = fetch(); !fetched) return fetched;
    }
    const std::size_t here = static_cast<std::size_t>(std::min<std::uint64_t>(before, unread().size()));
    pass_over({here, 0, 0});
    before -= here;
  }
  return {};
}

Result<void> TableSource::take(RowBatch& batch, std::size_t most) {
  for (;;) {
    batch.clear(dialect_.columns);
    RecordScanner scanner(unread(), tail(), dialect_, line());
    Found found = Found::record;
    while (batch.size() < most && scanner.consumed() < kBatchBytes) {
      found = scanner.next(&batch);
      if (found != Found::record) break;
      batch.add_row(scanner.raw(), scanner.record_line());
    }
    batch.drop_row();
    batch.finish();
    pass_over({scanner.consumed(), batch.size(), scanner.line() - line()});
    if (!batch.empty() || found == Found::end) return {};
    if (found != Found::incomplete) return fault(found, scanner);
    if (auto fetched = fetch(); !fetched) return fetched;
  }
}

bool TableSource::reads_like(const BlockSource& other) const {
  const auto* table = dynamic_cast<const TableSource*>(&other);
  return table != nullptr && table->dialect_.delimiter == dialect_.delimiter &&
         table->schema_.has_names == schema_.has_names && table->schema_.columns == schema_.columns;
}

BlockSource::Within TableSource::rows_within(std::size_t bytes) const {
  RecordScanner scanner(unread().substr(0, bytes), Tail::more_may_come, dialect_, line());
  Within within;
  Found found = scanner.next(nullptr);
  for (; found == Found::record; found = scanner.next(nullptr)) ++within.rows.rows;
  within.rows.bytes = scanner.consumed();
  within.rows.lines = scanner.line() - line();
  within.is_readable = found == Found::incomplete;
  return within;
}

BlockSource::Ahead TableSource::row_at(std::size_t offset) const {
  RecordScanner scanner(unread().substr(offset), tail(), dialect_, 0);
  switch (scanner.next(nullptr)) {
    case Found::record:
      return {Ahead::Found::row, scanner.raw(), {scanner.consumed(), 1, scanner.line()}};
    case Found::end:
      return {Ahead::Found::end, {}, {}};
    case Found::incomplete:
      return {Ahead::Found::incomplete, {}, {}};
    default:
      return {Ahead::Found::unreadable, {}, {}};
  }
}

tl::unexpected<Error> TableSource::fault(Found found, const RecordScanner& scanner) const {
  const auto malformed = [&](const std::string& what) {
    return fault_in_line(ErrorCode::malformed, scanner.fault_line(), what);
  };
  if (found == Found::ragged) {
    const std::string pattern =
        schema_.has_names ? "the header" : "line " + std::to_string(first_record_line_);
    return malformed(counted(scanner.field_count(), "field") + " where " + pattern + " has " +
                     std::to_string(dialect_.columns));
  }
  if (found == Found::too_long) return too_long(scanner.fault_line());
  if (found == Found::never_closed) {
    return malformed("the quote of a quoted field that begins here is never closed");
  }
  return malformed(shown(scanner.scanned()[scanner.offender()]) +
                   " after a closing quote, where only the delimiter " + shown(dialect_.delimiter) +
                   " or the end of the line may stand");
}

}  // namespace peel::sources
