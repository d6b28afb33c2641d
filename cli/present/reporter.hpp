// Reporter: shows the changes of a comparison, as many as are wanted.
#pragma once

#include "peel/reconcile/change.hpp"

#include "cli/present/change_writer.hpp"
#include "cli/present/return_counts.hpp"

#include <cstdint>

namespace peel::cli {

class Reporter : public reconcile::ChangeSink {
 public:
  // Without a writer nothing is shown.
  Reporter(const Terms& terms, ChangeWriter* writer, std::uint64_t limit)
      : terms_(terms), writer_(writer), limit_(limit) {}

  Result<void> take(const reconcile::Change& change) override {
    const bool is_shown = writer_ != nullptr && limit_ > 0;
    if (!is_shown) ++not_shown_;
    if (!is_shown && terms_.is_table) return {};
    const auto seen = shown(change, terms_);
    if (!seen) return failure(seen.error());
    if (!terms_.is_table) returns_.count(*seen);
    if (!is_shown) return {};
    --limit_;
    writer_->write(*seen);
    return {};
  }

  std::uint64_t not_shown() const { return not_shown_; }
  std::uint64_t left_to_show() const { return limit_; }
  const ReturnCounts& returns() const { return returns_; }  // at the ends of lines

 private:
  const Terms& terms_;
  ChangeWriter* writer_;
  std::uint64_t limit_;
  std::uint64_t not_shown_ = 0;
  ReturnCounts returns_;
};

}  // namespace peel::cli
