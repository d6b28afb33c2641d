#include "cli/diff/change_writer.hpp"
#include "cli/output/csv.hpp"
#include "cli/output/printable.hpp"

#include <string>
#include <vector>

namespace peel::cli {

namespace {

class CsvWriter : public ChangeWriter {
 public:
  CsvWriter(const RowTerms& terms, TextStyle style, Output& output)
      : terms_(terms), style_(style), output_(output) {}

  void begin() override {
    std::vector<std::string_view> names = {"op", "count", "digest"};
    if (terms_.is_table) {
      for (const std::size_t at : terms_.display) names.emplace_back(terms_.columns.names[at]);
    } else {
      names.emplace_back("line");
    }
    record(names);
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
    }
  }

 private:
  // What is not known stays empty.
  void row(std::string_view op, std::uint64_t count, ShownRow row) {
    const std::string number = std::to_string(count);
    std::vector<std::string_view> cells = {op, number, row.digest};
    if (terms_.is_table) {
      row.key.resize(terms_.columns.key_columns);
      if (!row.values) row.values.emplace(terms_.columns.names.size() - terms_.columns.key_columns);
      const auto shown = cells_for_display(row, terms_);
      cells.insert(cells.end(), shown.begin(), shown.end());
    } else {
      cells.push_back(row.key.empty() ? std::string_view() : row.key.front());
    }
    record(cells);
  }

  void record(const std::vector<std::string_view>& cells) {
    const std::string text = csv_record(cells);
    output_.write((style_.is_terminal ? printable(text) : text) + "\n");
  }

  const RowTerms& terms_;
  TextStyle style_;
  Output& output_;
};

}  // namespace

std::unique_ptr<ChangeWriter> csv_writer(const RowTerms& terms, TextStyle style, Output& output) {
  return std::make_unique<CsvWriter>(terms, style, output);
}

}  // namespace peel::cli
