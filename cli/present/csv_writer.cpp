#include "cli/output/csv.hpp"
#include "cli/output/printable.hpp"
#include "cli/present/change_writer.hpp"

#include <string>
#include <vector>

namespace peel::cli {

namespace {

class CsvWriter : public ChangeWriter {
 public:
  CsvWriter(const Terms& terms, TextStyle style, Output& output)
      : terms_(terms), style_(style), output_(output) {}

  void begin() override {
    std::vector<std::string_view> names = {"op", "count", "digest"};
    if (terms_.is_table) {
      for (const std::size_t at : terms_.display) names.emplace_back(terms_.columns.names[at]);
    } else {
      names.emplace_back("line");
    }
    line(csv_record(names));
  }

  void write(const ShownChange& change) override {
    switch (change.kind) {
      case ChangeKind::removed:
        return row("removed", change.count, change.left);
      case ChangeKind::added:
        return row("added", change.count, change.right);
      case ChangeKind::changed:
        row("changed_from", 1, change.left);
        return row("changed_to", 1, change.right);
      case ChangeKind::moved:
        row("moved_from", change.count, change.left);
        return row("moved_to", change.count, change.right);
    }
  }

 private:
  // What is not known stays empty.
  void row(std::string_view op, std::uint64_t count, ShownRow row) {
    const std::string number = std::to_string(count);
    const std::vector<std::string_view> about = {op, number, row.digest};
    std::vector<rows::Cell> cells = {{}};
    if (terms_.is_table) {
      row.key.resize(terms_.columns.key_columns, unknown());
      if (!row.values)
        row.values.emplace(terms_.columns.names.size() - terms_.columns.key_columns, unknown());
      cells = cells_for_display(row, terms_);
    } else if (!row.key.empty()) {
      cells = row.key;
    }
    std::string text = csv_record(about);
    for (const rows::Cell& cell : cells) {
      text += ',';
      // Of JSON, what is missing is empty, so that null has to be something.
      text += terms_.is_json && cell.is_null() ? "null" : csv_cell(cell, empty_text_of(terms_));
    }
    line(text);
  }

  rows::Cell unknown() const { return terms_.is_json ? rows::Cell{rows::CellTag::json, {}} : rows::Cell{}; }

  void line(const std::string& text) { output_.write((style_.is_terminal ? printable(text) : text) + "\n"); }

  const Terms& terms_;
  TextStyle style_;
  Output& output_;
};

}  // namespace

std::unique_ptr<ChangeWriter> csv_writer(const Terms& terms, TextStyle style, Output& output) {
  return std::make_unique<CsvWriter>(terms, style, output);
}

}  // namespace peel::cli
