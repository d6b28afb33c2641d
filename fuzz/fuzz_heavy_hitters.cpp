// Heavy hitters beside exact counts, integers and texts alike. The input is a small program: a capacity, then
// keys to add, one by one, with weights or many at once, to one of two summaries; merging, decay, forgetting.
// After each step the key that it names is asked for, before it is forgotten and in the end every key.
#include "peel/analysis/heavy_hitters.hpp"
#include "peel/core/uint128.hpp"
#include "peel/frequency/heavy_hitters.hpp"
#include "peel/frequency/heavy_texts.hpp"

#include "fuzz/claim.hpp"
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

constexpr int kMostDecays = 20;

// A text for each key, some of them longer than the eight bytes that are kept.
std::string text_of(std::uint64_t key) {
  return std::string(key % 13, 'x') + std::to_string(key);
}

ByteView bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Two summaries and what really came: so many copies of each key, in units of 1 / unit.
class Counted {
 public:
  Counted(ItemCount capacity, Seed seed)
      : hitters_(*HeavyHitters::make(capacity, seed)),
        texts_(*HeavyTexts::make({.capacity = capacity, .text_width = ByteWidth(8)}, HashFamily::fast,
                                 Seed(1))) {}

  void add(std::uint64_t key, CopyCount copies, Uint128 unit) {
    hitters_.add(key, copies);
    texts_.add(bytes_of(text_of(key)), copies);
    truth_[key] += unit * copies.value;
  }

  void add_many(std::uint64_t first, std::uint64_t count, Uint128 unit) {
    std::vector<std::uint64_t> keys;
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < count; ++i) {
      keys.push_back(first + i % 11 * 7);
      texts.push_back(text_of(keys.back()));
      truth_[keys.back()] += unit;
    }
    std::vector<ByteView> views;
    views.reserve(texts.size());
    for (const std::string& text : texts) views.push_back(bytes_of(text));
    hitters_.add(keys);
    texts_.add(views);
  }

  void merge(const Counted& other) {
    fuzz::claim(hitters_.merge(other.hitters_).has_value(), "summaries of one capacity merge");
    fuzz::claim(texts_.merge(other.texts_).has_value(), "so do those of texts");
    for (const auto& [key, copies] : other.truth_) truth_[key] += copies;
    was_decayed_ = was_decayed_ || other.was_decayed_;
  }

  void decay(Decay decay) {
    fuzz::claim(hitters_.decay(decay).has_value() && texts_.decay(decay).has_value(),
                "a share up to 1 is taken");
    for (auto& [key, copies] : truth_) copies *= decay.keep;
    was_decayed_ = true;
  }

  void clear(Uint128 unit) {
    claim_all(unit);
    hitters_.clear();
    texts_.clear();
    truth_.clear();
    was_decayed_ = false;
  }

  void claim_one(std::uint64_t key, Uint128 unit) const {
    const auto entry = truth_.find(key);
    const Uint128 copies = entry == truth_.end() ? 0 : entry->second;
    const CountBounds bounds = hitters_.bounds(key);
    fuzz::claim(bounds.lower * unit <= copies && copies <= bounds.upper * unit, "both bounds are certain");
    fuzz::claim(texts_.bounds(bytes_of(text_of(key))) == bounds, "so they are for texts");
  }

  void claim_all(Uint128 unit) const {
    const std::uint64_t error = hitters_.error().value, total = hitters_.total().value;
    fuzz::claim(hitters_.size() <= hitters_.capacity(), "there is room for no more keys");
    fuzz::claim(
        texts_.error().value == error && texts_.total().value == total && texts_.size() == hitters_.size(),
        "texts are counted like integers");
    for (const auto& entry : truth_) claim_one(entry.first, unit);
    std::uint64_t sum = 0;
    for (const KeyCounter& counter : hitters_.counters()) {
      fuzz::claim(counter.count > 0 && truth_.contains(counter.key), "what has a counter came");
      sum += counter.count;
    }
    fuzz::claim(sum + error <= total, "counters and error are no more than the total");
    fuzz::claim(error > 0 || sum == total, "without error, nothing is left out");
    if (!was_decayed_) {
      fuzz::claim(error <= analysis::heavy_error_bound(hitters_.capacity(), hitters_.total()).value,
                  "the error is within its bound");
    }
    claim_heavy(unit);
    const auto again = HeavyHitters::from_parts({.capacity = hitters_.capacity(),
                                                 .seed = Seed(9),
                                                 .total = hitters_.total(),
                                                 .error = hitters_.error(),
                                                 .counters = hitters_.counters()});
    fuzz::claim(again && again->counters() == hitters_.counters(), "it can be made from its parts");
  }

 private:
  void claim_heavy(Uint128 unit) const {
    for (const std::uint64_t k : {1U, 3U, 10U}) {
      std::vector<std::uint64_t> heavy;
      for (const HeavyItem& item : hitters_.heavy(ItemCount(k))) heavy.push_back(item.key);
      std::ranges::sort(heavy);
      fuzz::claim(std::ranges::adjacent_find(heavy) == heavy.end(), "nothing is listed twice");
      for (const auto& [key, copies] : truth_) {
        if (copies == 0 || copies * k < hitters_.total().value * unit) continue;
        // Where the error is not below n / k, such a key may have no counter.
        if (hitters_.bounds(key).lower == 0 && hitters_.error().value * k >= hitters_.total().value) continue;
        fuzz::claim(std::ranges::binary_search(heavy, key), "what came often is listed");
      }
    }
  }

  HeavyHitters hitters_;
  HeavyTexts texts_;
  std::map<std::uint64_t, Uint128> truth_;
  bool was_decayed_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, std::min<std::size_t>(size, 128))));
  const ItemCount capacity(1 + script.below(40));
  Counted first(capacity, Seed(1)), second(capacity, Seed(2));
  Uint128 unit = 1;
  int decays = 0;
  while (!script.ended()) {
    const std::uint64_t operation = script.below(12), key = script.below(64);
    Counted& chosen = operation % 2 == 0 ? first : second;
    switch (operation / 2) {
      case 0:
        chosen.add(key, CopyCount(1), unit);
        break;
      case 1:
        chosen.add(key, CopyCount(script.number(2)), unit);
        break;
      case 2:
        chosen.add_many(key, script.below(40), unit);
        break;
      case 3:
        chosen.merge(operation % 2 == 0 ? second : first);
        break;
      case 4:
        if (const Decay decay{script.below(4), 3}; ++decays <= kMostDecays) {
          unit *= decay.of;
          first.decay(decay);
          second.decay(decay);
        }
        break;
      default:
        if (key % 16 == 0) chosen.clear(unit);
    }
    chosen.claim_one(key, unit);
  }
  first.claim_all(unit);
  second.claim_all(unit);
  return 0;
}
