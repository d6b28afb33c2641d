// A change as data of the page, and as a row of its listing.
#include "cli/numbers.hpp"
#include "cli/output/html.hpp"
#include "cli/present/html_page.hpp"
#include "cli/present/json_cells.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

constexpr std::size_t kMostListedColumns = 12;
constexpr MostCharacters kMostOfListedCell{200};
constexpr const char* kUnknown = "<span class=\"nil\">?</span>";

// The columns in the order in which LEFT has them; a line is the only one.
std::vector<std::size_t> columns_of(const Terms& terms) {
  return terms.is_table ? terms.display : std::vector<std::size_t>{0};
}

// What a column shows of a change: a cell, or the old one and the new one. None is what no side knows.
class ShownCells {
 public:
  ShownCells(const ShownChange& change, const Terms& terms, std::size_t column)
      : old_(cell_at(change.row(), column)), is_edited_(cli::is_edited(change, terms, column)) {
    if (is_edited_) now_ = cell_at(change.right, column);
    if (terms.is_tree) say_in_words_of_trees();
    if (terms.is_json) say_as_json(terms, column);
  }
  ShownCells(const ShownCells&) = delete;
  ShownCells& operator=(const ShownCells&) = delete;

  const rows::Cell* old() const { return old_; }
  const rows::Cell* now() const { return now_; }
  bool is_edited() const { return is_edited_; }

 private:
  static bool is_null(const rows::Cell* cell) { return cell != nullptr && cell->is_null(); }

  // Folders have no size, which is no NULL to look at. Files are compared byte by byte, without a digest that
  // would tell one content from the other.
  void say_in_words_of_trees() {
    if (is_edited_ && is_null(old_) && is_null(now_)) say("content", "other content");
    if (is_null(old_)) old_ = put("", old_text_, old_cell_);
    if (is_null(now_)) now_ = put("", now_text_, now_cell_);
  }

  // Text in quotes, which tell it from a number and from null; of a whole value that changed, the parts that
  // did.
  void say_as_json(const Terms& terms, std::size_t column) {
    if (is_edited_ && old_ != nullptr && now_ != nullptr && is_whole_json(terms, column)) {
      std::string old;
      std::string now;
      const auto parts = sources::changed_paths(old_->payload, now_->payload, terms.columns.names[column]);
      for (const sources::PathChange& part : parts.shown) {
        old += fmt::format("{}{} {}", old.empty() ? "" : ", ", part.path, spoken_part(part.left));
        now += fmt::format("{}{} {}", now.empty() ? "" : ", ", part.path, spoken_part(part.right));
      }
      if (parts.not_shown > 0) now += fmt::format(", and {} more parts", grouped(parts.not_shown));
      return say(std::move(old), std::move(now));
    }
    const auto is_text = [](const rows::Cell* cell) {
      return cell != nullptr && (cell->tag == rows::CellTag::text || cell->is_null());
    };
    if (is_text(old_)) old_ = put(json_text_of(*old_), old_text_, old_cell_);
    if (is_text(now_)) now_ = put(json_text_of(*now_), now_text_, now_cell_);
  }

  void say(std::string old, std::string now) {
    old_ = put(std::move(old), old_text_, old_cell_);
    now_ = put(std::move(now), now_text_, now_cell_);
  }
  static const rows::Cell* put(std::string words, std::string& text, rows::Cell& cell) {
    text = std::move(words);
    cell = {rows::CellTag::text, text};
    return &cell;
  }

  const rows::Cell* old_;
  const rows::Cell* now_ = nullptr;
  bool is_edited_;
  // Where other words are said than the cells have.
  std::string old_text_;
  std::string now_text_;
  rows::Cell old_cell_;
  rows::Cell now_cell_;
};

void append_cell(std::string& out, const rows::Cell* cell) {
  if (cell == nullptr) {
    out += "[\"?\"]";
  } else {
    append_script_cell(out, *cell);
  }
}

std::string listed(const rows::Cell* cell) {
  return cell == nullptr ? kUnknown : html_cell(*cell, kMostOfListedCell);
}

std::string column_name(const Terms& terms, std::size_t column) {
  if (!terms.is_table) return "Text";
  return is_whole_json(terms, column) ? "value" : terms.columns.names[column];
}

}  // namespace

