// A change as it is shown: what is known of the row on each side. Of a side that is only a sketch, the key is
// known at best, or no more than a digest.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/rows/cell.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

using reconcile::Terms;
using reconcile::Typing;

struct ShownRow {
  std::vector<rows::Cell> key;                         // of a line, the line
  std::optional<std::vector<rows::Cell>> values = {};  // cells behind the key, if known
  std::string digest = {};                             // in place of the key, where that is not known
};

using ChangeKind = reconcile::Change::Kind;
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
bool is_edited(const ShownChange& change, const Terms& terms, std::size_t column);

// The cells of a row that is known as a whole, as LEFT orders them.
std::vector<rows::Cell> cells_for_display(const ShownRow& row, const Terms& terms);

// Fails with `malformed` for a key of JSON in a forged sketch that is none. Views into the change.
Result<ShownChange> shown(const reconcile::Change& change, const Terms& terms);

using reconcile::name_of;
// As text has it before a row: - + ~ >
char sign_of(ChangeKind kind);

}  // namespace peel::cli
