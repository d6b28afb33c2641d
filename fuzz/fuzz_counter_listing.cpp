// Counters beside a map that does the same, and counters that nobody filled honestly. The input is a small
// program: a shape, then keys to add and to delete, other counters to merge and to subtract; and, if it says
// so, cells to plant, to copy and to overwrite in the end.
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/invertible_counter.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/counter_claims.hpp"
#include "fuzz/script.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace peel;
using fuzz::Script;

// Keys are few, so that programs meet the same key again, and long enough that no two names are spelled
// alike.
constexpr std::uint64_t kLeastKeyBytes = 4;
constexpr std::uint64_t kNames = 64;

Bytes spelled(std::uint64_t name, std::uint64_t width) {
  Bytes bytes(width);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(scramble(name + kGolden * (i / 8)) >> (8 * (i % 8)));
  }
  return bytes;
}

CounterShape read_shape(Script& script) {
  const std::uint64_t hashes = 2 + script.below(7);
  const std::uint64_t more_segments = script.below(4);
  const auto variant = kCounterVariants[script.below(std::size(kCounterVariants))];
  const bool keeps = variant == CounterVariant::one_key || variant == CounterVariant::combined;
  const std::uint64_t kept = script.below(3);
  const auto shape = CounterShape::from(
      {.cells = CellCount((hashes + more_segments) * (kQuotientCells + script.below(16))),
       .hashes = HashCount(hashes),
       .segments = SegmentCount(more_segments == 0 ? 0 : hashes + more_segments),
       .key_width = ByteWidth(kLeastKeyBytes + script.below(kMaxKeyWidth - kLeastKeyBytes + 1)),
       .variant = variant,
       .kept = keeps ? static_cast<KeptKey>(1 + kept) : KeptKey::first});
  fuzz::claim(shape.has_value(), "every shape in these ranges exists");
  return *shape;
}

ListingEffort read_effort(Script& script) {
  return {.kept = static_cast<ListingEffort::KeptKeys>(script.below(3)),
          .kept_together = 1 + static_cast<unsigned>(script.below(kMostKeptTogether)),
          .splits_per_cell = std::uint64_t{1} << script.below(8)};
}

using Model = std::map<std::uint64_t, std::int64_t>;  // by name

struct Counted {
  InvertibleCounter counter;
  Model model;
  bool is_legal = true;  // no key was ever deleted more often than inserted
};

void add_copies(Counted& counted, std::uint64_t name, std::int64_t times) {
  const Bytes key = spelled(name, counted.counter.shape().key_width().value);
  fuzz::claim(counted.counter.add(key, times).has_value(), "a counter takes what is within its limit");
  counted.model[name] += times;
  if (counted.model[name] < 0) counted.is_legal = false;
}

// The sign and the power of two of how often come from one byte.
std::int64_t read_times(Script& script) {
  const std::uint64_t byte = script.number(1);
  const auto times = static_cast<std::int64_t>(std::uint64_t{1} << (byte % 32));
  return byte >= 128 ? -times : times;
}

void add(Counted& counted, Script& script) {
  const std::uint64_t name = script.below(kNames);
  add_copies(counted, name, read_times(script));
}

void add_a_few(Counted& counted, Script& script) {
  const std::uint64_t first = script.number(1), count = script.below(16);
  const std::int64_t times = read_times(script);
  for (std::uint64_t i = 0; i < count; ++i) add_copies(counted, (first + i) % kNames, times);
}

void combine(Counted& counted, const Counted& other, std::int64_t sign) {
  const auto done = sign > 0 ? counted.counter.merge(other.counter) : counted.counter.subtract(other.counter);
  fuzz::claim(done.has_value(), "counters of one shape and seed combine");
  for (const auto& [name, count] : other.model) {
    counted.model[name] += sign * count;
    if (counted.model[name] < 0) counted.is_legal = false;
  }
}

// Two counters, of which the second is now and then added to the first, or subtracted.
Counted run(const CounterShape& shape, const ItemHashing& hashing, Script& script) {
  Counted first{InvertibleCounter(shape, hashing), {}}, second = first;
  // A bound on steps, not on anything a counter does: it keeps each input quick and counts within limits.
  for (int step = 0; step < 64 && !script.ended(); ++step) {
    switch (script.below(6)) {
      case 0:
      case 1:
        add(first, script);
        break;
      case 2:
        add_a_few(first, script);
        break;
      case 3:
        add(second, script);
        break;
      case 4:
        combine(first, second, script.below(2) == 0 ? 1 : -1);
        second = Counted{InvertibleCounter(shape, hashing), {}};
        break;
      default:
        return first;
    }
  }
  return first;
}

Bytes all_keys(const CounterShape& shape) {
  Bytes keys;
  for (std::uint64_t name = 0; name < kNames; ++name) {
    const Bytes key = spelled(name, shape.key_width().value);
    keys.insert(keys.end(), key.begin(), key.end());
  }
  return keys;
}

