#include "peel/analysis/multilevel_turnover.hpp"

namespace peel::analysis {

double erlang_loss(double load, SlotCount lines) {
  double loss = 1;
  for (std::uint64_t line = 1; line <= lines.value; ++line)
    loss = load * loss / (static_cast<double>(line) + load * loss);
  return loss;
}

Turnover multilevel_turnover(const MultilevelShape& shape, ItemCount items) {
  Turnover turnover = {{}, 1};
  for (const BucketCount buckets : shape.all_buckets()) {
    const double coming = static_cast<double>(items.value) * turnover.crises;
    const double lost = erlang_loss(coming / static_cast<double>(buckets.value), shape.slots());
    turnover.items.push_back(coming * (1 - lost));
    turnover.crises *= lost;
  }
  // The others cannot fill the buckets of a key in all sub-tables.
  if (items.value <= shape.sub_tables() * shape.slots().value) turnover.crises = 0;
  return turnover;
}

}  // namespace peel::analysis
