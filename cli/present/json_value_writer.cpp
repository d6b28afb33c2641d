#include "cli/present/json_value_writer.hpp"

#include "cli/output/json.hpp"
#include "cli/present/summary_json.hpp"
#include "sources/json/json_changes.hpp"
#include "sources/json/json_path.hpp"

#include <fmt/format.h>
#include <span>
#include <string>

namespace peel::cli {

namespace {

// Values go through as they are spelled: no library for JSON keeps numbers of any length.
class JsonValueWriter : public ChangeWriter {
 public:
  JsonValueWriter(const Terms& terms, Output& output) : terms_(terms), output_(output) {}

  void write(const ShownChange& change) override {
    std::string text = fmt::format(R"({{"op":"{}")", name_of(change.kind));
    text += terms_.has_key ? keyed(change) : whole(change.row());
    text += fmt::format(R"(,"count":{})", change.count);
    if (change.may_be_changed) text += R"(,"may_be_changed":true)";
    write_json_line(output_, text + "}");
  }

  void end(const DiffSummary& summary) override {
    write_json_line(output_, {{"summary", summary_as_json(summary)}});
  }

 private:
  std::string keyed(const ShownChange& change) const {
    const ShownRow& row = change.row();
    std::string text = R"(,"key":)";
    if (row.digest.empty()) {
      text += members(row.key, 0);
    } else {
      text += fmt::format(R"(null,"key_digest":"{}")", row.digest);
    }
    if (change.kind != ChangeKind::added) text += R"(,"old":)" + values_of(change.left);
    if (change.kind != ChangeKind::removed) text += R"(,"new":)" + values_of(change.right);
    if (change.kind == ChangeKind::changed && change.left.values && change.right.values)
      text += changes(change);
    return text;
  }

  std::string whole(const ShownRow& row) const {
    if (!row.digest.empty()) return fmt::format(R"(,"row":null,"digest":"{}")", row.digest);
    return R"(,"row":)" + value(row.key, 0);
  }

  std::string values_of(const ShownRow& row) const {
    return row.values ? value(*row.values, terms_.columns.key_columns) : "null";
  }

  // Cells of the columns from `first` on: a whole value, or an object with the parts that are there.
  std::string value(std::span<const rows::Cell> cells, std::size_t first) const {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (rows::is_whole_column(terms_.columns.names[first + i])) return std::string(cells[i].payload);
    }
    return members(cells, first);
  }

  std::string members(std::span<const rows::Cell> cells, std::size_t first) const {
    std::string text = "{";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].is_missing()) continue;
      if (text.size() > 1) text += ',';
      text += quoted(terms_.columns.names[first + i]) + ':' + sources::json_literal(cells[i]);
    }
    return text + '}';
  }

  static std::string quoted(const std::string& text) {
    return sources::json_literal({rows::CellTag::text, text});
  }

  std::string changes(const ShownChange& change) const {
    const auto& left = *change.left.values;
    const auto& right = *change.right.values;
    std::string text = R"(,"changes":[)";
    const auto add = [&text](const std::string& path, std::string_view old, std::string_view now) {
      if (!text.ends_with('[')) text += ',';
      text += fmt::format(R"({{"path":{})", quoted(path));
      if (!old.empty()) text += fmt::format(R"(,"old":{})", old);
      if (!now.empty()) text += fmt::format(R"(,"new":{})", now);
      text += '}';
    };
    std::uint64_t not_shown = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const std::string& name = terms_.columns.names[terms_.columns.key_columns + i];
      if (change.is_same.empty() ? left[i] == right[i] : change.is_same[i]) continue;
      if (!rows::is_whole_column(name)) {
        add(name, sources::json_literal(left[i]), sources::json_literal(right[i]));
        continue;
      }
      const sources::PathChanges paths = sources::changed_paths(left[i].payload, right[i].payload, name);
      for (const sources::PathChange& path : paths.shown) add(path.path, path.left, path.right);
      not_shown = paths.not_shown;
    }
    text += ']';
    if (not_shown > 0) text += fmt::format(R"(,"changes_not_shown":{})", not_shown);
    return text;
  }

  const Terms& terms_;
  Output& output_;
};

}  // namespace

std::unique_ptr<ChangeWriter> json_value_writer(const Terms& terms, Output& output) {
  return std::make_unique<JsonValueWriter>(terms, output);
}

}  // namespace peel::cli
