// Target: a data set that can be made equal to another. sync() plans what has to be done, does it if that is
// asked for and allowed, and proves that it worked.
//
// In the changes and reports of a target, the left side is what it has, and the right side is what it shall
// have: a row that is removed goes, a row that is added comes.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace peel::reconcile {

// Where the changes of one or more tables go to, one table after the other.
class TableSink {
 public:
  virtual ~TableSink() = default;
  // The sink for the changes of this table; it is used until `end`. The terms stay valid until then.
  virtual Result<ChangeSink*> begin(const Terms& terms) = 0;
  virtual Result<void> end(const Terms& terms, const Report& report) = 0;

  // Where all tables of two databases are compared: a table that only one side has, with so many rows.
  virtual Result<void> only_in(Side, const std::string& /*table*/, std::uint64_t /*rows*/) { return {}; }
  // A table that could not be compared. If it was begun, it will not be ended.
  virtual Result<void> not_compared(const std::string& /*table*/, const Error& /*why*/) { return {}; }
};

class Target {
 public:
  virtual ~Target() = default;

  // As messages call it.
  virtual std::string name() const { return "the target"; }

  // Compares, keeps what has to be done, and hands every change on as well. Once.
  virtual Result<Report> plan(TableSink& shown, Watch& watch) = 0;
  // Whether apply() would do anything, now that the plan is known. A folder in which nothing differs may
  // still have temporary files to be removed.
  virtual bool has_work(const Report& planned) const { return !planned.same(); }
  // Does what was planned, all or nothing. Fails with `io` if the target is no longer what was compared.
  virtual Result<void> apply(Watch& watch) = 0;
  // Opens both data sets again and compares them with a fresh seed: what differs now.
  virtual Result<Report> prove(Watch& watch) = 0;
};

// How many rows may be removed: so many, or a share of those that are there.
class DeleteLimit {
 public:
  static DeleteLimit rows(std::uint64_t most) { return DeleteLimit(most, Unit::rows); }
  static DeleteLimit percent(std::uint64_t most) { return DeleteLimit(most, Unit::percent); }

  // The most that may be removed of so many rows; a share is rounded down.
  std::uint64_t allowed_of(std::uint64_t rows) const {
    if (unit_ == Unit::rows) return most_;
    return rows / kWhole * most_ + rows % kWhole * most_ / kWhole;
  }

 private:
  enum class Unit : std::uint8_t { rows, percent };
  static constexpr std::uint64_t kWhole = 100;  // percent
  DeleteLimit(std::uint64_t most, Unit unit) : most_(most), unit_(unit) {}

  std::uint64_t most_;
  Unit unit_;
};

struct SyncOptions {
  enum class Mode : std::uint8_t { dry_run, apply };
  Mode mode = Mode::dry_run;
  std::optional<DeleteLimit> most_removed = {};
};

struct SyncReport {
  Report planned;
  bool has_work = false;     // there was something to do, even if nothing differed
  bool is_exceeded = false;  // more rows would be removed than allowed: nothing was written
  bool is_applied = false;
  std::optional<Report> proof = {};  // the comparison after it was applied

  // The proof, or the plan if nothing was written.
  const Report& last() const { return proof ? *proof : planned; }
  bool is_equal() const { return last().same(); }
};

// `before_applying`, if given, is called when the plan is complete and something is to be written: if it
// fails, nothing is.
using BeforeApplying = std::function<Result<void>(const Report& planned)>;
Result<SyncReport> sync(Target& target, const SyncOptions& options, TableSink& shown, Watch& watch,
                        const BeforeApplying& before_applying = {});

}  // namespace peel::reconcile
