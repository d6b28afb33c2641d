#include "lab/ding_rauen/setting.hpp"

#include <stdexcept>
#include <unordered_set>

namespace peel::lab::ding_rauen {

namespace {

enum class ListedAs : std::uint8_t { right, wrong, incomplete };

ListedAs fill_and_check(const ItemHashing& hashing, const CounterShape& shape, const ListingEffort& effort,
                        const Multiset& inserted) {
  InvertibleCounter counter(shape, hashing);
  require(counter.add(inserted.keys, inserted.times));
  const CounterListing listing = counter.consume(effort);
  if (!listing.complete()) return ListedAs::incomplete;
  // What is complete is right unless sums collide: adding it up again, negatively, must leave nothing.
  InvertibleCounter check(shape, hashing);
  require(check.add(inserted.keys, inserted.times));
  InvertibleCounter listed(shape, hashing);
  require(listed.add(listing.keys.packed_keys(), listing.keys.counts()));
  require(check.subtract(listed));
  const bool right = check.empty() && listing.keys.size() == inserted.size();
  return right ? ListedAs::right : ListedAs::wrong;
}

}  // namespace

void Multiset::append(std::uint64_t key, std::int64_t how_often) {
  keys.resize(keys.size() + kKeyBytes);
  store_le(&keys[keys.size() - kKeyBytes], key, kKeyBytes);
  times.push_back(how_often);
}

Multiset paper_multiset(Seed trial) {
  Multiset all;
  all.keys.reserve(kKeys * kKeyBytes);
  std::unordered_set<std::uint64_t> seen;
  for (std::uint64_t draw = 0; seen.size() < kKeys; ++draw) {
    const std::uint64_t key = 1 + reduce(trial.word(2 * draw), kKeyRange);
    if (!seen.insert(key).second) continue;
    all.append(key, static_cast<std::int64_t>(1 + reduce(trial.word(2 * draw + 1), kCopies)));
  }
  return all;
}

bool lists(const CounterSpec& spec, const ListingEffort& effort, const Multiset& inserted, Seed trial) {
  const ListedAs outcome =
      fill_and_check({HashFamily::fast, trial}, require(CounterShape::from(spec)), effort, inserted);
  if (outcome == ListedAs::wrong) throw std::logic_error("a complete listing is not what was inserted");
  return outcome == ListedAs::right;
}

bool lists_with(const ItemHashing& hashing, const CounterShape& shape, const ListingEffort& effort,
                const Multiset& inserted) {
  return fill_and_check(hashing, shape, effort, inserted) == ListedAs::right;
}

}  // namespace peel::lab::ding_rauen
