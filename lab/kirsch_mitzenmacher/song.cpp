// Sections 3 and 8: the scheme of Song et al., a counter for each bucket. The paper took its numbers from
// their work; here are those of the library's own table, before their heuristic and after it.
#include "peel/tables/song_places.hpp"
#include "peel/tables/table_key.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

constexpr analysis::SongShape kShape = {.buckets = BucketCount(131'072), .hashes = HashCount(10)};
constexpr ItemCount kSongItems{10'000};
constexpr ItemCount kAbsentFromSong{1'000};

struct Built {
  std::uint32_t overfull;  // buckets with several items
  std::uint32_t excess;    // items beyond one in a bucket
  std::uint32_t saturated;
  std::uint32_t misplaced;  // items that are not where the counters say
  std::uint32_t false_positives;
  std::uint32_t overfull_after;  // the heuristic
};

Built build(Seed trial) {
  const KeyedHash<std::uint64_t> hash(HashFamily::fast, trial);
  std::vector<KeyHash> hashes;
  hashes.reserve(kSongItems.value);
  for (std::uint64_t key = 0; key < kSongItems.value; ++key) hashes.push_back(hash(key));
  SongPlaces places = require(SongPlaces::make(kShape));
  places.build(hashes);
  const SongReport before = places.report();
  Built built{static_cast<std::uint32_t>(before.overfull_buckets),
              static_cast<std::uint32_t>(before.excess_items),
              static_cast<std::uint32_t>(before.saturated_counters),
              0,
              0,
              0};
  for (SongPlaces::Number item = 0; item < kSongItems.value; ++item)
    built.misplaced += places.where(hashes[item]) != places.bucket_of(item) ? 1U : 0U;
  for (std::uint64_t key = kSongItems.value; key < kSongItems.value + kAbsentFromSong.value; ++key)
    built.false_positives += places.where(hash(key)) ? 1U : 0U;
  places.relieve();
  built.overfull_after = static_cast<std::uint32_t>(places.report().overfull_buckets);
  return built;
}

class Tables {
 public:
  explicit Tables(std::vector<Built> built) : built_(std::move(built)) {}

  Estimate mean_share(std::uint32_t Built::*count, std::uint64_t of) const {
    std::vector<double> shares;
    shares.reserve(built_.size());
    for (const Built& each : built_) shares.push_back(each.*count / real(of));
    return Estimate::mean_share(shares, of);
  }
  Estimate mean(std::uint32_t Built::*count, std::uint64_t of) const {
    return mean_share(count, of).times(real(of));
  }
  Estimate any(std::uint32_t Built::*count) const {
    const auto tables = std::ranges::count_if(built_, [=](const Built& each) { return each.*count > 0; });
    return Estimate::proportion(static_cast<std::uint64_t>(tables), built_.size());
  }

 private:
  std::vector<Built> built_;
};

}  // namespace

Outcome song(const RunOptions& options) {
  const analysis::SongForecast forecast = analysis::song_forecast(kShape, kSongItems);
  const Tables tables(run_trials(options, 0, build));
  const Printed very_small{"very, very small", Estimate::computed(1e-12), 0, Origin::derived,
                           Relation::at_most};  // read as smaller than all else in Table 1
  return {{{.what = "bytes of the counters",
            .fact = "004.bytes.song.10k",
            .printed = derived("49152", 0),
            .observed = Estimate::computed(real(require(SongPlaces::make(kShape)).summary_bytes())),
            .expected = real(forecast.bytes)},
           {.what = "false positives, computed",
            .fact = "004.fp.song.10k",
            .printed = derived(".002", 0.0005),
            .expected = forecast.false_positive_rate},
           {.what = "false positives of tables that were built",
            .fact = "004.sim.song.fp",
            .printed = derived(".002", 0.0005),
            .observed = tables.mean_share(&Built::false_positives, kAbsentFromSong.value),
            .expected = forecast.false_positive_rate},
           {.what = "probability that an item is misplaced, its counters all at 7",
            .fact = "004.song.overflow",
            .printed = very_small,
            .expected = forecast.failure},
           {.what = "items that are not where the counters say",
            .observed = tables.mean(&Built::misplaced, kSongItems.value)},
           {.what = "counters of a table that would exceed 7",
            .observed = tables.mean(&Built::saturated, kShape.buckets.value),
            .expected = forecast.overflows},
           {.what = "tables with a bucket of several items, before the heuristic",
            .fact = "004.sim.song.basic",
            .observed = tables.any(&Built::overfull)},
           {.what = "items in excess, before the heuristic",
            .fact = "004.sim.song.basic",
            .observed = tables.mean(&Built::excess, kSongItems.value)},
           {.what = "tables with a bucket of several items, after the heuristic",
            .printed = Printed{"none in a million", Estimate::proportion(0, 1'000'000), 0, Origin::measured},
            .observed = tables.any(&Built::overfull_after)}}};
}

}  // namespace peel::lab::kirsch_mitzenmacher