void claim_the_listing_is_the_model(const Counted& counted, ListingEffort effort) {
  std::map<std::string, std::int64_t> expected, listed;
  for (const auto& [name, count] : counted.model) {
    if (count == 0) continue;
    expected.emplace(as_text(spelled(name, counted.counter.shape().key_width().value)), count);
  }
  const CounterListing listing = counted.counter.list(effort);
  for (std::size_t i = 0; i < listing.keys.size(); ++i) {
    listed.emplace(as_text(listing.keys.key(i)), listing.keys.count(i));
  }
  fuzz::claim(listing.outcome != ListingOutcome::malformed, "an honest counter is not called malformed");
  fuzz::claim(listing.complete() || expected.size() > 1, "one key alone is always listed");
  fuzz::claim(!listing.complete() || listed == expected, "a complete listing is what the map says");
}

void claim_counts_are_right(const Counted& counted) {
  std::vector<Multiplicity> answers(kNames);
  fuzz::claim(counted.counter.counts_of(all_keys(counted.counter.shape()), answers).has_value(),
              "every question is answered");
  for (std::uint64_t name = 0; name < kNames; ++name) {
    const auto entry = counted.model.find(name);
    const std::int64_t count = entry == counted.model.end() ? 0 : entry->second;
    fuzz::claim(!answers[name].exact || answers[name].count == count, "what is exact is right");
    fuzz::claim(!counted.is_legal || answers[name].count >= count, "no count is too low");
  }
}

// The cells of a counter, to be changed at will.
class Forgery {
 public:
  explicit Forgery(const InvertibleCounter& honest)
      : honest_(honest),
        words_(honest.shape().cell_words()),
        cells_(honest.cells().begin(), honest.cells().end()) {}

  void run(Script& script) {
    for (int step = 0; step < 64 && !script.ended(); ++step) {
      switch (script.below(3)) {
        case 0:
          plant(script);
          break;
        case 1:
          copy_cell(script);
          break;
        default:
          overwrite(script);
          break;
      }
    }
  }

  Result<InvertibleCounter> counter(std::uint64_t gross_total) const {
    return InvertibleCounter::from_cells(honest_.shape(), honest_.hashing(), gross_total, cells_);
  }

 private:
  // Puts a key into some of its cells, alone, and not into the others.
  void plant(Script& script) {
    InvertibleCounter alone(honest_.shape(), honest_.hashing());
    const Bytes key = spelled(script.below(kNames), honest_.shape().key_width().value);
    fuzz::claim(alone.add(key, read_times(script)).has_value(), "an empty counter takes any key");
    const std::uint64_t which = script.number(1);
    unsigned nth = 0;
    for (std::size_t at = 0; at < cells_.size(); at += words_) {
      if (alone.cells()[at] == 0 || (which >> (nth++ % 8) & 1) == 0) continue;
      std::copy_n(&alone.cells()[at], words_, &cells_[at]);
    }
  }

  void copy_cell(Script& script) {
    const std::size_t cells = cells_.size() / words_;
    const std::size_t from = script.number(2) % cells;
    const std::size_t to = script.number(2) % cells;
    if (from != to) std::copy_n(&cells_[from * words_], words_, &cells_[to * words_]);
  }

  void overwrite(Script& script) {
    const std::size_t at = script.number(2) % cells_.size();
    cells_[at] = script.number(8);
  }

  const InvertibleCounter& honest_;
  std::size_t words_;
  std::vector<std::uint64_t> cells_;
};

void list_a_forgery(const InvertibleCounter& honest, ListingEffort effort, Script& script) {
  const std::uint64_t gross_total = std::min(script.number(8), kMaxCounted);
  Forgery forgery(honest);
  forgery.run(script);
  auto counter = forgery.counter(std::max(gross_total, honest.gross_total()));
  if (!counter) return;
  fuzz::claim_nothing_is_lost_or_invented(*counter, effort);
  // What listing leaves of a forged counter is like no other; questions to it must end in answers too.
  counter->consume(effort);
  std::vector<Multiplicity> answers(kNames);
  fuzz::claim(counter->counts_of(all_keys(counter->shape()), answers).has_value(),
              "every question is answered");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, size)));
  const CounterShape shape = read_shape(script);
  const auto family = script.below(2) == 0 ? HashFamily::fast : HashFamily::siphash;
  const ItemHashing hashing(family, Seed(script.number(1)));
  const ListingEffort effort = read_effort(script);
  const Counted counted = run(shape, hashing, script);
  fuzz::claim_nothing_is_lost_or_invented(counted.counter, effort);
  claim_the_listing_is_the_model(counted, effort);
  claim_counts_are_right(counted);
  if (!script.ended()) list_a_forgery(counted.counter, effort, script);
  return 0;
}
