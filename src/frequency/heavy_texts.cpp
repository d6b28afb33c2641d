#include "peel/frequency/heavy_texts.hpp"

#include "peel/core/uint128.hpp"

#include "frequency/cells.hpp"
#include "frequency/heavy_counters.hpp"
#include "hashing/hasher_difference.hpp"
#include "hashing/in_flight.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>

namespace peel {

namespace {

constexpr std::uint64_t kRecordHead = 2;  // words before the text
// What lies in the second cache of a core need not be asked for ahead of time.
constexpr std::uint64_t kNearBytes = std::uint64_t{1} << 19;
// Digests share hash family and seed with others; where they lie should not follow from them.
constexpr std::uint64_t kPlacementPurpose = 0x746578742D736C6F;  // "text-slo"

ByteView bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// A counter of one of two summaries, until they are one.
struct PlacedCounter {
  std::uint64_t key;
  std::uint64_t count;
  HeavyText text;
};

Result<void> check(const HeavyTextsShape& shape) {
  if (shape.capacity.value == 0 || shape.text_width.value == 0)
    return failure(ErrorCode::invalid_argument, "a capacity or width of 0: accepted are 1 or more");
  if (shape.capacity.value > kMaxHeavyCapacity || shape.text_width.value > kMaxTextWidth) {
    return failure(ErrorCode::limit_exceeded,
                   "room for " + std::to_string(shape.capacity.value) + " texts of " +
                       std::to_string(shape.text_width.value) + " bytes: accepted are at most " +
                       std::to_string(kMaxHeavyCapacity) + " of " + std::to_string(kMaxTextWidth));
  }
  return {};
}

}  // namespace

HeavyTexts::HeavyTexts(const HeavyTextsShape& shape, const KeyHasher& hasher, Seed placement)
    : shape_(shape),
      hasher_(hasher),
      placement_(placement),
      table_(shape.capacity, placement, detail::Attached::word) {}

Result<HeavyTexts> HeavyTexts::make(const HeavyTextsShape& shape, HashFamily family, Seed seed) {
  if (auto ok = check(shape); !ok) return failure(ok.error());
  return HeavyTexts(shape, KeyHasher(family, seed), seed.derive(kPlacementPurpose));
}

Result<HeavyTexts> HeavyTexts::from_parts(const Parts& parts) {
  if (auto ok = check(parts.shape); !ok) return failure(ok.error());
  HeavyTexts made(parts.shape, KeyHasher(parts.family, parts.seed), parts.placement);
  if (parts.counters.size() > parts.shape.capacity.value) {
    return failure(ErrorCode::malformed, std::to_string(parts.counters.size()) +
                                             " counters: there is room for " +
                                             std::to_string(parts.shape.capacity.value));
  }
  Uint128 sum = 0;
  for (const TextCounter& counter : parts.counters) {
    if (counter.count == 0) return failure(ErrorCode::malformed, "a counter of 0: accepted are 1 or more");
    if (const auto kept = std::min(counter.length, parts.shape.text_width.value);
        counter.text.size() != kept) {
      return failure(ErrorCode::malformed, std::to_string(counter.text.size()) + " bytes of a text of " +
                                               std::to_string(counter.length) + ": " + std::to_string(kept) +
                                               " are kept");
    }
    const ByteView text = bytes_of(counter.text);
    if (counter.length == counter.text.size() && made.hasher_(text).low != counter.digest) {
      return failure(ErrorCode::malformed,
                     "digest " + std::to_string(counter.digest) + " is not that of its text");
    }
    if (made.table_.find(counter.digest) != made.table_.kNowhere)
      return failure(ErrorCode::malformed, "digest " + std::to_string(counter.digest) + " comes twice");
    made.reserve(std::span(&text, 1));
    const std::uint64_t slot = made.table_.insert(counter.digest, CopyCount(counter.count));
    made.table_.attach(slot, made.store(text, counter.length));
    sum += counter.count;
  }
  if (auto fits = check_sum(sum, {.total = parts.total, .error = parts.error}); !fits)
    return failure(fits.error());
  made.total_ = parts.total;
  made.error_ = parts.error;
  return made;
}

void HeavyTexts::add(ByteView text, CopyCount copies) {
  if (copies.value == 0) return;
  const std::uint64_t digest = hasher_(text).low;
  reserve(std::span(&text, 1));
  total_.value = raised(total_.value, copies.value);
  const auto [slot, is_new] = table_.raise(digest, copies);
  if (!is_new) return;
  table_.attach(slot, store(text, text.size()));
  make_room_if_needed();
}

// While the texts of one group are counted, the buckets of the next are on their way, if they are far.
void HeavyTexts::add(std::span<const ByteView> texts) {
  std::array<std::array<std::uint64_t, kGroup>, 2> digests;
  const bool is_far = table_.bytes() > kNearBytes;
  const auto hash = [&](std::size_t first) {
    auto& group = digests[first / kGroup % 2];
    for (std::size_t i = first; i < std::min(texts.size(), first + kGroup); ++i) {
      group[i - first] = hasher_(texts[i]).low;
      if (is_far) table_.ask_for(group[i - first]);
    }
  };
  hash(0);
  for (std::size_t first = 0; first < texts.size(); first += kGroup) {
    hash(first + kGroup);
    const std::size_t size = std::min(kGroup, texts.size() - first);
    add_group(texts.subspan(first, size), std::span(digests[first / kGroup % 2]).first(size));
  }
}

void HeavyTexts::add_group(std::span<const ByteView> texts, std::span<const std::uint64_t> digests) {
  reserve(texts);
  total_.value = raised(total_.value, std::uint64_t{texts.size()});
  while (!texts.empty()) {
    std::array<detail::CounterTable::Entry, kGroup + 1> entries;
    const std::uint64_t before = table_.size(), served = table_.raise(digests, entries.data());
    for (const auto& [index, slot] : std::span(entries).first(table_.size() - before))
      table_.attach(slot, store(texts[index], texts[index].size()));
    texts = texts.subspan(served);
    digests = digests.subspan(served);
    make_room_if_needed();
  }
}

void HeavyTexts::make_room_if_needed() {
  if (!table_.is_too_full()) return;
  const std::uint64_t amount = make_room(table_, shape_.capacity);
  error_.value = raised(error_.value, amount);
  if (amount > 0) drop_unused_records();
}

void HeavyTexts::reserve(std::span<const ByteView> texts) {
  std::uint64_t words = records_.size();
  for (const ByteView text : texts) words += record_words(text.size());
  if (words > records_.capacity())
    records_.reserve(std::max<std::uint64_t>(words, records_.capacity() / 2 * 3));
}

std::uint64_t HeavyTexts::record_words(std::uint64_t length) const {
  return kRecordHead + (std::min(length, shape_.text_width.value) + 7) / 8;
}

// Returns where the record begins. There must be room.
std::uint64_t HeavyTexts::store(ByteView text, std::uint64_t length) {
  const std::uint64_t at = records_.size(), kept = std::min(length, shape_.text_width.value);
  records_.resize(at + record_words(length));
  records_[at + 1] = length;
  if (kept > 0) std::memcpy(records_.data() + at + kRecordHead, text.data(), kept);
  return at;
}

// Closes up the records of texts that have a counter. Those are marked by their slot for the time being.
void HeavyTexts::drop_unused_records() {
  for (std::uint64_t slot = 0; slot < table_.slots(); ++slot)
    if (table_.count(slot) > 0) records_[table_.attached(slot)] = slot + 1;
  std::uint64_t to = 0;
  for (std::uint64_t at = 0, words = 0; at < records_.size(); at += words) {
    words = record_words(records_[at + 1]);
    const std::uint64_t mark = std::exchange(records_[at], 0);
    if (mark == 0) continue;
    std::memmove(records_.data() + to, records_.data() + at, 8 * words);
    table_.attach(mark - 1, to);
    to += words;
  }
  records_.resize(to);
}

CountBounds HeavyTexts::bounds_of(std::uint64_t count) const {
  return {count, raised(count, error_.value), ~total_.value == 0};
}

CountBounds HeavyTexts::bounds(ByteView text) const {
  const std::uint64_t slot = table_.find(hasher_(text).low);
  return bounds_of(slot == table_.kNowhere ? 0 : table_.count(slot));
}

HeavyText HeavyTexts::text_in(std::uint64_t slot) const {
  const std::uint64_t* const record = records_.data() + table_.attached(slot);
  const auto* const text = reinterpret_cast<const char*>(record + kRecordHead);
  return {{text, std::min(record[1], shape_.text_width.value)},
          record[1],
          table_.key(slot),
          bounds_of(table_.count(slot))};
}

std::vector<HeavyText> HeavyTexts::above(CopyCount threshold) const {
  std::vector<HeavyText> texts;
  for (std::uint64_t slot = 0; slot < table_.slots(); ++slot)
    if (table_.count(slot) > 0 && bounds_of(table_.count(slot)).upper >= threshold.value)
      texts.push_back(text_in(slot));
  std::ranges::sort(texts, [](const HeavyText& a, const HeavyText& b) {
    return std::tie(b.count.lower, a.text, a.digest) < std::tie(a.count.lower, b.text, b.digest);
  });
  return texts;
}

std::vector<HeavyText> HeavyTexts::heavy(ItemCount k) const {
  return above(heavy_threshold(total_, k));
}

std::vector<HeavyText> HeavyTexts::top(ItemCount n) const {
  std::vector<HeavyText> texts = above(CopyCount(0));
  if (texts.size() > n.value) texts.resize(n.value);
  return texts;
}

Result<void> HeavyTexts::merge(const HeavyTexts& other) {
  if (shape_ != other.shape_)
    return failure(ErrorCode::incompatible, "the summaries differ in capacity or width of texts");
  if (const std::string difference = detail::difference_of(hasher_, other.hasher_); !difference.empty())
    return failure(ErrorCode::incompatible, "the summaries have " + difference);
  std::vector<PlacedCounter> all;
  for (const HeavyTexts* one : {static_cast<const HeavyTexts*>(this), &other})
    for (const HeavyText& text : one->above(CopyCount(0)))
      all.push_back({text.digest, text.count.lower, text});
  const auto [kept, amount] = united(std::move(all), shape_.capacity);
  HeavyTexts merged(shape_, hasher_, placement_);
  for (const PlacedCounter& counter : kept) {
    const ByteView text = bytes_of(counter.text.text);
    merged.reserve(std::span(&text, 1));
    const std::uint64_t slot = merged.table_.insert(counter.key, CopyCount(counter.count));
    merged.table_.attach(slot, merged.store(text, counter.text.length));
  }
  merged.total_.value = raised(total_.value, other.total_.value);
  merged.error_.value = raised(raised(error_.value, other.error_.value), amount);
  *this = std::move(merged);
  return {};
}

Result<void> HeavyTexts::decay(Decay decay) {
  const auto after = decayed(table_, {.total = total_, .error = error_}, decay);
  if (!after) return failure(after.error());
  total_ = after->total;
  error_ = after->error;
  drop_unused_records();
  return {};
}

void HeavyTexts::clear() {
  table_.clear();
  records_.clear();
  total_ = error_ = CopyCount(0);
}

std::uint64_t HeavyTexts::bytes() const {
  return sizeof *this + table_.bytes() + 8 * std::uint64_t{records_.capacity()};
}

}  // namespace peel
