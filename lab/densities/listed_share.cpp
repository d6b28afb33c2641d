#include "lab/densities/listed_share.hpp"

#include "peel/analysis/irregular_peeling.hpp"
#include "peel/hashing/mix.hpp"

#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>

namespace peel::lab::densities {

namespace {

// Equal for equal sets of keys, in whatever order, and for others once in 2^64.
class KeySum {
 public:
  void add(std::uint64_t key) { sum_ += scramble(key ^ kGolden); }
  friend bool operator==(const KeySum&, const KeySum&) = default;

 private:
  std::uint64_t sum_ = 0;
};

struct Listed {
  bool complete;
  double share;  // of the keys
};

Listed fill_and_list(ItemCount keys, const IbltShape& shape, Seed trial) {
  Iblt table(shape, HashFamily::fast, trial.derive(1));
  const auto inserted = keys_from(trial.derive(0), 0, keys);
  require(table.insert(inserted));
  const Listing listing = table.consume();
  const double share = static_cast<double>(listing.inserted.size()) / static_cast<double>(keys.value);
  if (!listing.complete()) return {false, share};
  KeySum given, listed;
  for (const std::uint64_t key : inserted) given.add(key);
  for (std::size_t i = 0; i < listing.inserted.size(); ++i) listed.add(listing.inserted.key_integer(i));
  if (listing.inserted.size() != keys.value || !(given == listed)) {
    throw std::logic_error("a complete listing is not what was inserted");
  }
  return {true, share};
}

std::string decimal(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

}  // namespace

std::string Kind::name() const {
  if (light.any()) {
    return "irregular, " + std::to_string(light.hashes.value) + " or " + std::to_string(hashes.value) +
           " cells a key";
  }
  const std::string k = ", k=" + std::to_string(hashes.value);
  return is_coupled() ? "coupled" + k + ", " + std::to_string(sub_tables.value) + " segments"
                      : "partitioned" + k;
}

Kind irregular() {
  return {HashCount(kMaxHashes), SegmentCount(kMaxHashes), analysis::densest_light_keys()};
}

ListedShare measure(const Kind& kind, CellCount cells, ItemCount keys, const RunOptions& options,
                    std::vector<Finding>& findings) {
  const IbltShape shape = require(IbltShape::from(
      {.cells = cells,
       .hashes = kind.hashes,
       .segments = kind.is_coupled() ? kind.sub_tables : SegmentCount(0),
       .weights = kind.light.any() ? KeyWeights{kind.light, WeightSource::hash} : KeyWeights{}}));
  const auto results =
      run_trials(options, findings.size(), [&](Seed trial) { return fill_and_list(keys, shape, trial); });
  const auto complete = static_cast<std::uint64_t>(std::ranges::count(results, true, &Listed::complete));
  const ListedShare listed{shape.cells(), Estimate::proportion(complete, options.trials).in_percent(),
                           Estimate::mean(numbers_of(results, &Listed::share)).in_percent()};
  const auto failure = analysis::listing_failure(keys, kind.geometry(cells));
  const double density = static_cast<double>(shape.cells().value) / static_cast<double>(keys.value);
  findings.push_back({.what = kind.name() + ", " + decimal(density) + " cells per key: trials listed, %",
                      .observed = listed.complete,
                      .expected = 100 * (1 - failure.probability),
                      .believed = Interval{100 * (1 - failure.most), 100 * (1 - failure.least)},
                      .digits = 4});
  return listed;
}

}  // namespace peel::lab::densities
