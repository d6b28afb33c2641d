#include "sources/text/file_head.hpp"

#include "sources/text/record_text.hpp"

#include <cstddef>

namespace peel::sources {

namespace {

struct Head {
  std::string_view before;  // a byte order mark and empty lines
  std::string_view record;  // the header
  std::string_view end;     // of its line
};

Head head_in(std::string_view text) {
  std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  for (;;) {
    const std::string_view rest = text.substr(begin);
    const std::size_t empty_line = rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') ? 1 : 0;
    if (empty_line == 0) break;
    begin += empty_line;
  }
  const std::string_view line = text.substr(begin);
  const std::size_t end = line.ends_with("\r\n") ? 2 : line.ends_with('\n') ? 1 : 0;
  return {text.substr(0, begin), line.substr(0, line.size() - end), line.substr(line.size() - end)};
}

}  // namespace

bool is_blank(const rows::Schema& schema) {
  return schema.is_table && schema.columns.empty();
}

Result<void> put_head(std::string_view text, const rows::RowSource& source, const RecordMaker& maker,
                      RecordOutput& output) {
  const Head head = head_in(text);
  if (is_blank(source.schema())) {
    // Empty lines are not kept: they would become rows of a table with one column.
    const std::size_t mark = head.before.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    if (auto put = output.put(text.substr(0, mark)); !put) return put;
    return maker.missing_header() ? output.append(*maker.missing_header()) : Result<void>();
  }
  if (auto put = output.put(head.before); !put) return put;
  return head.record.empty() ? Result<void>() : output.keep(head.record, head.end);
}

}  // namespace peel::sources
