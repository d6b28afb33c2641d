// What the lab found, as a folder of files: index.html (one page that needs nothing else), report.md with
// plots/*.svg beside it, and report.json (the lines that `peel lab --json` prints).
#pragma once

#include "peel/core/result.hpp"

#include "cli/lab/finished_run.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace peel::cli {

// Under which conditions the numbers came about. Date and machine are in the pages and not in the JSON, which
// two runs of one seed share byte for byte.
struct ReportHead {
  std::string date;     // "2026-11-16"
  std::string machine;  // "2 cores, x86-64, GCC 12.2, release build"
  std::string trials;   // "as each experiment asks", "as the papers made", "100"
  std::uint64_t seed;
  std::string version;  // of peel
  std::string command;  // that makes the report again
};

// Makes the folders if they are missing, and tries gnuplot: what a report would fail for after a run of hours
// can be known before. Fails with `io`.
Result<void> prepare_report(const std::string& folder);

// Each file is written whole or not at all; those of an earlier report are replaced. Fails with `io`.
Result<void> write_report(const std::string& folder, const ReportHead& head,
                          std::span<const FinishedRun> runs);

}  // namespace peel::cli
