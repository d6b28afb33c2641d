// LiveDiff: what differs between two sources that can both be read. Order-free, and without a size from the
// user.
//
//   in step   equal rows at the same place are passed over; if that works to the end, it is all
//   sketch    both sides fill a table of row digests at the same time, the difference of the tables is
//             listed, and a second pass fetches the rows in question; by key, where the source has an index
//   exact     every row against every other, on disk beyond the memory allowed: for small data, and for
//             differences that are a large share of it
//
// A sketch that does not list is followed by one of planned size, or by the exact comparison. Whatever was
// listed is checked against the rows that the second pass finds.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/diff_stats.hpp"
#include "cli/diff/digest_table.hpp"
#include "cli/diff/file_sketch.hpp"
#include "cli/diff/row_items.hpp"
#include "cli/diff/side.hpp"
#include "cli/progress.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

enum class DiffMethod : std::uint8_t { automatic, sketch, exact };

struct LiveDiffOptions {
  DiffMethod method = DiffMethod::automatic;
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
  Seed seed = {};  // a fresh one for each diff
  // No side can have a row twice: its key is unique on both.
  bool rows_are_unique = false;
};

class LiveDiff {
 public:
  LiveDiff(DiffSides sides, LiveDiffOptions options, Progress& progress);

  // Hands on every change. Fails if a source cannot be read, a temporary file cannot be written, or as the
  // sink does.
  Result<void> run(ChangeSink& sink);
  const DiffStats& stats() const { return stats_; }

 private:
  struct Fetched;

  Result<bool> found_in_step(FileSketch& left, FileSketch& right, ChangeSink& sink);
  Result<void> compare_sketches(FileSketch left, const FileSketch& right, ChangeSink& sink);
  Result<void> compare_planned(const StrataEstimate& estimate, ChangeSink& sink);
  Result<void> fetch_rows(const Listing& listing, ChangeSink& sink);
  Result<void> compare_exactly(std::string why, ChangeSink& sink);
  Result<void> fill(FileSketch& left, FileSketch& right, const char* what);
  Result<Fetched> fetch(reconcile::Side side, const DigestTable& digests, std::atomic<bool>& stop);
  Result<void> rewind();
  Result<void> rewind_to_rows(reconcile::Side side, const Listing& listing);
  void account_for_pass();

  DiffSides sides_;
  LiveDiffOptions options_;
  Progress& progress_;
  RowItems items_;
  DiffStats stats_;
};

}  // namespace peel::cli
