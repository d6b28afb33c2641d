#include "lab/ding_rauen/setting.hpp"

#include <stdexcept>
#include <unordered_set>

namespace peel::lab::ding_rauen {

Multiset paper_multiset(Seed trial) {
  Multiset all;
  all.keys.reserve(kKeys * 4);
  std::unordered_set<std::uint64_t> seen;
  for (std::uint64_t draw = 0; seen.size() < kKeys; ++draw) {
    const std::uint64_t key = 1 + reduce(trial.word(2 * draw), kKeyRange);
    if (!seen.insert(key).second) continue;
    all.keys.resize(all.keys.size() + 4);
    store_le(&all.keys[all.keys.size() - 4], key, 4);
    all.times.push_back(static_cast<std::int64_t>(1 + reduce(trial.word(2 * draw + 1), kCopies)));
  }
  return all;
}

bool lists(const CounterSpec& spec, const ListingEffort& effort, const Multiset& inserted, Seed trial) {
  InvertibleCounter counter(require(CounterShape::from(spec)), HashFamily::fast, trial);
  require(counter.add(inserted.keys, inserted.times));
  const CounterListing listing = counter.consume(effort);
  if (!listing.complete()) return false;
  // What is complete is right unless sums collide: adding it up again, negatively, must leave nothing.
  InvertibleCounter check(counter.shape(), HashFamily::fast, trial);
  require(check.add(inserted.keys, inserted.times));
  InvertibleCounter listed(counter.shape(), HashFamily::fast, trial);
  require(listed.add(listing.keys.packed_keys(), listing.keys.counts()));
  require(check.subtract(listed));
  if (!check.empty() || listing.keys.size() != inserted.times.size()) {
    throw std::logic_error("a complete listing is not what was inserted");
  }
  return true;
}

}  // namespace peel::lab::ding_rauen
