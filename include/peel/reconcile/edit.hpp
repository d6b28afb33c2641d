// Edit: changes that are to be made to one data set. They are kept until all of them have come, looked over,
// and then made: all or nothing.
//
//   begin, changes, begin, changes, ...   table after table; a file has one
//   plan                                  what somebody should know before they are made
//   apply                                 makes them
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/rows/row_source.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace peel::reconcile {

// What somebody should know of an edit before it is made.
struct EditNotes {
  std::vector<std::string> sentences = {};
  // Triggers of tables that are to be changed, which may change more.
  std::vector<std::string> triggers = {};
  // Columns that do not keep all values as they are to be: "column v of table t, of type TEXT".
  std::vector<std::string> converting = {};
};

// Where changes wait.
struct EditRoom {
  std::uint64_t memory_bytes;
  Spill& spill;  // for those that do not fit; it must outlive the edit
};

class Edit {
 public:
  virtual ~Edit() = default;

  // The changes of one table, or of the whole data set, go to this sink until the next call. The data set is
  // the left side of the terms; `wanted` is what the other side's rows are. The terms must outlive the edit.
  // Fails with `unsupported` where such changes cannot be made.
  virtual Result<ChangeSink*> begin(const Terms& terms, const rows::Schema& wanted) = 0;
  // All changes have come. Fails with `unsupported` where they cannot be made.
  virtual Result<EditNotes> plan(Watch& watch) = 0;
  // Makes them, all or none. Fails with `io` if the data set is no longer what was compared.
  virtual Result<void> apply(Watch& watch) = 0;
};

}  // namespace peel::reconcile
