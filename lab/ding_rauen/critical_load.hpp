// The most keys per cell with which a counter still lists everything, found by halving an interval for each
// trial's multiset. The measure of the paper's Table III.
#pragma once

#include "peel/invertible/counter_listing.hpp"
#include "peel/invertible/counter_shape.hpp"

#include "lab/ding_rauen/setting.hpp"
#include "lab/experiment.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace peel::lab::ding_rauen {

struct Kind {
  std::string name;
  CounterSpec cells;  // but for their number
  ListingEffort effort = {};
};

// Keys of 4 bytes, as the setting has them.
CounterSpec cells_of(CounterVariant variant, HashCount hashes, KeptKey kept = KeptKey::first);
CounterSpec coupled_cells_of(CounterVariant variant, HashCount hashes, SegmentCount segments);

// So many cells that kKeys keys load them so.
CellCount cells_for_load(double keys_per_cell);

// A counter of 10,000 keys fails a little below the threshold of large ones, and the halving stops somewhat
// below where it fails.
inline constexpr double kFiniteSize = 0.015;
inline constexpr double kSampling = 0.004;
// The threshold for random kept keys takes multiplicities as equal; keys that come often are kept in more
// cells, and fewer keys are kept at all.
inline constexpr double kUnequal = 0.03;

// Where the halving looks, in shares of the threshold. An end that it comes to is outside of what is
// believed.
struct Bracket {
  double low = 0.97;
  double high = 1.012;
};

// The greatest load that still lists, if every smaller one does, to within a step of 0.004 keys per cell.
double greatest_load(double threshold, const Bracket& bracket, const std::function<bool(double)>& lists_at);

double critical_load(const Kind& kind, double threshold, const Bracket& bracket, Seed trial);

// The mean load of trials. Judged wider by the last step of the halving: trials that end at the same step do
// not pass for certainty.
Estimate mean_load(std::span<const double> loads);

// What trials of 10,000 keys come to, beside the threshold of large tables.
Finding measured_load(const Kind& kind, double threshold, const RunOptions& options, std::uint64_t purpose,
                      const Bracket& bracket = {});

}  // namespace peel::lab::ding_rauen
