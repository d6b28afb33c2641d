// What a diff says at its end.
#pragma once

#include "cli/diff/live_diff.hpp"

#include <cstdint>

namespace peel::cli {

struct DiffSummary {
  std::uint64_t removed = 0;  // rows, by multiplicity
  std::uint64_t added = 0;
  std::uint64_t changed = 0;
  std::uint64_t not_shown = 0;  // changes beyond --limit
  bool complete = true;         // all differences were found
  bool uses_digests = false;    // some rows are known only by a digest
  DiffStats stats;

  bool same() const { return complete && removed + added + changed == 0; }
  // The probability that two rows hid each other because their digests agree.
  double error_bound() const;
};

}  // namespace peel::cli
