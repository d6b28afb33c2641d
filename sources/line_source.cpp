#include "sources/line_source.hpp"

#include "sources/byte_search.hpp"

namespace peel::sources {

Result<void> LineSource::take(RowBatch& batch, std::size_t most) {
  for (;;) {
    batch.clear(0);
    Stretch taken;
    while (taken.rows < most && taken.bytes < kBatchBytes) {
      const Ahead ahead = row_at(taken.bytes);
      if (ahead.found != Ahead::Found::row) break;
      if (is_too_long(ahead.raw)) {
        if (batch.empty()) return too_long(line());
        break;
      }
      batch.add_row(ahead.raw, line() + taken.lines);
      taken.bytes += ahead.stretch.bytes;
      ++taken.rows;
      ++taken.lines;
    }
    pass_over(taken);
    if (taken.rows > 0 || at_end()) return {};
    if (auto fetched = fetch(); !fetched) return fetched;
  }
}

bool LineSource::reads_like(const BlockSource& other) const {
  return dynamic_cast<const LineSource*>(&other) != nullptr;
}

BlockSource::Within LineSource::rows_within(std::size_t bytes) const {
  const std::string_view part = unread().substr(0, bytes);
  const std::string_view whole = part.substr(0, part.rfind('\n') + 1);
  const std::uint64_t rows = count_newlines(whole);
  return {{whole.size(), rows, rows}, true};
}

BlockSource::Ahead LineSource::row_at(std::size_t offset) const {
  const std::string_view rest = unread().substr(offset);
  const std::size_t newline = rest.find('\n');
  if (newline != std::string_view::npos) {
    return {Ahead::Found::row, rest.substr(0, newline), {newline + 1, 1, 1}};
  }
  if (!at_end()) return {Ahead::Found::incomplete, {}, {}};
  if (rest.empty()) return {Ahead::Found::end, {}, {}};
  return {Ahead::Found::row, rest, {rest.size(), 1, 1}};
}

}  // namespace peel::sources
