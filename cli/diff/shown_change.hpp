// A change as it is shown: what is known of the row on each side. Of a side that is only a sketch, the key is
// known at best, or no more than a digest.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/row_tally.hpp"
#include "peel/rows/columns.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

// What rows are, for headings and names of members.
struct RowTerms {
  bool is_table = false;
  bool has_key = false;        // rows are told apart by key columns, not as a whole
  rows::Columns columns = {};  // of a table
  // The columns as LEFT has them: where each stands among `columns`, which have the key first.
  std::vector<std::size_t> display = {};
};

struct ShownRow {
  std::vector<std::string_view> key;                         // cells; of a line, the line
  std::optional<std::vector<std::string_view>> values = {};  // cells behind the key, if known
  std::string digest = {};                                   // in place of the key, where that is not known
};

using ChangeKind = reconcile::RowChange::Kind;

struct ShownChange {
  ChangeKind kind;
  ShownRow left;   // of removed and changed rows
  ShownRow right;  // of changed and added rows
  std::uint64_t count = 1;
  // The row is on this side only. Whether the other has its key with another value was not found out.
  bool may_be_changed = false;

  // What the change is about.
  const ShownRow& row() const { return kind == ChangeKind::added ? right : left; }
};

// The cells of a row that is known as a whole, as LEFT orders them.
std::vector<std::string_view> cells_for_display(const ShownRow& row, const RowTerms& terms);

Result<ShownRow> shown(const rows::CanonicalRow& row, const RowTerms& terms);
// All there is to know: both sides can be read.
Result<ShownChange> shown(const reconcile::RowChange& change, const RowTerms& terms);

std::string_view name_of(ChangeKind kind);

}  // namespace peel::cli
