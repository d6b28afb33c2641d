#include "peel/invertible/stream_filler.hpp"

#include "core/assert.hpp"

#include <cstring>
#include <string>

namespace peel {

namespace {

constexpr std::size_t kPlaces = 8192;   // a power of two; short keys stay in a second-level cache
constexpr std::size_t kLeaving = 2048;  // keys that leave together

// Keys of 8 bytes, which are most often digests already.
struct Integers {
  std::size_t place_of(const std::byte* key) const {
    return static_cast<std::size_t>(scramble(load_le(key)));
  }
  bool equal(const std::byte* a, const std::byte* b) const { return load_le(a) == load_le(b); }
};

struct AnyKeys {
  const KeyHasher& places;
  std::size_t width;

  std::size_t place_of(const std::byte* key) const {
    return static_cast<std::size_t>(places({key, width}).low);
  }
  bool equal(const std::byte* a, const std::byte* b) const { return std::memcmp(a, b, width) == 0; }
};

}  // namespace

StreamFiller::StreamFiller(InvertibleCounter& counter, StrataEstimator& distinct)
    : counter_(&counter),
      distinct_(&distinct),
      places_(HashFamily::fast, distinct.seed()),
      items_of_(KeyHasher(distinct.family(), distinct.seed())),
      width_(counter.shape().key_width().value),
      keys_(kPlaces * width_),
      counts_(kPlaces) {
  PEEL_ASSERT(counter.hashing() == ItemHashing(distinct.family(), distinct.seed()));
}

void StreamFiller::take_out(std::size_t place) {
  if (counts_[place] == 0) return;
  const ByteView key = ByteView(keys_).subspan(place * width_, width_);
  leaving_.insert(leaving_.end(), key.begin(), key.end());
  times_.push_back(counts_[place]);
  counts_[place] = 0;
}

template <class Table>
Result<void> StreamFiller::add_to(Table table, ByteView keys) {
  for (; !keys.empty(); keys = keys.subspan(width_)) {
    const std::byte* const key = keys.data();
    const std::size_t place = table.place_of(key) % kPlaces;
    std::byte* const held = &keys_[place * width_];
    if (counts_[place] != 0 && table.equal(held, key)) {
      ++counts_[place];
      continue;
    }
    take_out(place);
    std::memcpy(held, key, width_);
    counts_[place] = 1;
    if (times_.size() < kLeaving) continue;
    if (auto flushed = flush(); !flushed) return flushed;
  }
  return {};
}

Result<void> StreamFiller::add(ByteView keys) {
  if (keys.size() % width_ != 0) {
    return failure(ErrorCode::invalid_argument, std::to_string(keys.size()) + " bytes of keys of " +
                                                    std::to_string(width_) + " bytes each");
  }
  return width_ == 8 ? add_to(Integers(), keys) : add_to(AnyKeys{places_, width_}, keys);
}

Result<void> StreamFiller::finish() {
  for (std::size_t place = 0; place < kPlaces; ++place) take_out(place);
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
