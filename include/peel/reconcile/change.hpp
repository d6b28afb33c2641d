// Change: one thing that differs between two data sets, whatever found it. How much is known of a row depends
// on its side: a source has all of it, a sketch has its key at best, or no more than a digest.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace peel::reconcile {

enum class Side : std::uint8_t { left, right };

// Where a row stands among the rows of its side: any number that grows from row to row, such as its line.
using RowOrder = std::uint64_t;

// What is known of the row of one side. The bytes are views, and valid as long as
// whoever made them says.
struct KnownRow {
  enum class Known : std::uint8_t {
    nothing,  // this side does not have the row
    digest,   // the bytes of `row` are hexadecimal digits of a digest, which stands for its key
    key,      // the bytes of `row` are its key and no more
    row,      // all of it
  };

  Known known = Known::nothing;
  rows::CanonicalRow row = {};
  std::optional<RowOrder> order = {};              // where the source has it, if there is a source
  std::optional<std::uint64_t> value_digest = {};  // of a sketch's item: equal for rows with equal values

  static KnownRow whole(const rows::CanonicalRow& row, RowOrder order) {
    return {Known::row, row, order, {}};
  }
  bool is_whole() const { return known == Known::row; }
};

struct Change {
  enum class Kind : std::uint8_t {
    removed,  // only the left side has the row
    changed,  // both sides have its key once, with two values
    added,    // only the right side has the row
    moved,    // the right side has it under another key; only folders say so
  };

  Kind kind = Kind::removed;
  KnownRow left = {};       // nothing if added
  KnownRow right = {};      // nothing if removed
  std::uint64_t count = 1;  // how many such rows; 1 if changed; of a folder that moved, how many files did
  // False for a row of one side where not all differences were found: the other side may have its key with
  // another value.
  bool is_certain = true;
  // Bit i is set if column i behind the key differs although its cells do not show it: the contents of two
  // files were compared, and no digest of them was made.
  std::uint64_t unlike_columns = 0;

  // The row that the change is about: the left one, or if it was added the right one.
  const KnownRow& row() const { return kind == Kind::added ? right : left; }
};

// "removed", "changed", "added" or "moved".
std::string_view name_of(Change::Kind kind);

// Where changes go to.
class ChangeSink {
 public:
  virtual ~ChangeSink() = default;
  // Removed, changed and moved rows come in the order of the left side, then added rows in that of the right
  // one. The rows are valid during the call.
  virtual Result<void> take(const Change& change) = 0;
};

// Hands changes on to two sinks.
class Tee : public ChangeSink {
 public:
  Tee(ChangeSink& first, ChangeSink& second) : first_(first), second_(second) {}

  Result<void> take(const Change& change) override {
    if (auto taken = first_.take(change); !taken) return taken;
    return second_.take(change);
  }

 private:
  ChangeSink& first_;
  ChangeSink& second_;
};

}  // namespace peel::reconcile
