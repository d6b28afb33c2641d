#include "cli/top/screen.hpp"

#include "cli/terminal.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace {

constexpr std::string_view kHideCursor = "\x1b[?25l";
constexpr std::string_view kShowCursor = "\x1b[?25h";
constexpr std::string_view kEraseToEndOfLine = "\x1b[K";
constexpr std::string_view kEraseBelow = "\x1b[J";

}  // namespace

Screen::~Screen() {
  try {
    leave();
  } catch (const std::exception&) {
    return;  // the terminal is gone, and with it the cursor
  }
}

void Screen::draw(std::vector<TableRow> lines) {
  std::string text = way_up();
  if (!std::exchange(is_cursor_hidden_, true)) text += kHideCursor;
  for (const TableRow& line : lines) text.append(line.text).append(kEraseToEndOfLine).append("\n");
  text += kEraseBelow;
  output_.write(text);
  output_.finish();
  drawn_ = std::move(lines);
}

void Screen::erase() {
  output_.write(way_up().append(kEraseBelow));
  output_.finish();
  drawn_.clear();
}

void Screen::leave() {
  drawn_.clear();
  if (!std::exchange(is_cursor_hidden_, false)) return;
  output_.write(kShowCursor);
  output_.finish();
}

// A terminal that became narrower has wrapped what was drawn.
std::string Screen::way_up() const {
  const std::size_t columns = terminal_size(STDOUT_FILENO).columns;
  std::size_t rows = 0;
  for (const TableRow& line : drawn_)
    rows += std::max<std::size_t>(1, (line.columns + columns - 1) / columns);
  return rows == 0 ? "" : fmt::format("\x1b[{}F", rows);
}

}  // namespace peel::cli
