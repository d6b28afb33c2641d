#include "lab/ding_rauen/critical_load.hpp"

#include "lab/trials.hpp"

namespace peel::lab::ding_rauen {

namespace {

constexpr double kStep = 0.004;  // keys per cell

}  // namespace

CounterSpec cells_of(CounterVariant variant, HashCount hashes, KeptKey kept) {
  return {.cells = CellCount(0),
          .hashes = hashes,
          .key_width = ByteWidth(kKeyBytes),
          .variant = variant,
          .kept = kept};
}

CounterSpec coupled_cells_of(CounterVariant variant, HashCount hashes, SegmentCount segments) {
  CounterSpec spec = cells_of(variant, hashes);
  spec.segments = segments;
  return spec;
}

CellCount cells_for_load(double keys_per_cell) {
  return CellCount(static_cast<std::uint64_t>(static_cast<double>(kKeys) / keys_per_cell));
}

double greatest_load(double threshold, const Bracket& bracket, const std::function<bool(double)>& lists_at) {
  double listed = bracket.low * threshold;
  double failed = bracket.high * threshold;
  while (failed - listed > kStep) {
    const double load = (listed + failed) / 2;
    (lists_at(load) ? listed : failed) = load;
  }
  return listed;
}

double critical_load(const Kind& kind, double threshold, const Bracket& bracket, Seed trial) {
  const Multiset inserted = paper_multiset(trial.derive(0));
  return greatest_load(threshold, bracket, [&](double load) {
    CounterSpec spec = kind.cells;
    spec.cells = cells_for_load(load);
    return lists(spec, kind.effort, inserted, trial.derive(1));
  });
}

Estimate mean_load(std::span<const double> loads) {
  Estimate mean = Estimate::mean(loads);
  mean.judged = {mean.judged.low - kStep, mean.judged.high + kStep};
  return mean;
}

Finding measured_load(const Kind& kind, double threshold, const RunOptions& options, std::uint64_t purpose,
                      const Bracket& bracket) {
  const auto loads = run_trials(options, purpose,
                                [&](Seed trial) { return critical_load(kind, threshold, bracket, trial); });
  return {.what = kind.name + ", h=" + std::to_string(kind.cells.hashes.value) + ", keys per cell",
          .observed = mean_load(loads),
          .expected = threshold,
          .believed = Interval{threshold * (1 - kFiniteSize), threshold * (1 + kSampling)},
          .digits = 4};
}

}  // namespace peel::lab::ding_rauen
