#include "peel/tables/interpolation_summary.hpp"

#include "peel/analysis/multilevel_shape.hpp"

#include "core/assert.hpp"
#include "hashing/key_groups.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace peel {

namespace {

// Behind the last home. A row of random entries that is nine tenths full runs over by so much less than once
// in a million times: it then gets more.
constexpr std::uint64_t kSpare = 64;

// Words that a search looks at together.
constexpr std::uint64_t kStep = 8;

// Words that a search walks over. A row of random entries hardly ever has a longer walk; one that was made to
// be slow, or of a weak hash, is searched in logarithmic time from there on.
constexpr std::uint64_t kWalk = 64;

// The first word behind `at` that does not satisfy `holds`, by steps of doubling size and bisection.
// REQUIRES: it holds for *at, for all words up to some place, and for none from there on.
template <class Holds>
const std::uint64_t* first_without(const std::uint64_t* at, Holds holds, const std::uint64_t* end) {
  std::ptrdiff_t step = 1;
  for (; step < end - at && holds(at[step]); step *= 2) at += step;
  return std::partition_point(at + 1, at + std::min(step, end - at), holds);
}

std::uint64_t homes_for(std::uint64_t items) {
  return std::max<std::uint64_t>(items + (items + 8) / 9, 8);
}

bool is_too_full(std::uint64_t items, std::uint64_t homes) {
  return items > homes / 10 * 9 + homes % 10 * 9 / 10;
}

Result<void> check_bits(BitWidth bits) {
  if (bits.value >= kMinFingerprintBits && bits.value <= kMaxFingerprintBits) return {};
  return failure(ErrorCode::invalid_argument,
                 std::to_string(bits.value) + " bits of each hash: accepted are " +
                     std::to_string(kMinFingerprintBits) + " to " + std::to_string(kMaxFingerprintBits));
}

Result<void> check_items(std::uint64_t items) {
  if (items <= kMaxInterpolationItems) return {};
  return failure(ErrorCode::limit_exceeded, "a summary of " + std::to_string(items) +
                                                " keys: accepted are at most " +
                                                std::to_string(kMaxInterpolationItems));
}

}  // namespace

InterpolationSummary::InterpolationSummary(BitWidth bits, std::uint64_t homes)
    : bits_(bits), homes_(homes), words_(homes + kSpare) {}

Result<InterpolationSummary> InterpolationSummary::make(BitWidth bits, ItemCount items) {
  if (auto ok = check_bits(bits); !ok) return failure(ok.error());
  if (auto ok = check_items(items.value); !ok) return failure(ok.error());
  return InterpolationSummary(bits, homes_for(items.value));
}

Result<InterpolationSummary> InterpolationSummary::from_entries(BitWidth bits,
                                                                std::span<const std::uint64_t> entries) {
  auto made = make(bits, ItemCount(entries.size()));
  if (!made) return made;
  const std::uint64_t largest = ~std::uint64_t{0} >> (64 - kLevelBits - bits.value);
  std::uint64_t before = 0;
  for (const std::uint64_t entry : entries) {
    if (entry % (1U << kLevelBits) == 0) return failure(ErrorCode::malformed, "an entry has a level of 0");
    if (entry > largest) {
      return failure(ErrorCode::malformed,
                     "an entry has more than " + std::to_string(bits.value) + " bits of a hash");
    }
    if (entry < before) return failure(ErrorCode::malformed, "entries are not in ascending order");
    before = entry;
  }
  made->size_ = entries.size();
  made->lay_out(entries, {.homes = made->homes_, .spare = kSpare});
  return made;
}

std::uint64_t InterpolationSummary::sub_tables() const {
  return kMaxSubTables;
}

std::uint64_t InterpolationSummary::home_of(std::uint64_t fingerprint) const {
  return reduce(fingerprint << (64 - bits_.value), homes_);
}

// What lies behind the next gap is larger, so no word is smaller behind one that is not.
std::uint64_t InterpolationSummary::place_of(std::uint64_t entry) const {
  const auto is_smaller = [=](std::uint64_t word) { return word != 0 && word < entry; };
  const std::uint64_t* const words = words_.data();
  std::uint64_t at = home_of(entry >> kLevelBits);
  const std::uint64_t end = at + kWalk;
  while (at < end && is_smaller(words[at])) ++at;
  if (at < end || !is_smaller(words[at])) return at;
  return static_cast<std::uint64_t>(first_without(words + at, is_smaller, words + words_.size()) - words);
}

