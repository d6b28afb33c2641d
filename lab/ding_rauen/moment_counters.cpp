// What docs/theory/invertible-counters.md claims of moment counters.
#include "peel/analysis/listing_failure.hpp"

#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace peel::lab::ding_rauen {

namespace {

struct MomentListing {
  bool complete;
  std::uint64_t wrong;  // keys or multiplicities that are not what was inserted
};

struct Load {
  std::uint64_t keys;
  double keys_per_word;
  std::uint64_t segments;
  std::uint64_t copies;  // each key comes 1 to so many times
};

CellCount moment_cells(const Load& load) {
  constexpr double kWords = 4;
  return CellCount(
      static_cast<std::uint64_t>(static_cast<double>(load.keys) / (load.keys_per_word * kWords)));
}

// Keys of 8 bytes, three hashes, coupled.
MomentListing list_moments(const Load& load, Seed trial) {
  InvertibleCounter counter(
      require(CounterShape::from({.cells = moment_cells(load), .segments = SegmentCount(load.segments)})),
      HashFamily::fast, trial.derive(1));
  const auto keys = keys_from(trial.derive(0), 0, ItemCount(load.keys));
  std::vector<std::int64_t> times;
  std::unordered_map<std::uint64_t, std::int64_t> model;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    times.push_back(static_cast<std::int64_t>(1 + reduce(trial.word(i), load.copies)));
    model[keys[i]] = times.back();
  }
  require(counter.add(packed_keys(keys), times));
  const CounterListing listing = counter.consume();
  MomentListing result{listing.complete() && listing.keys.size() == keys.size(), 0};
  for (std::size_t i = 0; i < listing.keys.size(); ++i) {
    const auto found = model.find(listing.keys.key_integer(i));
    const bool right = found != model.end() && found->second == listing.keys.count(i);
    if (!right) ++result.wrong;
  }
  return result;
}

void measure(const Load& load, const std::string& name, const RunOptions& options,
             std::vector<Finding>& findings) {
  const auto results =
      run_trials(options, findings.size(), [&](Seed trial) { return list_moments(load, trial); });
  const auto complete =
      static_cast<std::uint64_t>(std::ranges::count(results, true, &MomentListing::complete));
  double wrong = 0;
  for (const MomentListing& result : results) wrong += static_cast<double>(result.wrong);
  const auto failure = analysis::listing_failure(
      ItemCount(load.keys), {moment_cells(load), HashCount(3), SegmentCount(load.segments)},
      analysis::KeysPerCell::two);
  findings.push_back({.what = name + ": trials listed, %",
                      .observed = Estimate::proportion(complete, options.trials).in_percent(),
                      .expected = 100 * (1 - failure.probability),
                      .believed = Interval{100 * (1 - failure.most), 100 * (1 - failure.least)}});
  findings.push_back(
      {.what = name + ": wrong keys in all trials", .observed = Estimate::computed(wrong), .expected = 0});
}

}  // namespace

Outcome moment_capacity(const RunOptions& options) {
  std::vector<Finding> findings;
  measure({10'000, 0.41, 24, kCopies}, "10,000 keys, 0.41 per word, 24 segments", options, findings);
  measure({100'000, 0.44, 60, kCopies}, "100,000 keys, 0.44 per word, 60 segments", options, findings);
  return {findings};
}

Outcome moment_multiplicities(const RunOptions& options) {
  std::vector<Finding> findings;
  for (const std::uint64_t copies : {kCopies, std::uint64_t{1} << 32}) {
    measure({10'000, 0.40, 24, copies}, "10,000 keys, up to " + std::to_string(copies) + " copies", options,
            findings);
  }
  return {findings};
}

}  // namespace peel::lab::ding_rauen
