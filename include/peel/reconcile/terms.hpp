// Terms: what rows are in one comparison. Which columns count, which are the key, and how the cells of the
// two sides are made comparable.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/rows/column_type.hpp"
#include "peel/rows/columns.hpp"
#include "peel/rows/row_source.hpp"
#include "peel/rows/tolerance.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::reconcile {

// How the cells of the two sides are made comparable.
enum class Typing : std::uint8_t {
  text,    // all cells are text
  strict,  // both sides are typed, and cells are what they are
  lent,    // one side is typed, and the other reads its text by those types
};

struct Terms {
  bool is_table = false;       // else rows are lines
  bool is_tree = false;        // rows are entries of folders, and their key is the path
  std::string table = {};      // its name, where several are compared
  bool has_key = false;        // rows are told apart by key columns, not as a whole
  rows::Columns columns = {};  // of a table; as the left side calls them
  // The columns as the left side has them: where each stands among `columns`, which have the key first.
  std::vector<std::size_t> display = {};
  Typing typing = Typing::text;
  std::vector<rows::ColumnType> types = {};  // one for each of `columns`, unless all is text
  std::vector<std::optional<rows::Tolerance>> tolerances = {};  // the same, if there are any
  // Both sides are JSON: a cell may be a whole value, which differs in parts.
  bool is_json = false;
  bool key_is_unique = false;                        // on both sides: the tables say so
  std::vector<std::string> left_names = {};          // of `columns`, where the left side calls them otherwise
  std::vector<std::string> right_names = {};         // the same of the right side
  rows::RowPlace left_place = rows::RowPlace::none;  // how rows of the left side are numbered
  rows::RowPlace right_place = rows::RowPlace::none;

  // The columns as that side calls them.
  const std::vector<std::string>& names_of(Side side) const {
    const std::vector<std::string>& names = side == Side::left ? left_names : right_names;
    return names.empty() ? columns.names : names;
  }
  rows::RowPlace place_of(Side side) const { return side == Side::left ? left_place : right_place; }
};

// The same terms with the sides in each other's place. Columns are called what they were called.
Terms with_sides_swapped(Terms terms);

// What somebody wants compared.
struct TermsRequest {
  // Columns by name or number. Without any, a table's own key is the key; else whole rows count.
  std::vector<std::string> key = {};
  std::vector<std::string> columns = {};  // compared beside the key; none: all
  std::vector<std::string> ignore = {};   // not compared
  struct NamePair {
    std::string left;
    std::string right;
  };
  std::vector<NamePair> map = {};  // columns that the right side calls otherwise
  struct ColumnTolerance {
    std::string column;
    rows::Tolerance tolerance;
  };
  std::vector<ColumnTolerance> tolerances = {};
  // The right side may be a table without even a header: it has no rows, and could get the columns of the
  // left.
  bool right_may_be_blank = false;
};

// One of the two, as far as terms depend on it.
struct Party {
  std::string_view name;
  const rows::Schema& schema;
  rows::RowPlace place = rows::RowPlace::none;

  static Party of(const rows::RowSource& source) { return {source.name(), source.schema(), source.place()}; }
};

// Why two sides cannot be compared as asked. The error says it in a sentence; the rest lets a program that
// knows where the request came from say how to mend it.
struct Disagreement {
  enum class Kind : std::uint8_t {
    other,                   // the error says all there is to say
    lines_and_table,         // one side is lines and the other is not
    no_such_column,          // `side` lacks a column that was asked for, or that the other side has
    unshared_column,         // `side` has a column that nobody asked for and the other side lacks
    mapped_twice,            // a pair of names contains one that another pair has
    mapped_column_missing,   // `side` lacks the column that a pair of names says it has
    tolerance_of_no_column,  // the column is none of those that are compared
    tolerance_of_key,        // keys have to agree exactly
    json_without_columns,    // `side` is JSON beside a table: which of its parts are columns must be said
    json_without_key,        // the same for the key
  };

  Kind kind = Kind::other;
  Error error;
  Side side = Side::left;
  std::string column = {};
  bool is_wanted = false;  // of a missing column: the request names it
  TermsRequest::NamePair pair = {};
  std::vector<std::string> compared = {};  // of a tolerance: the columns that are compared
};

// Of two sides. Tables are compared by the columns of the left one, wherever the right one has them. Types
// are those of the side that has some.
tl::expected<Terms, Disagreement> find_terms(const Party& left, const Party& right,
                                             const TermsRequest& request);
// Of one side, for a sketch.
tl::expected<Terms, Disagreement> find_terms(const Party& side, const TermsRequest& request);

// A column of the terms that this side lacks, if there is one.
std::optional<std::string> missing_column(const Party& party, const Terms& terms, Side side);

// As find_terms, with the sentence alone.
Result<Terms> agree(const Party& left, const Party& right, const TermsRequest& request);

// What a sketch says of its rows.
Terms terms_of(const SketchDescription& description);
// What a sketch of such rows says; `has_names` if a header names its columns. Without a key, no bytes of one
// are kept.
SketchDescription description_of(const Terms& terms, bool has_names, std::uint8_t key_bytes);

}  // namespace peel::reconcile
