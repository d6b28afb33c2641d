#include "cli/output/json.hpp"
#include "cli/output/quoted.hpp"
#include "cli/present/blob_text.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/present/json_cells.hpp"
#include "sources/json/json_changes.hpp"

#include <fmt/format.h>
#include <optional>
#include <vector>

namespace peel::cli {

namespace {

// What stands between cells, and between a name and its value.
constexpr std::string_view kMarksOfCells = ",\"";
constexpr std::string_view kMarksOfNames = ",\"= ";

class TextWriter : public ChangeWriter {
 public:
  TextWriter(const Terms& terms, TextStyle style, Output& output)
      : terms_(terms), style_(style), output_(output) {}

  void write(const ShownChange& change) override {
    if (style_.line_end == LineEnd::null) return copies(change);
    switch (change.kind) {
      case ChangeKind::removed:
        return line("31", "- " + row(change.left) + times(change.count) + doubt(change));
      case ChangeKind::added:
        return line("32", "+ " + row(change.right) + times(change.count) + doubt(change));
      case ChangeKind::changed:
        return line("33", "~ " + key(change.left) + ": " + changes(change));
      case ChangeKind::moved:
        return line("36", "> " + key(change.left) + " -> " + key(change.right) + times(change.count));
    }
  }

 private:
  void line(const char* colour, const std::string& text) {
    output_.write(style_.colour == Colour::on ? fmt::format("\x1b[{}m{}\x1b[0m\n", colour, text)
                                              : text + "\n");
  }

  // A line as it is, as often as it is there: nothing behind it could be told from it.
  void copies(const ShownChange& change) {
    const std::string text =
        fmt::format("{} {}", sign_of(change.kind), change.row().key.front().payload) + '\0';
    for (std::uint64_t i = 0; i < change.count; ++i) output_.write(text);
  }

  std::string times(std::uint64_t count) const {
    return count == 1 ? "" : fmt::format("  (x{})", style_.number(count));
  }

  static std::string doubt(const ShownChange& change) {
    return change.may_be_changed ? "  (or changed)" : "";
  }

  std::string row(const ShownRow& row) const {
    if (!row.digest.empty()) return fmt::format("[{}]", row.digest);
    if (!terms_.is_table) return line_text(row.key.front().payload, style_.tabs());
    if (!row.values) return key(row);
    if (const auto whole = whole_value(row)) return json_for_eyes(whole->payload);
    return record(cells_for_display(row, terms_));
  }

  // Of JSON that is compared as a whole: the line.
  std::optional<rows::Cell> whole_value(const ShownRow& row) const {
    if (!is_whole_json(terms_)) return std::nullopt;
    return row.values && !row.values->empty() ? row.values->back() : row.key.back();
  }

  // "id=7, day=monday"
  std::string key(const ShownRow& row) const {
    if (!row.digest.empty()) return fmt::format("[{}]", row.digest);
    std::string text;
    for (std::size_t i = 0; i < row.key.size(); ++i) {
      text += fmt::format("{}{}={}", i > 0 ? ", " : "", name_text(i), cell(row.key[i]));
    }
    return text;
  }

  // "price 10 -> 12, name apple -> pear"
  std::string changes(const ShownChange& change) const {
    const auto& left = change.left.values;
    const auto& right = change.right.values;
    if (!left && !right) return "? -> ?";
    if (!left) return "? -> " + record(*right);
    if (!right) return record(*left) + " -> ?";
    std::string text;
    for (std::size_t i = 0; i < left->size(); ++i) {
      if (change.is_same.empty() ? (*left)[i] == (*right)[i] : change.is_same[i]) continue;
      const std::size_t column = terms_.columns.key_columns + i;
      if (!text.empty()) text += ", ";
      if (is_whole_json(terms_, column)) {
        text += changes_inside((*left)[i].payload, (*right)[i].payload, terms_.columns.names[column]);
      } else {
        text += fmt::format("{} {} -> {}", name_text(column), spoken((*left)[i]), spoken((*right)[i]));
      }
    }
    return text;
  }

  // "price 10 -> 12, tags[2] "a" -> missing"
  std::string changes_inside(std::string_view left, std::string_view right, std::string_view column) const {
    std::string text;
    const sources::PathChanges changes = sources::changed_paths(left, right, column);
    for (const sources::PathChange& change : changes.shown) {
      text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", word_text(change.path, kMarksOfNames),
                          json_for_eyes(spoken_part(change.left)), json_for_eyes(spoken_part(change.right)));
    }
    if (changes.not_shown > 0) text += fmt::format(", and {} more", style_.number(changes.not_shown));
    return text;
  }

  std::string name_text(std::size_t column) const {
    return word_text(terms_.columns.names[column], kMarksOfNames);
  }

  std::string record(const std::vector<rows::Cell>& cells) const {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) text += ',';
      text += cell(cells[i]);
    }
    // A line without anything would be one empty cell, which NULL is too where there are types.
    return text.empty() && cells.size() == 1 && terms_.typing == Typing::text ? "\"\"" : text;
  }

  // Text is in quotes where it could be taken for something else: NULL, what is not known, a number, a blob.
  std::string cell(const rows::Cell& cell) const {
    if (terms_.is_json) return json_for_eyes(json_text_of(cell));
    if (cell.tag == rows::CellTag::blob) return blob_text(cell.payload);
    if (cell.tag != rows::CellTag::text) return rows::text_of(cell);
    const std::string_view text = cell.payload;
    if (text.empty()) return terms_.typing == Typing::text ? "" : "\"\"";
    const bool is_number = terms_.typing == Typing::strict && rows::number_in(cell);
    if (is_number || text == "NULL" || text == "?" || text.starts_with("x'")) return in_quotes(text);
    return word_text(text, kMarksOfCells);
  }

  std::string spoken(const rows::Cell& value) const {
    if (terms_.is_json) return cell(value);
    if (value.is_null() || value.is_missing()) return "NULL";
    return value.payload.empty() && value.tag == rows::CellTag::text ? "\"\"" : cell(value);
  }

  const Terms& terms_;
  TextStyle style_;
  Output& output_;
};

}  // namespace

std::unique_ptr<ChangeWriter> text_writer(const Terms& terms, TextStyle style, Output& output) {
  if (style.reader == Reader::person && terms.is_table) return terminal_writer(terms, style, output);
  return std::make_unique<TextWriter>(terms, style, output);
}

}  // namespace peel::cli