std::string script_json_of(const ShownChange& change, const Terms& terms) {
  std::string out = fmt::format("[\"{}\",", sign_of(change.kind));
  if (change.place) {
    append_script_integer(out, *change.place);
  } else {
    out += "null";
  }
  out += fmt::format(",{},", change.count);
  std::string edits;
  if (!change.row().digest.empty()) {
    append_script_text(out, change.row().digest);
  } else {
    const auto columns = columns_of(terms);
    out += '[';
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) out += ',';
      const ShownCells cells(change, terms, columns[i]);
      append_cell(out, cells.old());
      if (!cells.is_edited()) continue;
      edits += fmt::format("{}[{},", edits.empty() ? "" : ",", i);
      append_cell(edits, cells.now());
      edits += ']';
    }
    out += ']';
  }
  if (!edits.empty() || change.may_be_changed) out += edits.empty() ? ",0" : ",[" + edits + "]";
  if (change.may_be_changed) out += ",1";
  return out + "]";
}

std::string script_json_of(const Terms& terms) {
  std::string out = "{\"name\":";
  append_script_text(out, terms.table);
  out += fmt::format(",\"place\":\"{}\",\"typed\":{},\"columns\":[", name_of_place(terms),
                     terms.typing != Typing::text && !terms.is_tree);
  std::string keys;
  const auto columns = columns_of(terms);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) out += ',';
    append_script_text(out, column_name(terms, columns[i]));
    if (terms.has_key && columns[i] < terms.columns.key_columns)
      keys += fmt::format("{}{}", keys.empty() ? "" : ",", i);
  }
  return out + "],\"key\":[" + keys + "]}";
}

std::string_view name_of_place(const Terms& terms) {
  using rows::RowPlace;
  const RowPlace left = terms.left_place == RowPlace::none ? terms.right_place : terms.left_place;
  const RowPlace right = terms.right_place == RowPlace::none ? terms.left_place : terms.right_place;
  if (terms.is_tree) return "Entry";
  if (left != right) return "Place";
  return left == RowPlace::line ? "Line" : left == RowPlace::rowid ? "Rowid" : "Row";
}

std::string places_in_words(const Terms& terms) {
  const std::string_view name = name_of_place(terms);
  const std::string_view what = name == "Line"    ? "line"
                                : name == "Rowid" ? "rowid"
                                : name == "Entry" ? "number of the entry in the order of paths"
                                : name == "Row"   ? "number of the row"
                                                  : "line or number of the row";
  using rows::RowPlace;
  if (terms.left_place == RowPlace::none) return fmt::format("by {} in RIGHT", what);
  if (terms.right_place == RowPlace::none) return fmt::format("by {} in LEFT", what);
  return fmt::format("by {}; added {} as RIGHT numbers them, all others as LEFT does", what,
                     terms.is_tree ? "entries" : "rows");
}

std::string listed_head(const Terms& terms) {
  std::string out = "<table class=\"listing\">\n";
  if (!terms.table.empty()) out += fmt::format("<caption>{}</caption>\n", html_with_marks(terms.table));
  out +=
      fmt::format("<thead><tr><th scope=\"col\">Change</th><th scope=\"col\">{}</th>", name_of_place(terms));
  const auto columns = columns_of(terms);
  for (std::size_t i = 0; i < std::min(columns.size(), kMostListedColumns); ++i)
    out += fmt::format("<th scope=\"col\">{}</th>",
                       html_with_marks(column_name(terms, columns[i]), kMostOfListedCell));
  if (columns.size() > kMostListedColumns)
    out += fmt::format("<th scope=\"col\">and {} more</th>", grouped(columns.size() - kMostListedColumns));
  return out + "</tr></thead>\n<tbody>\n";
}

std::string listed_row(const ShownChange& change, const Terms& terms) {
  std::string out = fmt::format(
      R"(<tr class="{0}"><th scope="row" class="kind"><span class="sign">{1}</span> {0}{2}{3}</th><td class="place number">{4}</td>)",
      name_of(change.kind), sign_of(change.kind),
      change.count > 1 ? fmt::format(" &times;{}", grouped(change.count)) : "",
      change.may_be_changed ? " or changed" : "", change.place ? fmt::format("{}", *change.place) : "");
  const auto columns = columns_of(terms);
  const std::size_t shown = std::min(columns.size(), kMostListedColumns);
  if (!change.row().digest.empty()) {
    out += fmt::format("<td colspan=\"{}\">digest {}</td>", shown, html_with_marks(change.row().digest));
  } else {
    for (std::size_t i = 0; i < shown; ++i) {
      const ShownCells cells(change, terms, columns[i]);
      out += cells.is_edited() ? fmt::format("<td class=\"edited\"><del>{}</del><ins>{}</ins></td>",
                                             listed(cells.old()), listed(cells.now()))
                               : fmt::format("<td>{}</td>", listed(cells.old()));
    }
  }
  if (columns.size() > kMostListedColumns) out += "<td></td>";
  return out + "</tr>\n";
}

}  // namespace peel::cli
