#include "cli/diff/change_writer.hpp"
#include "cli/numbers.hpp"
#include "cli/output/csv.hpp"
#include "cli/output/printable.hpp"
#include "cli/output/text_table.hpp"
#include "sources/json/json_changes.hpp"
#include "sources/json/json_path.hpp"

#include <fmt/format.h>
#include <optional>
#include <vector>

namespace peel::cli {

namespace {

// What stands for a part of a JSON value that is not there. No JSON is spelled so.
constexpr std::string_view kMissing = "missing";

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
    }
  }

 private:
  void line(const char* colour, const std::string& text) {
    const std::string safe = style_.is_terminal ? printable(text) : text;
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
    const bool is_whole = terms_.is_json && sources::is_whole_column(terms_.columns.names.back());
    if (!is_whole) return std::nullopt;
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
      if (terms_.is_json && sources::is_whole_column(name)) {
        text += changes_inside((*left)[i].payload, (*right)[i].payload, name);
      } else {
        text += fmt::format("{} {} -> {}", name, spoken((*left)[i]), spoken((*right)[i]));
      }
    }
    return text;
  }

  // "price 10 -> 12, tags[2] "a" -> missing"
  static std::string changes_inside(std::string_view left, std::string_view right, std::string_view column) {
    const auto spoken = [](std::string_view part) { return part.empty() ? kMissing : part; };
    std::string text;
    const sources::PathChanges changes = sources::changed_paths(left, right, column);
    for (const sources::PathChange& change : changes.shown) {
      text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", change.path, spoken(change.left),
                          spoken(change.right));
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
    if (terms_.is_json) return cell.is_missing() ? std::string(kMissing) : sources::json_literal(cell);
    // Text that could be a number is told from one by its quotes.
    if (cell.tag == rows::CellTag::text && terms_.typing == Typing::strict && rows::number_in(cell))
      return fmt::format("\"{}\"", cell.payload);
    if (cell.tag != rows::CellTag::blob) return csv_cell(cell, empty_text_of(terms_));
    constexpr std::size_t kMostShown = 32;
    std::string text = "x'";
    for (const char byte : cell.payload.substr(0, kMostShown))
      text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    if (cell.payload.size() > kMostShown)
      text += fmt::format("...' ({} bytes)", grouped(cell.payload.size()));
    if (cell.payload.size() <= kMostShown) text += '\'';
    return text;
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

std::string estimate_in_words(const StrataEstimate& estimate) {
  return estimate.basis == StrataEstimate::Basis::none
             ? std::string("more than could be estimated")
             : fmt::format("{} rows, believed {} to {}", grouped(estimate.items.value),
                           grouped(estimate.least.value), grouped(estimate.most.value));
}

}  // namespace

std::unique_ptr<ChangeWriter> text_writer(const RowTerms& terms, TextStyle style, Output& output) {
  return std::make_unique<TextWriter>(terms, style, output);
}

std::string stats_as_text(const DiffSummary& summary, const RowTerms& terms) {
  const DiffStats& stats = summary.stats;
  std::vector<Row> rows = {{"removed", grouped(summary.removed)}, {"added", grouped(summary.added)}};
  if (terms.has_key) rows.push_back({"changed", grouped(summary.changed)});
  if (!summary.complete) rows.push_back({"complete", "no"});
  rows.push_back(
      {"rows", fmt::format("{} left, {} right", grouped(stats.rows_left), grouped(stats.rows_right))});
  rows.push_back({"read", fmt::format("{} bytes in {} {}", grouped(stats.bytes_read), stats.passes,
                                      stats.passes == 1 ? "pass" : "passes")});
  rows.push_back({"method", fmt::format("{}: {}", stats.method, stats.why)});
  if (stats.estimate) rows.push_back({"estimate", estimate_in_words(*stats.estimate)});
  if (stats.cells > 0) {
    rows.push_back({"sketch", fmt::format("{} cells, {} bytes for each side", grouped(stats.cells),
                                          grouped(stats.sketch_bytes))});
  }
  if (stats.spilled_bytes > 0)
    rows.push_back({"on disk", fmt::format("{} bytes", grouped(stats.spilled_bytes))});
  rows.push_back({"error bound", fmt::format("{:.2g}", summary.error_bound())});
  return text_table(rows, "");
}

}  // namespace peel::cli
