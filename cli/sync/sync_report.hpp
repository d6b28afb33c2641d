// What a sync says at its end: what was done, or would be, and whether it is proved.
#pragma once

#include "peel/reconcile/target.hpp"

#include "cli/output/output.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/sync/delete_limit.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

struct SyncOutcome {
  reconcile::SyncReport report;  // RIGHT is the left side of its comparisons: what is there
  std::uint64_t not_shown = 0;   // changes beyond --limit
  std::optional<DeleteLimit> max_delete = {};
  // Of databases:
  std::vector<std::string> triggers = {};  // of RIGHT, which may have changed more
  std::vector<std::string> converting =
      {};  // columns of RIGHT that keep other values than are written to them
  std::vector<std::string> followers = {};  // tables that differed and had no rows of their own to be written
  std::uint64_t left_alone = 0;             // rows that --where has in scope on one side only
};

// One sentence, or two, each on a line.
std::string outcome_in_words(const SyncOutcome& outcome);

// The words on standard output, behind the plan, of which so many changes were not shown. With -z they go to
// standard error, where they cannot be taken for a record.
void write_words(const std::string& words, std::uint64_t not_shown, TextStyle style, Output& output);

// {"summary": ...}, a line.
void write_outcome_as_json(const SyncOutcome& outcome, Output& output);

}  // namespace peel::cli
