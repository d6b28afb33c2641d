// Grids of counters beside std::map. The input is a small program: a shape, then keys to count, one by one or
// many, and other sketches to merge. Plain, conservative, signed and range sketches are given the same keys.
#include "peel/frequency/count_min_sketch.hpp"
#include "peel/frequency/range_sketch.hpp"
#include "peel/frequency/signed_sketch.hpp"

#include "frequency/cells.hpp"
#include "fuzz/claim.hpp"
#include "fuzz/script.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace {

using namespace peel;
using fuzz::Script;

struct Shapes {
  GridShape narrow;   // of Count-Min
  GridShape signed_;  // of a signed sketch
  RangeShape range;
};

Shapes read_shapes(Script& script) {
  constexpr std::uint64_t kWidths[] = {8, 16, 32, 64};
  const BitWidth bits(kWidths[script.below(4)]);
  const RowCount rows(1 + script.below(10));
  const ColumnCount columns(1 + script.below(20));
  const auto narrow = GridShape::from({rows, columns, bits});
  const auto wide = GridShape::from({RowCount(rows.value | 1), columns, BitWidth(64)});
  fuzz::claim(narrow && wide, "every shape in these ranges exists");
  // Sketches of ranges have a grid for each bit of a key: few rows, and wide keys now and then.
  constexpr std::uint64_t kKeyBits[] = {8, 9, 13, 64};
  const auto grid = GridShape::from({RowCount(1 + rows.value % 3), columns, bits});
  const auto range = RangeShape::from(*grid, BitWidth(kKeyBits[script.below(4)]));
  fuzz::claim(range.has_value(), "every shape of ranges does, too");
  return {*narrow, *wide, *range};
}

// One of each kind, and what they were given.
class Sketches {
 public:
  explicit Sketches(const Shapes& shapes)
      : plain_(*CountMinSketch::make(shapes.narrow, CountMinRule::plain, HashFamily::fast, Seed(1))),
        conservative_(
            *CountMinSketch::make(shapes.narrow, CountMinRule::conservative, HashFamily::fast, Seed(1))),
        signed_(*SignedSketch::make(shapes.signed_, HashFamily::fast, Seed(1))),
        range_(shapes.range, HashFamily::fast, Seed(1)) {}

  void add(std::uint64_t key, std::uint64_t copies) {
    plain_.add(key, CopyCount(copies));
    conservative_.add(key, CopyCount(copies));
    change(key, static_cast<std::int64_t>(copies) * (key % 2 == 0 ? 1 : -1));
    fuzz::claim(range_.add(key, CopyCount(copies)).has_value(), "keys of 8 bits fit everywhere");
    note(key, copies);
  }

