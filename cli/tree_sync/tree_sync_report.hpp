// What a sync of folders says: each change that it makes, or would make, and what came of it.
#pragma once

#include "cli/diff/change_writer.hpp"
#include "cli/output/output.hpp"
#include "cli/sync/delete_limit.hpp"
#include "cli/tree_sync/tree_proof.hpp"
#include "cli/tree_sync/tree_work.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

enum class ReportForm : std::uint8_t { nothing, text, json };

struct TreeSyncOutcome {
  const TreeWork& work;
  EntryCounts before;  // of RIGHT
  EntryCounts left;
  Contents contents;
  bool applied = false;
  ChangeCounts done = {};  // if applied
  std::optional<DeleteLimit> exceeded = {};
  std::optional<TreeProof> proof = {};
  std::uint64_t not_shown = 0;
  bool complete = true;        // nothing was in the way of reading and writing
  bool right_is_there = true;  // or was, before

  bool is_equal() const {
    return complete && (proof ? proof->is_equal() : right_is_there && work.counts().all() == 0);
  }
};

// Changes in the order of their paths, at most so many; how many were not shown.
std::uint64_t show_work(const TreeWork& work, ReportForm form, TextStyle style, std::uint64_t limit,
                        Output& output);

void show_outcome(const TreeSyncOutcome& outcome, ReportForm form, TextStyle style, Output& output);
std::string outcome_in_words(const TreeSyncOutcome& outcome);

}  // namespace peel::cli
