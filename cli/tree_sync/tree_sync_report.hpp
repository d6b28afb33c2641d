// What a sync of folders says: each change that it makes, or would make, and what came of it.
#pragma once

#include "cli/output/output.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/sync/delete_limit.hpp"
#include "sources/tree/sync/tree_target.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

enum class ReportForm : std::uint8_t { nothing, text, json };

struct TreeSyncOutcome {
  const sources::tree::TreeTarget& target;
  bool applied = false;
  std::optional<DeleteLimit> exceeded = {};
  std::uint64_t not_shown = 0;

  // Nothing was in the way of reading and writing.
  bool is_complete() const { return target.troubles().empty(); }
  bool is_equal() const {
    if (!is_complete()) return false;
    if (target.proof()) return target.proof()->is_equal();
    return !target.right_was_missing() && target.work().counts().all() == 0;
  }
};

// Changes in the order of their paths, at most so many; how many were not shown.
std::uint64_t show_work(const sources::tree::TreeWork& work, ReportForm form, TextStyle style,
                        std::uint64_t limit, Output& output);

void show_outcome(const TreeSyncOutcome& outcome, ReportForm form, TextStyle style, Output& output);
std::string outcome_in_words(const TreeSyncOutcome& outcome);

}  // namespace peel::cli
