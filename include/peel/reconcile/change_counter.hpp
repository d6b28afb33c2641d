// ChangeCounter: counts changes, as a report does, while it hands them on.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/report.hpp"

#include <cstdint>
#include <limits>

namespace peel::reconcile {

class ChangeCounter : public ChangeSink {
 public:
  explicit ChangeCounter(ChangeSink& sink) : sink_(sink) {}

  Result<void> take(const Change& change) override {
    std::uint64_t& rows = change.kind == Change::Kind::removed ? counts_.removed
                          : change.kind == Change::Kind::added ? counts_.added
                          : change.kind == Change::Kind::moved ? counts_.moved
                                                               : counts_.changed;
    if (__builtin_add_overflow(rows, change.count, &rows)) rows = std::numeric_limits<std::uint64_t>::max();
    ++counts_.changes;
    return sink_.take(change);
  }

  // The report with these counts in the place of its own.
  Report counted(Report report) const {
    report.changes = counts_.changes;
    report.removed = counts_.removed;
    report.added = counts_.added;
    report.changed = counts_.changed;
    report.moved = counts_.moved;
    return report;
  }

 private:
  ChangeSink& sink_;
  Report counts_;
};

}  // namespace peel::reconcile