  void add_many(std::uint64_t first, std::uint64_t count) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t i = 0; i < count; ++i) keys.push_back((first + i % 7) % 256);
    plain_.add(keys);
    conservative_.add(keys);
    fuzz::claim(signed_.add(keys).has_value(), "a batch is far from the limit");
    fuzz::claim(range_.add(keys).has_value(), "keys of 8 bits fit everywhere");
    for (const std::uint64_t key : keys) {
      note(key, 1);
      ++balance_[key];
    }
  }

  void merge(const Sketches& other) {
    fuzz::claim(plain_.merge(other.plain_).has_value(), "plain sketches of one shape merge");
    fuzz::claim(!conservative_.merge(other.conservative_), "conservative ones do not");
    fuzz::claim(signed_.merge(other.signed_).has_value(), "signed ones do, far from the limit");
    fuzz::claim(range_.merge(other.range_).has_value(), "those of ranges do");
    for (const auto& [key, count] : other.counts_) counts_[key] += count;
    for (const auto& [key, count] : other.balance_) balance_[key] += count;
  }

  void claim_bounds() const {
    for (std::uint64_t key = 0; key < 256; ++key) {
      if (key % 16 != 0 && !counts_.contains(key)) continue;
      const CountBounds plain = plain_.bounds(key), conservative = conservative_.bounds(key);
      fuzz::claim(plain.saturated || plain.upper >= count_of(counts_, key), "plain is never under");
      fuzz::claim(conservative.saturated || conservative.upper >= count_of(own_, key),
                  "conservative is never under");
      fuzz::claim(conservative.upper <= plain.upper, "and never above plain");
    }
    std::uint64_t up_to = 0;
    for (std::uint64_t key = 0; key < 256; ++key) {
      up_to += count_of(counts_, key);
      if (key % 51 != 0) continue;  // each is a sum of up to 64 answers
      const CountBounds rank = range_.rank(key);
      fuzz::claim(rank.saturated || rank.upper >= up_to, "a rank is never under");
      fuzz::claim(rank.lower <= rank.upper, "bounds are in order");
    }
    fuzz::claim(range_.total().value == up_to, "all copies are in the total");
    if (up_to == 0) return;
    const auto median = range_.at_rank(CopyCount((up_to + 1) / 2));
    fuzz::claim(median.has_value(), "there is a median");
    std::uint64_t smaller = 0;
    for (const auto& [key, count] : counts_) smaller += key < median->key ? count : 0;
    fuzz::claim(median->rank.saturated || smaller < (up_to + 1) / 2, "few are below the median");
  }

  // The signed sketch is linear: its counters are those of the balances.
  void claim_linear(const GridShape& shape) const {
    auto fresh = *SignedSketch::make(shape, HashFamily::fast, Seed(1));
    for (const auto& [key, balance] : balance_)
      fuzz::claim(fresh.add(key, CountChange{balance}).has_value(), "balances are far from the limit");
    fuzz::claim(std::ranges::equal(fresh.words(), signed_.words()), "changes of a key add up");
  }

  void claim_adoptable() const {
    for (const CountMinSketch* sketch : {&plain_, &conservative_}) {
      AlignedWords words(sketch->words().size());
      std::ranges::copy(sketch->words(), words.span().begin());
      const auto again = CountMinSketch::from_words(sketch->shape(), sketch->rule(), sketch->hasher(),
                                                    sketch->total(), std::move(words));
      fuzz::claim(again && *again == *sketch, "what a sketch holds can be adopted");
    }
    AlignedWords words(signed_.words().size());
    std::ranges::copy(signed_.words(), words.span().begin());
    const auto again =
        SignedSketch::from_words(signed_.shape(), signed_.hasher(), signed_.gross(), std::move(words));
    fuzz::claim(again && *again == signed_, "and so can signed counters");
  }

 private:
  using Counts = std::map<std::uint64_t, std::uint64_t>;

  static std::uint64_t count_of(const Counts& counts, std::uint64_t key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  }
  void note(std::uint64_t key, std::uint64_t copies) {
    counts_[key] += copies;
    own_[key] += copies;
  }
  void change(std::uint64_t key, std::int64_t by) {
    fuzz::claim(signed_.add(key, CountChange{by}).has_value(), "a change is far from the limit");
    balance_[key] += by;
  }

  CountMinSketch plain_, conservative_;
  SignedSketch signed_;
  RangeSketch range_;
  Counts counts_;                                  // with what was merged
  Counts own_;                                     // without
  std::map<std::uint64_t, std::int64_t> balance_;  // of the signed sketch
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, std::min<std::size_t>(size, 96))));
  const Shapes shapes = read_shapes(script);
  Sketches first(shapes), second(shapes);
  int merges = 0;
  while (!script.ended()) {
    const std::uint64_t operation = script.below(6);
    Sketches& chosen = operation % 2 == 0 ? first : second;
    const std::uint64_t key = script.number(1);
    switch (operation / 2) {
      case 0:
        chosen.add(key, script.number(1 + key % 4));
        break;
      case 1:
        chosen.add_many(key, script.below(20));
        break;
      default:
        if (++merges <= 8) first.merge(second);  // totals may double each time
    }
  }
  for (const Sketches* sketches : {&first, &second}) {
    sketches->claim_bounds();
    sketches->claim_linear(shapes.signed_);
    sketches->claim_adoptable();
  }
  return 0;
}
