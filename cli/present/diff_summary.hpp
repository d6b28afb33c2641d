// What is said of a comparison when it is over, and the words for it.
#pragma once

#include "peel/reconcile/report.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace peel::cli {

struct DiffSummary : reconcile::Report {
  DiffSummary() = default;
  explicit DiffSummary(const reconcile::Report& report) : Report(report) {}

  std::uint64_t not_shown = 0;      // changes beyond --limit
  std::string why_incomplete = {};  // a sentence, where not all differences were found
  bool is_tree = false;             // rows are entries of folders
};

// "in_step", "sketch", ...: as programs read it.
std::string_view name_of(reconcile::Method method);
// Why that method was used.
std::string_view in_words(reconcile::Reason reason);
// Why not all differences were found, and what to do; empty if they were. `source` is the side with rows.
std::string gap_in_words(const reconcile::Report& report, std::string_view source);

}  // namespace peel::cli
