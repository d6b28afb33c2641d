// A change as it is shown: what is known of the row on each side. Of a side that is only a sketch, the key is
// known at best, or no more than a digest.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/row_tally.hpp"
#include "peel/rows/column_type.hpp"
#include "peel/rows/columns.hpp"

#include "sources/source.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

// How the cells of the two sides are made comparable.
enum class Typing : std::uint8_t {
  text,    // all cells are text
  strict,  // both sides are typed, and cells are what they are
  lent,    // one side is typed, and the other reads its text by those types
};

// What rows are, for headings and names of members.
struct RowTerms {
  bool is_table = false;
  bool is_tree = false;        // rows are entries of folders, and their key is the path
  std::string table = {};      // its name, where several are compared
  bool has_key = false;        // rows are told apart by key columns, not as a whole
  rows::Columns columns = {};  // of a table; as LEFT calls them
  // The columns as LEFT has them: where each stands among `columns`, which have the key first.
  std::vector<std::size_t> display = {};
  Typing typing = Typing::text;
  std::vector<rows::ColumnType> types = {};  // one for each of `columns`, unless all is text
  std::vector<std::optional<rows::Tolerance>> tolerances = {};  // the same, if there are any
  // Both sides are JSON: cells are shown as JSON, and a whole value by its parts that differ.
  bool is_json = false;
  bool key_is_unique = false;                              // on both sides: the tables say so
  std::vector<std::string> right_names = {};               // of `columns`, where RIGHT calls them otherwise
  sources::RowPlace left_place = sources::RowPlace::none;  // how rows of LEFT are numbered
  sources::RowPlace right_place = sources::RowPlace::none;
};

struct ShownRow {
  std::vector<rows::Cell> key;                         // of a line, the line
  std::optional<std::vector<rows::Cell>> values = {};  // cells behind the key, if known
  std::string digest = {};                             // in place of the key, where that is not known
  std::optional<reconcile::RowOrder> order = {};       // of a row that was fetched from its source
  std::optional<std::uint64_t> value_digest = {};      // of an item: equal for rows with equal values
};

using ChangeKind = reconcile::RowChange::Kind;
// All of them, by number.
inline constexpr std::array kChangeKinds = {ChangeKind::removed, ChangeKind::changed, ChangeKind::added,
                                            ChangeKind::moved};

struct ShownChange {
  ChangeKind kind;
  ShownRow left;            // of removed, changed and moved rows
  ShownRow right;           // of changed, added and moved rows
  std::uint64_t count = 1;  // of a folder that moved, how many files did
  // Of a changed row that is known on both sides: for each column behind the key, whether it counts as the
  // same, however it is spelled.
  std::vector<bool> is_same = {};
  // The row is on this side only. Whether the other has its key with another value was not found out.
  bool may_be_changed = false;

  // Where the row stands: on the left, or if it was added on the right. A line, a rowid or a number of rows,
  // as the terms say; none if that is not known.
  std::optional<std::int64_t> place = {};

  // What the change is about.
  const ShownRow& row() const { return kind == ChangeKind::added ? right : left; }
};

// A cell of a row by its column, or none where only the key is known.
const rows::Cell* cell_at(const ShownRow& row, std::size_t column);
// Whether a cell of a row that changed or moved is another one on the right. What is not known on a side may
// be.
bool is_edited(const ShownChange& change, const RowTerms& terms, std::size_t column);

// The cells of a row that is known as a whole, as LEFT orders them.
std::vector<rows::Cell> cells_for_display(const ShownRow& row, const RowTerms& terms);

// What a row's number in a batch says of its place.
std::optional<std::int64_t> place_of(reconcile::RowOrder order, sources::RowPlace meaning);

Result<ShownRow> shown(const rows::CanonicalRow& row, const RowTerms& terms);
// All there is to know: both sides can be read.
Result<ShownChange> shown(const reconcile::RowChange& change, const RowTerms& terms);

std::string_view name_of(ChangeKind kind);
// As text has it before a row: - + ~ >
char sign_of(ChangeKind kind);

}  // namespace peel::cli
