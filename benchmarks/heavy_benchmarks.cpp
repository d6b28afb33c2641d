// Heavy hitters against the machine's limit: a loop that hashes each key once, reads one line of keys, and
// raises one counter in a line beside, with prefetching. It looks for no key, and never makes room. Rivals
// are hash maps that count exactly.
#include "heavy_benchmarks.hpp"

#include "peel/analysis/zipf.hpp"
#include "peel/frequency/count_min_heap.hpp"
#include "peel/frequency/heavy_hitters.hpp"
#include "peel/frequency/heavy_texts.hpp"

#include "exact_counts.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace peel::bench {

namespace {

constexpr std::uint64_t kDraws = 10'000'000, kTextDraws = 2'000'000, kHeapDraws = 1'000'000;
constexpr std::uint64_t kIds = 10'000'000;
constexpr std::size_t kTop = 100;

// Draws of Zipf 1.1, and the keys that came most often in them.
struct Stream {
  explicit Stream(std::uint64_t draws) : keys(draws) {
    const auto zipf = analysis::Zipf::from({.keys = ItemCount(kIds), .exponent = 1.1});
    std::uint64_t state = 1;
    for (std::uint64_t& key : keys) key = scramble(zipf->rank(scramble(state += kGolden)));
  }

  void count() {
    for (const std::uint64_t key : keys) ++counts[key];
    std::vector<std::pair<std::uint64_t, std::uint64_t>> by_count;
    for (const auto& [key, number] : counts) by_count.emplace_back(number, key);
    std::ranges::partial_sort(by_count, by_count.begin() + kTop, std::greater());
    for (std::size_t i = 0; i < kTop; ++i) top.insert(by_count[i].second);
  }

  std::vector<std::uint64_t> keys;
  std::unordered_map<std::uint64_t, std::uint64_t> counts = {};
  std::set<std::uint64_t> top = {};
};

// Lines of eight keys and of eight counters.
class Traffic {
 public:
  explicit Traffic(std::uint64_t capacity) : lines_(capacity / 6 + 1), words_(16 * lines_) {}

  // at(i) is the hash of the i-th key.
  template <class Hash>
  double run(std::size_t count, Hash at) {
    std::uint64_t all = 0;
    const double time = timed([&] {
      std::array<std::uint64_t, kAhead> ring{};
      for (std::size_t i = 0; i < count + kAhead; ++i) {
        std::uint64_t& hash = ring[i % kAhead];
        if (i >= kAhead) {
          const std::uint64_t* const line = words_.data() + 8 * reduce(hash, lines_);
          for (unsigned w = 0; w < 8; ++w) all += line[w];
          words_[8 * (lines_ + reduce(hash, lines_)) + hash % 8] += 1;
        }
        if (i >= count) continue;
        hash = at(i);
        __builtin_prefetch(words_.data() + 8 * reduce(hash, lines_));
        __builtin_prefetch(words_.data() + 8 * (lines_ + reduce(hash, lines_)), 1);
      }
    });
    keep(all);
    return time;
  }

 private:
  static constexpr std::size_t kAhead = 32;

  std::uint64_t lines_;
  std::vector<std::uint64_t> words_;
};

std::uint64_t mixed(std::uint64_t key) {
  return scramble(key);
}

// What a summary was worth: how many of the most frequent keys it names, and how far off it may be.
std::string worth(const HeavyHitters& summary, Stream& stream) {
  if (stream.top.empty()) stream.count();
  std::size_t named = 0;
  std::uint64_t furthest = 0;
  for (const HeavyItem& item : summary.top(ItemCount(kTop))) named += stream.top.contains(item.key) ? 1U : 0U;
  for (const auto& [key, count] : stream.counts)
    furthest = std::max(furthest, count - summary.bounds(key).lower);
  return std::to_string(named) + " of top " + std::to_string(kTop) + ", error " +
         std::to_string(summary.error().value) + " (seen: " + std::to_string(furthest) + "), " +
         std::to_string(summary.bytes()) + " bytes";
}

HeavyHitters made(std::uint64_t capacity) {
  return *HeavyHitters::make(ItemCount(capacity), Seed(1));
}

struct HeavyBench {
  HeavyBench(std::shared_ptr<Lazy<Stream>> draws, std::uint64_t capacity)
      : stream(std::move(draws)), room(capacity), summary(made(capacity)), limit(capacity) {}

