// Rows of a table for people, on a terminal: columns below each other if they fit, and else the key and what
// changed, cell by cell. The first changes wait until there are enough to see how wide columns are.
#include "cli/output/display_width.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/present/json_cells.hpp"
#include "cli/present/terminal_row.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

constexpr std::size_t kMostWaiting = 200;                        // changes
constexpr std::size_t kMostWaitingBytes = std::size_t{1} << 20;  // of their text
constexpr std::size_t kWidestKey = 40;                           // columns that shorter keys are padded to
constexpr std::string_view kGap = "  ";
constexpr std::string_view kArrow = " -> ";

class TerminalWriter : public ChangeWriter {
 public:
  TerminalWriter(const Terms& terms, TextStyle style, Output& output)
      : terms_(terms), style_(style), output_(output) {
    for (const std::size_t column : terms.display) names_.push_back(printable_name(terms, column));
  }

  void write(const ShownChange& change) override {
    TerminalRow row = terminal_row(change, terms_);
    if (has_layout_) return show(row);
    waiting_bytes_ += row.bytes();
    waiting_.push_back(std::move(row));
    if (waiting_.size() == kMostWaiting || waiting_bytes_ >= kMostWaitingBytes) flush();
  }

  void flush() override {
    if (waiting_.empty()) return;
    if (!has_layout_) choose_layout();
    for (const TerminalRow& row : waiting_) show(row);
    waiting_.clear();
  }

  void end(const DiffSummary&) override { flush(); }

 private:
  static std::size_t width_of(const TerminalCell& cell) {
    return display_width(cell.text) +
           (cell.is_edited ? kArrow.size() + display_width(cell.new_text) : std::size_t{0});
  }

  void choose_layout() {
    has_layout_ = true;
    // Parts of JSON values have paths of their own, and no columns.
    const bool has_columns = !is_whole_json(terms_);
    for (const std::string& name : names_) widths_.push_back(display_width(name));
    std::size_t widest_suffix = 0;
    for (const TerminalRow& row : waiting_) {
      key_width_ = std::min(kWidestKey, std::max(key_width_, display_width(row.key)));
      widest_suffix = std::max(widest_suffix, row.suffix.size());
      for (std::size_t i = 0; has_columns && i < row.cells.size(); ++i)
        widths_[i] = std::max(widths_[i], width_of(row.cells[i]));
    }
    std::size_t total = widest_suffix;  // and for each column a gap; the sign takes two before the first
    for (const std::size_t width : widths_) total += width + kGap.size();
    is_grid_ = has_columns && total <= style_.columns;
    if (!is_grid_) return;
    std::string head(kGap);
    for (std::size_t i = 0; i < names_.size(); ++i) head += padded(names_[i], display_width(names_[i]), i);
    line(coloured("1", head));
  }

  void show(const TerminalRow& row) {
    if (!row.digest.empty())
      return line(coloured(row.colour(), fmt::format("{} [{}]{}", row.sign, row.digest, row.suffix)));
    is_grid_ ? show_in_grid(row) : show_in_list(row);
  }

  void show_in_grid(const TerminalRow& row) {
    std::string text = coloured(row.colour(), std::string(1, row.sign) + " ");
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const TerminalCell& cell = row.cells[i];
      text += padded(in_colours(row, cell), width_of(cell), i);
    }
    line(text + faint(row.suffix));
  }

  // "~ id=2  price  1.50 -> 1.60", more cells below the first.
  void show_in_list(const TerminalRow& row) {
    std::string start = coloured(row.colour(), fmt::format("{} {}", row.sign, row.key));
    const std::size_t key_width = std::max(key_width_, display_width(row.key));
    start.append(key_width - display_width(row.key), ' ');
    const std::size_t room = style_.columns - std::min(style_.columns, 2 + key_width + kGap.size());
    if (!row.has_edits())
      return line(start + std::string(kGap) + coloured(row.colour(), cut(named_cells(row), room)) +
                  faint(row.suffix));
    std::size_t name_width = 0;
    for (const TerminalCell& cell : row.cells)
      if (cell.is_edited) name_width = std::max(name_width, display_width(cell.name));
    const std::size_t rest = room - std::min(room, name_width + kGap.size());
    for (const TerminalCell& cell : row.cells) {
      if (!cell.is_edited) continue;
      const std::string name = cell.name + std::string(name_width - display_width(cell.name), ' ');
      line(fmt::format("{}{}{}{}{}", start, kGap, name, kGap, edited(cell, rest)));
      start = std::string(2 + key_width, ' ');
    }
  }

  // Old and new, cut where they do not fit, but not before the place where they begin to differ.
  std::string edited(const TerminalCell& cell, std::size_t room) const {
    constexpr std::size_t kLeast = 16;  // columns that tell anything; beyond the edge rather than fewer
    room = std::max(room, 2 * kLeast + kArrow.size());
    const std::size_t half = (room - kArrow.size()) / 2;
    if (!style_.is_terminal || width_of(cell) <= room) return old_and_new(cell.text, cell.new_text);
    // What the shorter one does not need, the other may have.
    const std::size_t of_old =
        std::max(half, room - kArrow.size() - std::min(half, display_width(cell.new_text)));
    const std::size_t of_new =
        std::max(half, room - kArrow.size() - std::min(half, display_width(cell.text)));
    const std::size_t from = before_difference(cell.text, cell.new_text, half / 2);
    const auto part = [from](const std::string& text, std::size_t columns) {
      return cut_to_width((from > 0 ? "..." : "") + text.substr(std::min(from, text.size())), columns);
    };
    return old_and_new(part(cell.text, of_old), part(cell.new_text, of_new));
  }

  std::string named_cells(const TerminalRow& row) const {
    std::string text;
    for (const TerminalCell& cell : row.cells) {
      if (cell.is_key) continue;
      text += fmt::format("{}{}{}", text.empty() ? "" : kGap, cell.name.empty() ? "" : cell.name + "=",
                          cell.text);
    }
    return text;
  }

  std::string cut(const std::string& text, std::size_t room) const {
    return style_.is_terminal ? cut_to_width(text, std::max<std::size_t>(room, 20)) : text;
  }

  std::string in_colours(const TerminalRow& row, const TerminalCell& cell) const {
    if (cell.is_edited) return old_and_new(cell.text, cell.new_text);
    return row.has_edits() ? cell.text : coloured(row.colour(), cell.text);
  }

  std::string old_and_new(const std::string& old, const std::string& now) const {
    return coloured("31", old) + faint(std::string(kArrow)) + coloured("32", now);
  }

  std::string padded(std::string text, std::size_t width, std::size_t column) const {
    if (column + 1 == names_.size()) return text;
    return text.append(widths_[column] - std::min(widths_[column], width), ' ').append(kGap);
  }

  std::string faint(const std::string& text) const { return coloured("2", text); }
  std::string coloured(const char* code, const std::string& text) const {
    return style_.colour == Colour::on && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  void line(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    output_.write(text + "\n");
  }

  const Terms& terms_;
  TextStyle style_;
  Output& output_;
  std::vector<std::string> names_;  // as LEFT orders the columns
  std::vector<TerminalRow> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool has_layout_ = false;
  bool is_grid_ = false;
  std::vector<std::size_t> widths_;
  std::size_t key_width_ = 0;
};

}  // namespace

std::unique_ptr<ChangeWriter> terminal_writer(const Terms& terms, TextStyle style, Output& output) {
  return std::make_unique<TerminalWriter>(terms, style, output);
}

}  // namespace peel::cli
