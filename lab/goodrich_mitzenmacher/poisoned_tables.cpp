#include "lab/goodrich_mitzenmacher/poisoned_tables.hpp"

#include "peel/analysis/peeling.hpp"

#include "lab/trials.hpp"

#include <algorithm>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

struct RecoveryTrial {
  bool complete;
};

}  // namespace

IbltShape PoisonedSetting::shape() const {
  return shape_of(cells, CellArithmetic::wrapping_sums, CellChecks::keys_and_values, {.several_values = true},
                  hashes);
}

double PoisonedSetting::lost_probability(ItemCount lost) const {
  return analysis::lost_count_probability(valid(), lost, analysis::lost_to_poison(poisoned, cells, hashes));
}

Iblt poisoned_table(const PoisonedSetting& setting, const IbltShape& shape,
                    std::span<const std::uint64_t> keys, Seed trial) {
  const auto poisoned = keys.first(setting.poisoned.value);
  const auto valid = keys.subspan(setting.poisoned.value);
  Iblt table = empty_table(shape, trial);
  require(table.insert(valid, values_of(valid)));
  require(table.insert(poisoned, values_of(poisoned, 1)));
  require(table.insert(poisoned, values_of(poisoned, 2)));
  return table;
}

std::uint64_t complete_recoveries(const PoisonedSetting& setting, const RunOptions& options) {
  const IbltShape shape = setting.shape();
  const auto results = run_trials(options, setting.poisoned.value, [&](Seed trial) {
    const auto keys = keys_from(trial.derive(kForKeys), 0, setting.keys);
    Iblt table = poisoned_table(setting, shape, keys, trial);
    return RecoveryTrial{check_listing(table.consume()).right == setting.valid().value};
  });
  return static_cast<std::uint64_t>(std::ranges::count(results, true, &RecoveryTrial::complete));
}

}  // namespace peel::lab::goodrich_mitzenmacher