  double batched() {
    summary = made(room);
    return timed([&] { summary.add((*stream)->keys); });
  }
  // Sizes of packets, say.
  double weighted() {
    if (copies.empty()) {
      for (const std::uint64_t key : (*stream)->keys)
        copies.emplace_back(1 + reduce(scramble(key + copies.size()), 1'500));
    }
    summary = made(room);
    return timed([&] { summary.add((*stream)->keys, copies); });
  }
  double one_by_one() {
    summary = made(room);
    return timed([&] {
      for (const std::uint64_t key : (*stream)->keys) summary.add(key);
    });
  }
  double machine() {
    const auto& keys = (*stream)->keys;
    return limit.run(keys.size(), [&](std::size_t i) { return mixed(keys[i]); });
  }

  std::shared_ptr<Lazy<Stream>> stream;
  std::uint64_t room;
  HeavyHitters summary;
  Traffic limit;
  std::vector<CopyCount> copies = {};
};

// Lines of a log, 30 to 38 bytes each.
struct TextBench {
  explicit TextBench(std::uint64_t capacity)
      : shape{.capacity = ItemCount(capacity)},
        summary(*HeavyTexts::make(shape, HashFamily::fast, Seed(1))),
        limit(capacity) {
    const Stream stream(kTextDraws);
    std::vector<std::uint64_t> ends;
    for (const std::uint64_t key : stream.keys) {
      chars.append("GET /articles/");
      chars.append(std::to_string(key >> 4));
      ends.push_back(chars.size());
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const std::uint64_t begin = i == 0 ? 0 : ends[i - 1];
      texts.push_back(std::as_bytes(std::span(chars.data() + begin, ends[i] - begin)));
    }
  }

  double batched() {
    summary = *HeavyTexts::make(shape, HashFamily::fast, Seed(1));
    return timed([&] { summary.add(texts); });
  }
  double one_by_one() {
    summary = *HeavyTexts::make(shape, HashFamily::fast, Seed(1));
    return timed([&] {
      for (const ByteView text : texts) summary.add(text);
    });
  }
  double machine() {
    const KeyHasher hasher(HashFamily::fast, Seed(1));
    return limit.run(texts.size(), [&](std::size_t i) { return hasher(texts[i]).low; });
  }

  HeavyTextsShape shape;
  HeavyTexts summary;
  Traffic limit;
  std::string chars;
  std::vector<ByteView> texts;
};

struct HeapBench {
  double add() {
    auto heap = *CountMinHeap::make(ItemCount(1'000), RowCount(5), HashFamily::fast, Seed(1));
    return timed([&] {
      for (const std::uint64_t key : stream.keys) heap.add(key);
    });
  }
  double machine() {
    return limit.run(stream.keys.size(), [&](std::size_t i) { return mixed(stream.keys[i]); });
  }

  Stream stream{kHeapDraws};
  Traffic limit{8'192};
};

template <class Count>
Rival exact(const std::string& name, const std::shared_ptr<Lazy<Stream>>& stream, Count count) {
  return {.name = name, .run = [=] { return timed([&] { keep(count((*stream)->keys).distinct); }); }};
}

void add_integers(Suite& suite) {
  const auto stream = std::make_shared<Lazy<Stream>>([] { return std::make_unique<Stream>(kDraws); });
  for (const std::uint64_t capacity : {1'000U, 4'096U, 7'000U, 131'072U}) {
    const Lazy<HeavyBench> bench([=] { return std::make_unique<HeavyBench>(stream, capacity); });
    const std::string name = "heavy-hitters " + std::to_string(capacity) + " keys, ";
    suite.add({.name = name + "batched",
               .operations = double(kDraws),
               .subject = [=] { return bench->batched(); },
               .limit = [=] { return bench->machine(); },
               .rival = capacity == 7'000 ? std::optional(exact("flat_hash_map", stream, count_with_abseil))
                                          : std::nullopt,
               .remark = [=] { return worth(bench->summary, *stream->operator->()); }});
    if (capacity == 7'000) {
      suite.add({.name = name + "batched, 1 to 1500 copies",
                 .operations = double(kDraws),
                 .subject = [=] { return bench->weighted(); },
                 .limit = [=] { return bench->machine(); }});
    }
    suite.add({.name = name + "one by one",
               .operations = double(kDraws),
               .subject = [=] { return bench->one_by_one(); },
               .limit = [=] { return bench->machine(); },
               .rival = capacity == 7'000
                            ? std::optional(exact("unordered_flat_map", stream, count_with_boost))
                            : std::nullopt});
  }
}

void add_texts(Suite& suite) {
  const Lazy<TextBench> bench([] { return std::make_unique<TextBench>(8'192); });
  suite.add({.name = "heavy-hitters 8192 texts, batched",
             .operations = double(kTextDraws),
             .subject = [=] { return bench->batched(); },
             .limit = [=] { return bench->machine(); },
             .remark = [=] { return std::to_string(bench->summary.bytes()) + " bytes"; }});
  suite.add({.name = "heavy-hitters 8192 texts, one by one",
             .operations = double(kTextDraws),
             .subject = [=] { return bench->one_by_one(); },
             .limit = [=] { return bench->machine(); }});
}

void add_heap(Suite& suite) {
  const Lazy<HeapBench> bench([] { return std::make_unique<HeapBench>(); });
  suite.add({.name = "heavy-hitters of the slides, k = 1000, 5 rows",
             .operations = double(kHeapDraws),
             .subject = [=] { return bench->add(); },
             .limit = [=] { return bench->machine(); }});
}

}  // namespace

void add_heavy_benchmarks(Suite& suite) {
  suite.group(add_integers);
  suite.group(add_texts);
  suite.group(add_heap);
}

}  // namespace peel::bench
