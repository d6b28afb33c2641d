// TableSummary: in which sub-table of a multilevel table is this key, or is it in none? A summary is a few
// bits for each key, kept in fast memory, so that a lookup in slow memory reads one bucket instead of one in
// each sub-table, and none for most keys that are absent [Kirsch, Mitzenmacher 2005].
// docs/theory/multilevel.md
//
//   A key that was noted is never said to be in none, nor at a lower level than it is. Two things can go
//   wrong, and the table finds both out by reading: a false positive, an absent key that is said to be in
//   some sub-table; and a failure, a key that is said to be at a higher level than it is.
//   analysis/summary_failure.hpp says how often.
//
// A summary has hash functions of its own: it takes positions from a KeyHash that the table does not use.
#pragma once

#include "peel/hashing/key_hash.hpp"
#include "peel/membership/erased.hpp"
#include "peel/tables/level.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace peel {

enum class SummaryKind : std::uint8_t {
  interpolation = 1,              // InterpolationSummary
  single_filter = 2,              // SingleFilterSummary
  multiple_filters = 3,           // MultipleFilterSummary
  counting_single_filter = 4,     // CountingSingleFilterSummary
  counting_multiple_filters = 5,  // CountingMultipleFilterSummary
};

std::string_view name_of(SummaryKind kind);

// What was said of a key before it was noted, and with which level it was noted then.
struct Noting {
  Level before;
  Level level;
};

// What noting can do to answers that never fall short of a level: no change where the answer was as high
// already, nor at level 1, which is the least that is said of any key.
constexpr bool raises_answers(Noting noting) {
  return noting.level > Level(1) && noting.before < noting.level;
}

class TableSummary {
 public:
  virtual ~TableSummary() = default;

  // A summary of the caller's own says the one that it is most like.
  virtual SummaryKind kind() const = 0;
  // The most sub-tables that it tells apart.
  virtual std::uint64_t sub_tables() const = 0;

  // Level none: the key is not in the table.
  virtual Level where(const KeyHash& hash) const = 0;
  // levels[i] for the i-th key; spans of equal length.
  virtual void where(std::span<const KeyHash> hashes, std::span<Level> levels) const = 0;

  // The key is now in that sub-table, 1 to sub_tables(). A key is noted once, until it is forgotten.
  virtual void note(const KeyHash& hash, Level level) = 0;
  // The key is no longer in that sub-table. Refused where it is plain that it was not noted there, and by
  // summaries that cannot forget at all; nothing changes then.
  virtual Erased forget(const KeyHash& hash, Level level) = 0;
  virtual bool can_forget() const = 0;
  // Whether noting a key may have changed what the summary says of other keys. If it may, a table that was
  // verified has to be verified again. A summary that cannot tell answers yes.
  virtual bool may_mislead_others(Noting) const { return true; }

  // Forgets all keys.
  virtual void clear() = 0;
  virtual std::unique_ptr<TableSummary> clone() const = 0;

  // What it takes in memory, as it is.
  virtual std::uint64_t bytes() const = 0;

 protected:
  TableSummary() = default;
  TableSummary(const TableSummary&) = default;
  TableSummary& operator=(const TableSummary&) = default;
  TableSummary(TableSummary&&) = default;
  TableSummary& operator=(TableSummary&&) = default;
};

}  // namespace peel
