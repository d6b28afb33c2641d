// Columns: which of a table's columns count, which of them are the key, and where another table has the same
// ones.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::rows {

// The columns that make a row, key columns first; each part in the order of the table or of the choice.
struct Columns {
  std::vector<std::string> names;
  std::size_t key_columns = 0;

  friend bool operator==(const Columns&, const Columns&) = default;
};

// A table whose columns are looked up, as messages call it.
struct TableColumns {
  std::string_view table;
  std::span<const std::string> names;
};

// Where each of a table's columns stands, by name. A table may have tens of thousands of them, so none is
// looked for one by one. A view of the names.
class ColumnPlaces {
 public:
  explicit ColumnPlaces(std::span<const std::string> names);
  std::optional<std::uint32_t> find(std::string_view name) const;

 private:
  std::map<std::string_view, std::uint32_t> places_;
};

// The names of columns that are whole values of JSON: all of a value, or all but some parts, whose paths
// follow.
inline constexpr std::string_view kWholeColumn = ".";
inline constexpr std::string_view kWholeColumnWithout = ". without ";
bool is_whole_column(std::string_view column);

// Columns by name, or by number from 1 where no column has that name.
struct ColumnChoice {
  std::vector<std::string> key = {};
  std::vector<std::string> compared = {};  // none: all; those of the key always count
  std::vector<std::string> ignored = {};   // none of these
};

// Fails with `invalid_argument` for a column that is not there, is given twice, or is both in the key and
// ignored, with the columns that there are.
Result<Columns> choose_columns(const TableColumns& table, const ColumnChoice& choice);

// Where a table has these columns. Fails with `incompatible` for one that it does not have.
Result<RowFields> find_columns(const TableColumns& table, const Columns& columns);

}  // namespace peel::rows
