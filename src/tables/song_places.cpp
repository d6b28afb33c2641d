#include "peel/tables/song_places.hpp"

#include "peel/tables/multilevel_places.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

namespace peel {

SongPlaces::SongPlaces(const analysis::SongShape& shape)
    : shape_(shape),
      counters_((shape.buckets.value * shape.counter_bits.value + 63) / 64),
      first_kept_(shape.buckets.value, kNone),
      first_listed_(shape.buckets.value, kNone) {}

Result<SongPlaces> SongPlaces::make(const analysis::SongShape& shape) {
  const auto refuse = [](std::uint64_t number, const char* what, std::uint64_t most) {
    return failure(
        ErrorCode::invalid_argument,
        std::to_string(number).append(what).append(": accepted are 1 to ").append(std::to_string(most)));
  };
  const std::uint64_t buckets = shape.buckets.value, hashes = shape.hashes.value;
  if (buckets == 0 || buckets > kMaxSongBuckets) return refuse(buckets, " buckets", kMaxSongBuckets);
  if (hashes == 0 || hashes > kMaxSongHashes) return refuse(hashes, " hashes", kMaxSongHashes);
  const std::uint64_t bits = shape.counter_bits.value;
  if (bits == 0 || bits > kMaxSongCounterBits) return refuse(bits, " bits of a counter", kMaxSongCounterBits);
  return SongPlaces(shape);
}

std::uint64_t SongPlaces::counter(std::uint64_t bucket) const {
  const std::uint64_t bit = bucket * shape_.counter_bits.value, shift = bit % 64;
  const std::uint64_t* const word = counters_.data() + bit / 64;
  std::uint64_t value = *word >> shift;
  if (shift + shape_.counter_bits.value > 64) value |= word[1] << (64 - shift);
  return value & most();
}

void SongPlaces::set_counter(std::uint64_t bucket, std::uint64_t value) {
  const std::uint64_t bit = bucket * shape_.counter_bits.value, shift = bit % 64;
  std::uint64_t* const word = counters_.data() + bit / 64;
  *word = (*word & ~(most() << shift)) | value << shift;
  if (shift + shape_.counter_bits.value > 64)
    word[1] = (word[1] & ~(most() >> (64 - shift))) | value >> (64 - shift);
}

std::uint64_t SongPlaces::bucket_for(const KeyHash& hash, std::uint64_t choice) const {
  return reduce(hash.far_word(kFirstTableWord + static_cast<unsigned>(choice)), shape_.buckets.value);
}

std::optional<std::uint64_t> SongPlaces::where(const KeyHash& hash) const {
  std::pair<std::uint64_t, std::uint64_t> best = {~std::uint64_t{0}, 0};
  for (std::uint64_t choice = 0; choice < shape_.hashes.value; ++choice) {
    const std::uint64_t bucket = bucket_for(hash, choice);
    const std::uint64_t count = counter(bucket);
    if (count == 0) return std::nullopt;
    best = std::min(best, {count, bucket});
  }
  return best.second;
}

std::span<const std::uint32_t> SongPlaces::own(Number number) const {
  return std::span(buckets_).subspan(number * shape_.hashes.value, shape_.hashes.value);
}

// An item of which two hashes fall on one bucket is listed there once, by the first of them.
bool SongPlaces::is_first(Number number, std::uint64_t choice) const {
  const auto before = own(number).first(choice);
  return std::ranges::find(before, own(number)[choice]) == before.end();
}

template <class Visit>
void SongPlaces::for_each_listed(std::uint64_t bucket, Visit visit) const {
  for (Number number = first_listed_[bucket]; number != kNone;) {
    const auto choice = std::ranges::find(own(number), bucket) - own(number).begin();
    const Number next = next_listed_[number * shape_.hashes.value + static_cast<std::uint64_t>(choice)];
    visit(number);
    number = next;
  }
}

std::uint64_t SongPlaces::hashes_on(std::uint64_t bucket) const {
  std::uint64_t count = 0;
  for_each_listed(bucket, [&](Number number) {
    count += static_cast<std::uint64_t>(std::ranges::count(own(number), bucket));
  });
  return count;
}

std::uint64_t SongPlaces::raise_of(std::uint64_t bucket) const {
  const auto raise = raises_.find(bucket);
  return raise == raises_.end() ? 0 : raise->second;
}

SongPlaces::Number SongPlaces::take_number() {
  if (!free_numbers_.empty()) {
    const Number number = free_numbers_.back();
    free_numbers_.pop_back();
    return number;
  }
  if (kept_in_.size() >= kNone) throw std::bad_alloc();  // no more numbers; memory ends long before
  const std::size_t items = kept_in_.size() + 1;
  buckets_.resize(items * shape_.hashes.value);
  next_listed_.resize(items * shape_.hashes.value, kNone);
  next_kept_.resize(items, kNone);
  kept_in_.resize(items);
  return static_cast<Number>(items - 1);
}

void SongPlaces::enlist(Number number, const KeyHash& hash) {
  const std::uint64_t hashes = shape_.hashes.value;
  for (std::uint64_t choice = 0; choice < hashes; ++choice)
    buckets_[number * hashes + choice] = static_cast<std::uint32_t>(bucket_for(hash, choice));
  for (std::uint64_t choice = 0; choice < hashes; ++choice) {
    const std::uint32_t bucket = own(number)[choice];
    if (is_first(number, choice))
      next_listed_[number * hashes + choice] = std::exchange(first_listed_[bucket], number);
    set_counter(bucket, std::min(counter(bucket) + 1, most()));
  }
}

void SongPlaces::delist(Number number) {
  const std::uint64_t hashes = shape_.hashes.value;
  for (std::uint64_t choice = 0; choice < hashes; ++choice) {
    if (!is_first(number, choice)) continue;
    const std::uint32_t bucket = own(number)[choice];
    Number* link = &first_listed_[bucket];
    while (*link != number) {
      const auto at = std::ranges::find(own(*link), bucket) - own(*link).begin();
      link = &next_listed_[*link * hashes + static_cast<std::uint64_t>(at)];
    }
    *link = next_listed_[number * hashes + choice];
    if (first_listed_[bucket] == kNone) raises_.erase(bucket);
    // A saturated counter has lost count. The list has not.
    const auto fewer = static_cast<std::uint64_t>(std::ranges::count(own(number), bucket));
    const bool is_exact = counter(bucket) < most() && first_listed_[bucket] != kNone;
    set_counter(bucket,
                is_exact ? counter(bucket) - fewer : std::min(hashes_on(bucket) + raise_of(bucket), most()));
  }
}

std::uint32_t SongPlaces::best_bucket(Number number) const {
  std::pair<std::uint64_t, std::uint32_t> best = {~std::uint64_t{0}, 0};
  for (const std::uint32_t bucket : own(number)) best = std::min(best, {counter(bucket), bucket});
  return best.second;
}

void SongPlaces::keep(Number number, std::uint32_t bucket) {
  kept_in_[number] = bucket;
  if (first_kept_[bucket] != kNone) ++excess_;
  next_kept_[number] = std::exchange(first_kept_[bucket], number);
}

void SongPlaces::let_go(Number number) {
  Number* link = &first_kept_[kept_in_[number]];
  while (*link != number) link = &next_kept_[*link];
  *link = next_kept_[number];
  if (first_kept_[kept_in_[number]] != kNone) --excess_;
}

void SongPlaces::move(Number number, std::uint32_t bucket) {
  let_go(number);
  keep(number, bucket);
}

// After the counter of a bucket rose: those that are kept there and no longer belong there move.
std::uint64_t SongPlaces::settle_kept_in(std::uint64_t bucket) {
  std::uint64_t moved = 0;
  for (Number number = first_kept_[bucket]; number != kNone;) {
    const Number next = next_kept_[number];
    if (const std::uint32_t best = best_bucket(number); best != bucket) {
      move(number, best);
      ++moved;
    }
    number = next;
  }
  return moved;
}

SongPlaces::Added SongPlaces::add(const KeyHash& hash) {
  Added added = {take_number(), 0};
  enlist(added.number, hash);
  for (const std::uint32_t bucket : own(added.number)) added.relocations += settle_kept_in(bucket);
  keep(added.number, best_bucket(added.number));
  return added;
}

void SongPlaces::build(std::span<const KeyHash> hashes) {
  PEEL_ASSERT(kept_in_.empty());
  for (const KeyHash& hash : hashes) enlist(take_number(), hash);
  for (std::uint64_t i = 0; i < hashes.size(); ++i)
    keep(static_cast<Number>(i), best_bucket(static_cast<Number>(i)));
}

std::uint64_t SongPlaces::remove(Number number) {
  free_numbers_.push_back(number);  // first, since only this can fail
  let_go(number);
  delist(number);
  std::uint64_t moved = 0;
  for (std::uint64_t choice = 0; choice < shape_.hashes.value; ++choice) {
    if (!is_first(number, choice)) continue;
    for_each_listed(own(number)[choice], [&](Number other) {
      const std::uint32_t best = best_bucket(other);
      if (best == kept_in_[other]) return;
      move(other, best);
      ++moved;
    });
  }
  return moved;
}

void SongPlaces::try_to_relieve(std::uint64_t bucket) {
  const std::uint64_t before = counter(bucket), excess = excess_;
  std::vector<Number> kept;
  for (Number number = first_kept_[bucket]; number != kNone; number = next_kept_[number])
    kept.push_back(number);
  for (std::uint64_t raised = before + 1; raised <= most(); ++raised) {
    set_counter(bucket, raised);
    settle_kept_in(bucket);
    if (excess_ < excess) {
      raises_[bucket] += raised - before;
      return;
    }
    for (const Number number : kept) move(number, static_cast<std::uint32_t>(bucket));
  }
  set_counter(bucket, before);
}

std::uint64_t SongPlaces::relieve() {
  const std::uint64_t at_first = excess_;
  // Each turn but the last leaves fewer items in excess.
  for (std::uint64_t before = excess_ + 1; excess_ < before && excess_ > 0;) {
    before = excess_;
    for (std::uint64_t bucket = 0; bucket < first_kept_.size(); ++bucket) {
      const Number first = first_kept_[bucket];
      if (first != kNone && next_kept_[first] != kNone) try_to_relieve(bucket);
    }
  }
  return at_first;
}

SongReport SongPlaces::report() const {
  SongReport report = {.excess_items = excess_, .raised_counters = raises_.size()};
  for (std::uint64_t bucket = 0; bucket < first_kept_.size(); ++bucket) {
    const Number first = first_kept_[bucket];
    if (first != kNone && next_kept_[first] != kNone) ++report.overfull_buckets;
    if (counter(bucket) == most() && hashes_on(bucket) + raise_of(bucket) > most())
      ++report.saturated_counters;
  }
  return report;
}

std::uint64_t SongPlaces::kept_bytes() const {
  return (first_kept_.capacity() + next_kept_.capacity() + kept_in_.capacity()) * sizeof(Number);
}

std::uint64_t SongPlaces::extra_bytes() const {
  return (first_listed_.capacity() + next_listed_.capacity() + buckets_.capacity() +
          free_numbers_.capacity()) *
             sizeof(Number) +
         raises_.size() * 4 * sizeof(std::uint64_t);
}

}  // namespace peel
