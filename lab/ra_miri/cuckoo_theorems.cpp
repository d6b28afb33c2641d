// The two theorems on the cuckoo graph, m = (1 + eps) n: how often tables have no place for all keys, and how
// many slots a component has. Tables and graphs are made of the same keys, and must agree.
#include "peel/analysis/cuckoo.hpp"

#include "lab/ra_miri/cuckoo_graph.hpp"
#include "lab/ra_miri/experiments.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace peel::lab::ra_miri {

namespace {

constexpr std::array<std::uint64_t, 3> kTableSizes = {250, 1'000, 4'000};

struct Load {
  const char* epsilon;
  double value;
  const char* largest_component;  // as printed, 1 + 1/eps
};
constexpr std::array kLoads = {Load{"0.1", 0.1, "<= 11"}, Load{"0.25", 0.25, "<= 5"},
                               Load{"0.5", 0.5, "<= 3"}, Load{"1", 1, "<= 2"}};

struct Size {
  SlotCount slots;  // of each table
  ItemCount keys;
};

Size size_of(const Load& load, std::uint64_t slots) {
  return {SlotCount(slots),
          ItemCount(static_cast<std::uint64_t>(static_cast<double>(slots) / (1 + load.value)))};
}

analysis::CuckooPairLoad as_load(const Size& size) {
  return {size.keys, BucketCount(size.slots.value)};
}

// Small tables are many, so that a trial of any size has as many slots.
std::uint64_t tables_of(const Size& size) {
  return kTableSizes.back() / size.slots.value;
}

// Of the tables of one trial.
struct Shares {
  double rehashes = 0;   // have no place for some key
  double disagree = 0;   // with the graph of the same keys
  double component = 0;  // mean number of slots in the component of a slot
};

// Whether all keys find a place without new functions.
bool takes_all(const Size& size, std::span<const std::uint64_t> keys,
               const PairFunctions<std::uint64_t>& functions) {
  CuckooPair<std::uint64_t, char> table(size.slots, functions,
                                        {.displacements = 4 * size.slots.value, .rehashes = 0});
  return std::ranges::all_of(keys, [&](std::uint64_t key) {
    return table.insert_or_assign(key, 'x').outcome == PairPlaced::inserted;
  });
}

Shares run(const Size& size, Seed seed) {
  Shares shares;
  const double each = 1 / static_cast<double>(tables_of(size));
  for (std::uint64_t i = 0; i < tables_of(size); ++i) {
    const Seed of_table = seed.derive(i);
    const auto keys = keys_from(of_table.derive(0), 0, size.keys);
    const auto functions = keyed_pair_functions<std::uint64_t>(size.slots, of_table.derive(1));
    const CuckooGraph graph(size.slots, keys, functions);
    const bool all = takes_all(size, keys, functions);
    shares.rehashes += all ? 0 : each;
    shares.disagree += all == graph.is_crowded() ? each : 0;
    shares.component += graph.mean_component() * each;
  }
  return shares;
}

struct Curves {
  plot::Series first_order, exact, observed;
};

Curves empty_curves(const Load& load) {
  const std::string eps = std::string(", eps = ").append(load.epsilon);
  return {{"first order in 1/m" + eps, plot::Source::theory, {}},
          {"exact" + eps, plot::Source::theory, {}},
          {"tables" + eps, plot::Source::observed, {}}};
}

// What m P tends to.
double constant_of(const Load& load) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 40;
  return static_cast<double>(kLarge) * analysis::rehash_probability(as_load(size_of(load, kLarge)));
}

// That m P stays below a constant is what O(1/m) says.
Finding bicycles(const Load& load, const Size& size, const Estimate& rehashes, Curves& curves) {
  const auto m = static_cast<double>(size.slots.value);
  const double first_order = analysis::rehash_probability(as_load(size)),
               exact = require(analysis::exact_rehash_probability(as_load(size)));
  curves.first_order.points.push_back({m, first_order});
  curves.exact.points.push_back({m, exact});
  if (rehashes.value > 0)
    curves.observed.points.push_back({m, rehashes.value, rehashes.shown.low, rehashes.shown.high});
  return {.what = std::string("m P(more than one cycle), eps = ").append(load.epsilon) +
                  ", m = " + std::to_string(size.slots.value),
          .fact = std::string("002.thm.bicycle.eps").append(load.epsilon),
          .printed = Printed{"O(1/m) for P", Estimate::computed(constant_of(load)), 0, Origin::derived,
                             Relation::at_most},
          .observed = rehashes.times(m),
          .expected = m * exact};
}

Finding component(const Load& load, const Size& size, const Estimate& slots) {
  return {.what = std::string("slots in the component of a slot, eps = ").append(load.epsilon) +
                  ", m = " + std::to_string(size.slots.value),
          .fact = std::string("002.thm.compsize.eps").append(load.epsilon),
          .printed = Printed{load.largest_component, Estimate::computed(1 + 1 / load.value), 0,
                             Origin::derived, Relation::at_most},
          .observed = slots};
}

}  // namespace

Outcome cuckoo_theorems(const RunOptions& options) {
  Outcome outcome;
  double disagree = 0;
  plot::Plot rehashes{.title = "Two tables of m slots, m = (1 + eps) n",
                      .x = {.label = "slots m of each table", .scale = plot::Scale::logarithmic},
                      .y = {.label = "probability of a rehash", .scale = plot::Scale::logarithmic},
                      .series = {}};
  plot::Plot components{.title = "Components of the cuckoo graph",
                        .x = {.label = "eps", .scale = plot::Scale::logarithmic},
                        .y = {.label = "slots in the component of a slot"},
                        .series = {{"1 + 1/eps", plot::Source::printed, {}}}};
  for (const std::uint64_t slots : kTableSizes)
    components.series.push_back({"m = " + std::to_string(slots), plot::Source::observed, {}});
  for (const Load& load : kLoads) {
    Curves curves = empty_curves(load);
    components.series[0].points.push_back({load.value, 1 + 1 / load.value});
    for (std::size_t i = 0; i < kTableSizes.size(); ++i) {
      const Size size = size_of(load, kTableSizes[i]);
      const auto trials = run_trials(options, size.slots.value * 10'000 + size.keys.value,
                                     [&](Seed seed) { return run(size, seed); });
      for (const Shares& trial : trials) disagree += trial.disagree;
      const Estimate crowded = Estimate::mean_share(numbers_of(trials, &Shares::rehashes), tables_of(size)),
                     reached = Estimate::mean(numbers_of(trials, &Shares::component));
      outcome.findings.push_back(bicycles(load, size, crowded, curves));
      outcome.findings.push_back(component(load, size, reached));
      components.series[1 + i].points.push_back(
          {load.value, reached.value, reached.shown.low, reached.shown.high});
    }
    rehashes.series.insert(rehashes.series.end(), {curves.first_order, curves.exact, curves.observed});
  }
  outcome.findings.push_back({.what = "tables that take all keys though their graph says no, or the reverse",
                              .observed = Estimate::computed(disagree),
                              .expected = 0});
  outcome.plots = {rehashes, components};
  return outcome;
}

}  // namespace peel::lab::ra_miri
