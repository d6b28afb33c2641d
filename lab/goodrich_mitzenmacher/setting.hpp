// The setting of the paper's section 5: five hash functions, and ten keys to eighty cells where GET matters.
#pragma once

#include "peel/core/types.hpp"
#include "peel/invertible/iblt_shape.hpp"

#include "lab/experiment.hpp"
#include "lab/workload.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace peel::lab::goodrich_mitzenmacher {

inline constexpr HashCount kHashes{5};
inline constexpr ItemCount kKeys{10'000};
inline constexpr CellCount kCells{80'000};
inline constexpr ItemCount kManyKeys{100'000};
inline constexpr CellCount kManyCells{800'000};
inline constexpr std::uint64_t kPaperTrials = 20'000;
inline constexpr std::uint64_t kFurtherTrials = 200'000;

// Which numbers of a trial's seed serve for what.
inline constexpr std::uint64_t kForKeys = 0;
inline constexpr std::uint64_t kForTable = 1;
inline constexpr std::uint64_t kForChoices = 2;

// Keys and values of 8 bytes.
inline IbltShape shape_of(CellCount cells, CellArithmetic arithmetic, CellChecks checks, IbltFaults faults,
                          HashCount hashes = kHashes) {
  return require(IbltShape::from({.cells = cells,
                                  .hashes = hashes,
                                  .value_width = ByteWidth(8),
                                  .arithmetic = arithmetic,
                                  .checks = checks,
                                  .must_tolerate = faults}));
}

inline Iblt empty_table(const IbltShape& shape, Seed trial) {
  return Iblt(shape, HashFamily::fast, trial.derive(kForTable));
}

// A number of the paper's own 20,000 trials, in percent.
inline Printed printed_share(std::string text, std::uint64_t of_paper_trials) {
  return {std::move(text), Estimate::proportion(of_paper_trials, kPaperTrials).in_percent(), 0,
          Origin::measured};
}

// "With high probability", of which the paper says no more: read as in at least 99 % of the trials.
inline Printed printed_with_high_probability() {
  return {"w.h.p.", Estimate::computed(100), 1, Origin::derived};
}

// "97.83 percent", the paper's mean over 20,000 trials; its sampling error of 0.001 is below its rounding.
inline Printed printed_get_success() {
  return {"97.83", Estimate::computed(97.83), 0.005, Origin::measured};
}

}  // namespace peel::lab::goodrich_mitzenmacher
