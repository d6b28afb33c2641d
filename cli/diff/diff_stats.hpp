// How a difference was found, and what to think of it.
#pragma once

#include "peel/invertible/strata_estimator.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

struct DiffStats {
  std::string method;
  std::string why;
  std::uint64_t passes = 0;
  std::uint64_t rows_left = 0;
  std::uint64_t rows_right = 0;
  bool is_tree = false;                         // rows are entries of folders
  std::uint64_t bytes_read = 0;                 // by all passes
  std::optional<StrataEstimate> estimate = {};  // where one was needed
  std::uint64_t cells = 0;                      // of the table that was listed, or that was too small
  std::uint64_t sketch_bytes = 0;               // of memory, for one side
  std::uint64_t spilled_bytes = 0;
  double pair_error = 0;   // that two given rows that differ hide each other
  double other_error = 0;  // of anything else that would go unnoticed
};

struct DiffSummary {
  std::uint64_t changes = 0;  // of all kinds, whatever their counts
  std::uint64_t removed =
      0;  // rows, by multiplicity; a forged sketch may claim more than fit, which stay at the most
  std::uint64_t added = 0;
  std::uint64_t changed = 0;
  std::uint64_t moved = 0;          // files of folders, under another path
  std::uint64_t not_shown = 0;      // changes beyond --limit
  bool complete = true;             // all differences were found
  std::string why_incomplete = {};  // a sentence, where they were not
  DiffStats stats = {};

  bool same() const { return complete && changes == 0; }
  // What was found of another table.
  void add(const DiffSummary& other);
  // The probability that this is not the truth. Had two rows hidden each other, there would be one more on
  // each side.
  double error_bound() const {
    const auto left = static_cast<double>(removed + changed + 1);
    const auto right = static_cast<double>(added + changed + 1);
    return left * right * stats.pair_error + stats.other_error;
  }
};

}  // namespace peel::cli
