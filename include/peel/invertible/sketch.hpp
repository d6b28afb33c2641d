// Sketch: a small table that stands for a source of lines or rows. It says what it was made from, so that
// another machine can make an equal one; what differs between the two sources then lists, and how much
// differs can be estimated if it is more than the table can list.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace peel {

// What counts as an item, and what of it. Sketches combine only if theirs are equal but for the types.
struct SketchDescription {
  enum class Items : std::uint8_t {
    lines = 1,       // whole lines, by digest
    rows = 2,        // rows of columns: a slot for the key, and a digest of the values
    typed_rows = 3,  // the same, of cells with types
  };

  Items items = Items::lines;
  bool has_header = false;           // columns have names; without a header they are "1", "2", ...
  std::vector<std::string> columns;  // those that count, key columns first; any bytes. None for lines
  std::uint32_t key_columns = 0;     // how many of them are the key
  std::uint8_t key_bytes = 0;        // room for a key inside an item
  // Of typed rows what each column is meant to hold, for reading text: a small letter, in peel one of
  // rows::ColumnType. None for others.
  std::vector<std::uint8_t> types = {};

  bool is_table() const { return items != Items::lines; }

  friend bool operator==(const SketchDescription&, const SketchDescription&) = default;
};

std::string_view name_of(SketchDescription::Items items);

inline constexpr std::uint64_t kMaxSketchColumns = 65'535;
inline constexpr std::uint64_t kMaxColumnNameBytes = 65'535;
inline constexpr std::uint64_t kMaxSketchRows = kMaxGrossTotal;

// Fails with `invalid_argument` for more or longer names than the limits above, for more key columns than
// columns, for more key bytes than a key may have, for rows without a column, for lines with columns, a key
// or a header, and for types that are not one letter for each column of typed rows.
[[nodiscard]] Result<void> validate(const SketchDescription& description);

struct Sketch {
  SketchDescription description;
  std::int64_t rows = 0;   // rows or lines summarised; those of a subtracted sketch count as negative
  Iblt table;              // of the items
  StrataEstimator strata;  // of their digests; hashed as the table is

  // Adds or subtracts the other's table, strata and rows. Both fail with `incompatible`, and say what differs
  // and how, unless description, shapes and hashing agree; otherwise like Iblt's. On failure nothing changes.
  [[nodiscard]] Result<void> merge(const Sketch& other);
  [[nodiscard]] Result<void> subtract(const Sketch& other);
};

}  // namespace peel
