#include "peel/invertible/stream_filler.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cstring>

namespace peel {

namespace {

constexpr std::size_t kPlaces =
    8192;  // a power of two; with short keys the table stays in a second-level cache
constexpr std::size_t kLeaving = 2048;  // keys that leave together

KeyHasher named_hashing(const InvertibleCounter& counter) {
  PEEL_ASSERT(counter.hashing().named().has_value());
  return *counter.hashing().named();
}

}  // namespace

StreamFiller::StreamFiller(InvertibleCounter& counter, StrataEstimator& distinct)
    : counter_(&counter),
      distinct_(&distinct),
      hasher_(HashFamily::fast, named_hashing(counter).seed()),
      items_of_(named_hashing(counter)),
      width_(counter.shape().key_width().value),
      keys_(kPlaces * width_),
      counts_(kPlaces) {}

std::size_t StreamFiller::place_of(ByteView key) const {
  return static_cast<std::size_t>(hasher_(key).low) & (kPlaces - 1);
}

bool StreamFiller::holds(std::size_t place, ByteView key) const {
  return std::memcmp(&keys_[place * width_], key.data(), width_) == 0;
}

Result<void> StreamFiller::replace(std::size_t place, ByteView key) {
  PEEL_ASSERT(key.size() == width_);
  if (counts_[place] != 0) {
    const ByteView old = ByteView(keys_).subspan(place * width_, width_);
    leaving_.insert(leaving_.end(), old.begin(), old.end());
    times_.push_back(counts_[place]);
  }
  std::memcpy(&keys_[place * width_], key.data(), width_);
  counts_[place] = 1;
  return times_.size() == kLeaving ? flush() : Result<void>();
}

Result<void> StreamFiller::finish() {
  for (std::size_t place = 0; place < kPlaces; ++place) {
    if (counts_[place] == 0) continue;
    const ByteView key = ByteView(keys_).subspan(place * width_, width_);
    leaving_.insert(leaving_.end(), key.begin(), key.end());
    times_.push_back(counts_[place]);
    counts_[place] = 0;
  }
  return flush();
}

Result<void> StreamFiller::flush() {
  items_.resize(times_.size());
  items_of_.write(leaving_, items_);
  if (auto added = counter_->add(leaving_, times_); !added) return added;
  if (auto added = distinct_->add(items_, times_); !added) return added;
  leaving_.clear();
  times_.clear();
  return {};
}

Result<StrataEstimate> estimate_unlisted(const StrataEstimator& distinct, const CountedKeys& listed) {
  std::vector<std::uint64_t> items(listed.size());
  StratumItems(KeyHasher(distinct.family(), distinct.seed())).write(listed.packed_keys(), items);
  std::vector<std::int64_t> taken(listed.counts().begin(), listed.counts().end());
  for (std::int64_t& count : taken) count = -count;
  StrataEstimator rest = distinct;
  if (auto removed = rest.add(items, taken); !removed) return failure(removed.error());
  return rest.estimate();
}

}  // namespace peel
