// Reporter: counts the changes of a diff and shows as many as are wanted.
#pragma once

#include "cli/diff/change_sink.hpp"
#include "cli/diff/change_writer.hpp"
#include "cli/diff/return_counts.hpp"

#include <cstdint>
#include <limits>

namespace peel::cli {

class Reporter : public ChangeSink {
 public:
  Reporter(const RowTerms& terms, ChangeWriter* writer, std::uint64_t limit)
      : terms_(terms), writer_(writer), limit_(limit) {}

  Result<void> take(const reconcile::RowChange& change) override {
    auto seen = shown(change, terms_);
    if (!seen) return failure(seen.error());
    show(*seen);
    return {};
  }

  void show(const ShownChange& change) {
    std::uint64_t& rows = change.kind == ChangeKind::removed ? summary.removed
                          : change.kind == ChangeKind::added ? summary.added
                          : change.kind == ChangeKind::moved ? summary.moved
                                                             : summary.changed;
    if (__builtin_add_overflow(rows, change.count, &rows)) rows = std::numeric_limits<std::uint64_t>::max();
    ++summary.changes;
    if (!terms_.is_table) returns.count(change);
    if (writer_ == nullptr || limit_ == 0) {
      ++summary.not_shown;
      return;
    }
    --limit_;
    writer_->write(change);
  }

  DiffSummary summary;
  ReturnCounts returns;  // of lines

 private:
  const RowTerms& terms_;
  ChangeWriter* writer_;  // none if nothing is to be shown
  std::uint64_t limit_;
};

}  // namespace peel::cli
