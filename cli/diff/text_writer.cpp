#include "cli/diff/blob_text.hpp"
#include "cli/diff/change_writer.hpp"
#include "cli/diff/json_cells.hpp"
#include "cli/numbers.hpp"
#include "cli/output/csv.hpp"
#include "cli/output/printable.hpp"
#include "sources/json/json_changes.hpp"

#include <fmt/format.h>
#include <optional>
#include <vector>

namespace peel::cli {

namespace {

class TextWriter : public ChangeWriter {
 public:
  TextWriter(const RowTerms& terms, TextStyle style, Output& output)
      : terms_(terms), style_(style), output_(output) {}

  void write(const ShownChange& change) override {
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
    const std::string safe = style_.is_for_eyes() ? printable(text) : text;
    output_.write(style_.colour == Colour::on ? fmt::format("\x1b[{}m{}\x1b[0m\n", colour, safe)
                                              : safe + "\n");
  }

  static std::string times(std::uint64_t count) { return count == 1 ? "" : fmt::format("  (x{})", count); }

  static std::string doubt(const ShownChange& change) {
    return change.may_be_changed ? "  (or changed)" : "";
  }

  std::string row(const ShownRow& row) const {
    if (!row.digest.empty()) return fmt::format("[{}]", row.digest);
    if (!terms_.is_table) return std::string(row.key.front().payload);
    if (!row.values) return key(row);
    if (const auto whole = whole_value(row)) return std::string(whole->payload);
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
      text += fmt::format("{}{}={}", i > 0 ? ", " : "", terms_.columns.names[i], cell(row.key[i]));
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
      const std::string& name = terms_.columns.names[terms_.columns.key_columns + i];
      if (!text.empty()) text += ", ";
      if (is_whole_json(terms_, terms_.columns.key_columns + i)) {
        text += changes_inside((*left)[i].payload, (*right)[i].payload, name);
      } else {
        text += fmt::format("{} {} -> {}", name, spoken((*left)[i]), spoken((*right)[i]));
      }
    }
    return text;
  }

  // "price 10 -> 12, tags[2] "a" -> missing"
  static std::string changes_inside(std::string_view left, std::string_view right, std::string_view column) {
    std::string text;
    const sources::PathChanges changes = sources::changed_paths(left, right, column);
    for (const sources::PathChange& change : changes.shown) {
      text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", change.path, spoken_part(change.left),
                          spoken_part(change.right));
    }
    if (changes.not_shown > 0) text += fmt::format(", and {} more", grouped(changes.not_shown));
    return text;
  }

  std::string record(const std::vector<rows::Cell>& cells) const {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) text += ',';
      text += cell(cells[i]);
    }
    return text.empty() && cells.size() == 1 ? "\"\"" : text;
  }

  // As CSV has it, but for blobs, which a terminal would choke on.
  std::string cell(const rows::Cell& cell) const {
    if (terms_.is_json) return json_text_of(cell);
    // Text that could be a number is told from one by its quotes.
    if (cell.tag == rows::CellTag::text && terms_.typing == Typing::strict && rows::number_in(cell))
      return fmt::format("\"{}\"", cell.payload);
    if (cell.tag != rows::CellTag::blob) return csv_cell(cell, empty_text_of(terms_));
    return blob_text(cell.payload);
  }

  std::string spoken(const rows::Cell& value) const {
    if (terms_.is_json) return cell(value);
    if (value.is_null() || value.is_missing()) return "NULL";
    return value.payload.empty() && value.tag == rows::CellTag::text ? "\"\"" : cell(value);
  }

  const RowTerms& terms_;
  TextStyle style_;
  Output& output_;
};

}  // namespace

std::unique_ptr<ChangeWriter> text_writer(const RowTerms& terms, TextStyle style, Output& output) {
  if (style.reader == Reader::person && terms.is_table) return terminal_writer(terms, style, output);
  return std::make_unique<TextWriter>(terms, style, output);
}

}  // namespace peel::cli