// Smaller words are counted, eight at a time, instead of walked over one by one: a processor cannot guess
// where the walk ends, and batches take twice as long. What lies behind the next gap is larger, so counting
// it does no harm. (Changes wait for memory, and walk: there the guess lets the processor run ahead.)
Level InterpolationSummary::level_of(std::uint64_t fingerprint) const {
  const std::uint64_t first = fingerprint << kLevelBits, before = first == 0 ? 0 : first - 1;
  const auto is_smaller = [=](std::uint64_t word) { return word - 1 < before; };  // gaps are not
  const auto is_its_own = [=](std::uint64_t word) { return word != 0 && word >> kLevelBits == fingerprint; };
  const std::uint64_t* word = words_.data() + home_of(fingerprint);
  const std::uint64_t* const far = word + kWalk;
  const std::uint64_t* const end = words_.data() + words_.size();
  for (std::uint64_t smaller = kStep; smaller == kStep && word != far; word += smaller) {
    smaller = 0;
    for (std::uint64_t i = 0; i < kStep; ++i) smaller += is_smaller(word[i]) ? 1U : 0U;
  }
  if (word == far && is_smaller(*word)) word = first_without(word, is_smaller, end);
  if (!is_its_own(*word)) return Level();
  if (is_its_own(word[1])) word = first_without(word + 1, is_its_own, end) - 1;  // the highest is the last
  return Level(*word - first);
}

Level InterpolationSummary::where(const KeyHash& hash) const {
  return level_of(fingerprint(hash));
}

void InterpolationSummary::where(std::span<const KeyHash> hashes, std::span<Level> levels) const {
  in_groups(kMostGroup / 2, GivenHashes(hashes), [&](KeyGroup now, KeyGroup next, std::size_t done) {
    for (std::size_t i = 0; i < next.size; ++i) next.places[i] = fingerprint(next.hashes[i]);
    for (std::size_t i = 0; i < std::max(now.size, next.size); ++i) {
      if (i < next.size) {
        const std::uint64_t* const home = words_.data() + home_of(next.places[i]);
        ask_for<Access::read>(home);
        ask_for<Access::read>(home + kStep - 1);
      }
      if (i < now.size) levels[done + i] = level_of(now.places[i]);
    }
  });
}

void InterpolationSummary::note(const KeyHash& hash, Level level) {
  PEEL_ASSERT(!level.is_none() && level.number <= kMaxSubTables);
  if (is_too_full(size_ + 1, homes_))
    lay_out(words_.span(), {.homes = homes_ + homes_ / 4 + 1, .spare = kSpare});
  insert(fingerprint(hash) << kLevelBits | level.number);
}

void InterpolationSummary::insert(std::uint64_t entry) {
  for (;;) {
    std::uint64_t* const words = words_.data();
    const std::uint64_t at = place_of(entry);
    std::uint64_t gap = at;
    while (words[gap] != 0) ++gap;
    if (gap + kStep < words_.size()) {
      std::copy_backward(words + at, words + gap, words + gap + 1);
      words[at] = entry;
      ++size_;
      return;
    }
    lay_out(words_.span(), {.homes = homes_, .spare = 2 * (words_.size() - homes_)});
  }
}

Erased InterpolationSummary::forget(const KeyHash& hash, Level level) {
  if (level.is_none() || level.number > kMaxSubTables) return Erased::was_absent;
  const std::uint64_t entry = fingerprint(hash) << kLevelBits | level.number;
  std::uint64_t* const words = words_.data();
  const std::uint64_t at = place_of(entry);
  if (words[at] != entry) return Erased::was_absent;
  // The entries behind it move up, as far as the first that is at home.
  std::uint64_t end = at + 1;
  while (words[end] != 0 && home_of(words[end] >> kLevelBits) < end) ++end;
  std::copy(words + at + 1, words + end, words + at);
  words[end - 1] = 0;
  --size_;
  return Erased::erased;
}

void InterpolationSummary::lay_out(std::span<const std::uint64_t> sorted, Size size) {
  const auto lay = [&](auto put) {
    std::uint64_t end = 0;
    for (const std::uint64_t word : sorted) {
      if (word == 0) continue;
      const std::uint64_t home = reduce(word >> kLevelBits << (64 - bits_.value), size.homes);
      const std::uint64_t at = std::max(end, home);
      put(at, word);
      end = at + 1;
    }
    return end;
  };
  const std::uint64_t end = lay([](std::uint64_t, std::uint64_t) {});
  AlignedWords words(std::max(size.homes, end) + size.spare);
  lay([&](std::uint64_t at, std::uint64_t word) { words.data()[at] = word; });
  homes_ = size.homes;
  words_ = std::move(words);
}

void InterpolationSummary::clear() {
  std::ranges::fill(words_.span(), 0);
  size_ = 0;
}

std::unique_ptr<TableSummary> InterpolationSummary::clone() const {
  return std::make_unique<InterpolationSummary>(*this);
}

std::uint64_t InterpolationSummary::collisions() const {
  std::uint64_t count = 0, before = 0;
  for_each([&](std::uint64_t entry) {
    if (before != 0 && before >> kLevelBits == entry >> kLevelBits) ++count;
    before = entry;
  });
  return count;
}

std::uint64_t InterpolationSummary::words_walked() const {
  std::uint64_t walked = 0;
  for (std::uint64_t at = 0; at < words_.size(); ++at) {
    const std::uint64_t word = words_.data()[at];
    if (word != 0) walked += at - home_of(word >> kLevelBits) + 1;
  }
  return walked;
}

}  // namespace peel
