// Report: how a difference was found, how much it is, and what to think of it. Numbers and names of cases;
// words are made of them by whoever shows it.
#pragma once

#include "peel/invertible/strata_estimator.hpp"

#include <cstdint>
#include <optional>

namespace peel::reconcile {

// How a comparison may be done.
enum class Method : std::uint8_t {
  automatic,    // whichever of the next three costs least
  in_step,      // equal rows at the same place were passed over
  sketch,       // digests of rows in tables, then the rows in question
  exact,        // every row against every other
  sketch_file,  // one side is a sketch
  tree,         // entries of folders, by path
  mixed,        // several tables, each in its own way
};

// Why that method.
enum class Reason : std::uint8_t {
  none,
  asked_for,
  same_order,            // rows stand in the same order on both sides
  small_sources,         // a summary would save nothing
  fits_first_table,      // the difference could be listed at once
  table_was_planned,     // the difference was estimated, then a table planned for it
  large_share,           // the difference is a large share of the rows
  table_too_large,       // no table is large enough
  table_beyond_memory,   // a table for the difference would exceed the memory allowed
  planned_did_not_list,  // a table of planned size did not list, against all odds
  rows_beyond_memory,    // the rows in question exceed the memory allowed
  rows_unaccounted,      // the rows found do not account for what was listed
  side_is_sketch,
  listed_from_stream,  // a side is far away: cells were sent until the difference was listed
  each_table_by_itself,
  contents_read,  // of folders: files of one size were compared byte by byte
  size_and_time,  // of folders: these stand for contents
  paths_alone,    // of folders: neither contents nor times count
};

// What is left open where not all differences were found.
enum class Gap : std::uint8_t {
  none,
  beyond_estimate,  // more items differ than can be estimated
  unlucky_table,  // about `about` items differ, which such a table lists almost always: another seed mends it
  beyond_capacity,  // about `about` items differ, more than the table can list
  rows_not_found,   // `missing` rows that were listed are not in the source: a sketch is damaged, or listing
                    // erred
  unreadable,       // something of a side could not be read
};

// What sessions with peers have cost.
struct Traffic {
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t round_trips = 0;  // how often an answer was waited for
};

struct Report {
  std::uint64_t changes = 0;  // of all kinds, whatever their counts
  // Rows, by multiplicity; a forged sketch may claim more than fit, which stay at the most.
  std::uint64_t removed = 0;
  std::uint64_t added = 0;
  std::uint64_t changed = 0;
  std::uint64_t moved = 0;  // files of folders, under another path

  Gap gap = Gap::none;
  std::uint64_t about = 0;            // see Gap
  std::uint64_t capacity_needed = 0;  // items that a table should have room for, to close the gap
  std::uint64_t missing = 0;

  Method method = Method::automatic;
  Reason reason = Reason::none;
  std::uint64_t passes = 0;
  std::uint64_t rows_left = 0;
  std::uint64_t rows_right = 0;
  std::uint64_t bytes_read = 0;                 // by all passes
  std::optional<StrataEstimate> estimate = {};  // where one was needed
  std::uint64_t cells = 0;                      // of the table that was listed, or that was too small
  std::uint64_t sketch_bytes = 0;               // of memory, for one side
  std::uint64_t spilled_bytes = 0;
  std::optional<Traffic> traffic = {};  // where a side is far away
  double pair_error = 0;                // that two given rows that differ hide each other
  double other_error = 0;               // of anything else that would go unnoticed

  bool complete() const { return gap == Gap::none; }
  bool same() const { return complete() && changes == 0; }

  // The probability that this is not the truth. Had two rows hidden each other, there would be one more on
  // each side.
  double error_bound() const {
    const auto left = static_cast<double>(removed + changed + 1);
    const auto right = static_cast<double>(added + changed + 1);
    return left * right * pair_error + other_error;
  }

  // Counts what was found of another table.
  void add(const Report& other);
};

}  // namespace peel::reconcile
