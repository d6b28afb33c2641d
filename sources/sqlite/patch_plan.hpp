// The steps that make changes to tables, in an order that works. One generator: a step is a statement with
// gaps; apply.hpp binds values to them, and patch_text.hpp writes them as literals.
//
// - An UPDATE sets the columns that changed and no others, and finds its row by the key, if the table has a
//   unique key among those columns. Where rows are not told apart by the key, one row that has all the old
//   values is picked for each that is to be changed.
// - No unique key is broken on the way. Where updates form a cycle (two rows swap values), one row first gets
//   a value that no row has. Deleting it and inserting it again comes last, and never where a trigger or a
//   foreign key with an action would notice; then `notes` says what could not be ordered.
// - Tables that refer to others are changed before those, and rows are inserted the other way round: where
//   foreign keys act, they find nothing left to act on. Foreign keys themselves have to be deferred to the
//   end of the transaction.
// - Generated columns are never written. Columns that are not compared stay as they are; a new row gets
//   their defaults.
#pragma once

#include "peel/core/result.hpp"

#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/table_change.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace peel::sources::sqlite {

// What a row must be for a step to change it.
enum class RowCheck : std::uint8_t {
  key_only,    // the one with that key
  old_values,  // also, it must have all the old values, in their storage classes: what changed meanwhile is
               // not found
};

struct PatchedRows {
  TableInfo info;
  TableChanges changes;
};

// SQL in pieces: values go between them.
struct StatementForm {
  std::vector<std::string> pieces;

  std::string with_parameters() const;  // "?" between the pieces
};

struct PatchStep {
  enum class Kind : std::uint8_t {
    update,
    park,  // an update for a while: another one of the same row follows
    remove,
    insert,
  };

  Kind kind = Kind::update;
  // Where foreign keys are enforced, an earlier step may have taken the row with it.
  bool may_be_gone = false;
  std::uint32_t table = 0;
  std::uint32_t form = 0;
  std::uint32_t change = 0;    // of the table
  std::size_t first_cell = 0;  // of those for the gaps
  std::uint64_t rows = 1;      // that must be changed each time it is run
  std::uint64_t runs = 1;      // how often it is run
};

struct PatchCounts {
  std::uint64_t updates = 0;
  std::uint64_t deletes = 0;
  std::uint64_t inserts = 0;
};

class PatchedTable;
struct ChangeOrder;

class PatchPlan {
 public:
  PatchPlan();
  PatchPlan(PatchPlan&&) noexcept;
  PatchPlan& operator=(PatchPlan&&) noexcept;
  ~PatchPlan();

  const std::vector<PatchStep>& steps() const { return steps_; }
  const StatementForm& form(const PatchStep& step) const { return forms_[step.form]; }
  std::size_t forms() const { return forms_.size(); }
  std::span<const OwnedCell* const> cells(const PatchStep& step) const;
  std::size_t tables() const;
  // In the order in which they are changed.
  const std::string& table_name(std::size_t table) const;
  // Rows to be changed; parking does not count.
  PatchCounts counts(std::size_t table) const { return counts_[table]; }
  // What the reader of a patch should know: one sentence each, with names as they are.
  const std::vector<std::string>& notes() const { return notes_; }
  // Columns that do not keep all values as they are to be: "column v of table t, of type TEXT". What is
  // written there will differ from what was wanted, however often.
  const std::vector<std::string>& converting() const { return converting_; }
  // "table t, row id = 5"
  std::string subject(const PatchStep& step) const;

 private:
  friend class PatchPlanner;

  std::vector<PatchedTable> tables_;
  std::vector<ChangeOrder> orders_;
  std::vector<PatchStep> steps_;
  std::vector<StatementForm> forms_;
  std::vector<const OwnedCell*> cells_;  // of tables_, orders_ and limits_
  std::deque<OwnedCell> limits_;
  std::vector<PatchCounts> counts_;
  std::vector<std::string> notes_;
  std::vector<std::string> converting_;
};

// Changes of several tables of one database. Takes O(n log n) for n changes. Fails with `unsupported` where a
// change cannot be made at all (to a view, of a value that SQLite does not have, of rows that cannot be told
// apart) and with `invalid_argument` if the changes do not fit their table.
Result<PatchPlan> plan_patch(std::vector<PatchedRows> tables, RowCheck check);

}  // namespace peel::sources::sqlite
