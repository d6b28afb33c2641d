// Counting and spectral filters against the machine's limit: loops that hash each key once and touch the same
// memory with prefetching. For a blocked filter that is one block, every lane of which is read, or added to;
// for a classic one it is k words.
#include "counting_filter_benchmarks.hpp"

#include "peel/membership/counting_bloom_filter.hpp"
#include "peel/membership/spectral_bloom_filter.hpp"

#include "iblt_bench.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace peel::bench {

namespace {

constexpr unsigned kHashes = 7;       // for classic filters
constexpr unsigned kBlockHashes = 8;  // for blocked ones
constexpr std::uint64_t kCellsPerKey = 10;

FilterShape shape_for(FilterLayout layout, std::uint64_t keys, BitWidth bits) {
  const std::uint64_t block = cells_in_block(layout, bits);
  const std::uint64_t cells = (keys * kCellsPerKey + block - 1) / block * block;
  const unsigned hashes = layout == FilterLayout::classic ? kHashes : kBlockHashes;
  return *FilterShape::from(
      {.layout = layout, .cells = CellCount(cells), .hashes = HashCount(hashes), .cell_bits = bits});
}

std::vector<std::uint64_t> random_keys(std::uint64_t count) {
  std::vector<std::uint64_t> keys(count);
  std::uint64_t state = count;
  for (auto& key : keys) key = scramble(state += kGolden);
  return keys;
}

// Touches Pieces runs of Words neighbouring words for each key, kAhead keys after asking memory for them.
template <unsigned Pieces, unsigned Words>
class Traffic {
 public:
  explicit Traffic(std::uint64_t words) : words_(words), runs_(words / Words) {}

  double update(const std::vector<std::uint64_t>& keys) {
    return timed([&] {
      visit<1>(keys, [](std::uint64_t* run) {
        for (unsigned w = 0; w < Words; ++w) run[w] += 1;
      });
    });
  }
  double read(const std::vector<std::uint64_t>& keys) {
    std::uint64_t all = 0;
    return timed([&] {
      visit<0>(keys, [&](const std::uint64_t* run) {
        for (unsigned w = 0; w < Words; ++w) all |= run[w];
      });
      keep(all);
    });
  }

 private:
  static constexpr std::size_t kAhead = 32;

  template <int Write, class Use>
  void visit(const std::vector<std::uint64_t>& keys, Use use) {
    std::array<std::array<std::uint64_t*, Pieces>, kAhead> ring;
    for (std::size_t i = 0; i < keys.size() + kAhead; ++i) {
      auto& slot = ring[i % kAhead];
      if (i >= kAhead) {
        for (std::uint64_t* run : slot) use(run);
      }
      if (i >= keys.size()) continue;
      const KeyHash hash{scramble(keys[i]), scramble(keys[i] ^ kGolden)};
      for (unsigned j = 0; j < Pieces; ++j) {
        slot[j] = words_.data() + reduce(Pieces == 1 ? hash.low : hash.word(j), runs_) * Words;
        __builtin_prefetch(slot[j], Write);
      }
    }
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t runs_;
};

template <class Limit>
struct CountingBench {
  CountingBench(FilterLayout layout, std::uint64_t count)
      : keys(random_keys(count)),
        outcomes(count),
        found(std::make_unique<bool[]>(count)),
        filter(*CountingBloomFilter::make(shape_for(layout, count, BitWidth(kCountingCellBits)),
                                          HashFamily::fast, Seed(1))),
        limit(filter.shape().words()) {}

  // What is inserted is erased again outside the timed part, and the other way round, so that no counter
  // saturates however many rounds there are.
  double insert() {
    const double time = timed([&] { filter.insert(keys); });
    filter.erase(keys, outcomes);
    return time;
  }
  double erase() {
    filter.insert(keys);
    return timed([&] { filter.erase(keys, outcomes); });
  }
  double contains() {
    return timed([&] { filter.contains(keys, {found.get(), keys.size()}); });
  }

  std::vector<std::uint64_t> keys;
  std::vector<Erased> outcomes;
  std::unique_ptr<bool[]> found;
  CountingBloomFilter filter;
  Limit limit;
};

template <class Limit>
void add_counting(Suite& suite, FilterLayout layout, std::uint64_t keys) {
  using Bench = CountingBench<Limit>;
  const Lazy<Bench> bench([=] { return std::make_unique<Bench>(layout, keys); });
  const auto n = static_cast<double>(keys);
  const std::string tail = ", " + std::string(name_of(layout)) + " counting filter, " + power_of_ten(keys);
  const auto update = [bench] { return bench->limit.update(bench->keys); };
  suite.add({"insert batched" + tail, n, [bench] { return bench->insert(); }, update});
  suite.add({"erase batched" + tail, n, [bench] { return bench->erase(); }, update});
  suite.add({"contains batched" + tail, n, [bench] { return bench->contains(); },
             [bench] { return bench->limit.read(bench->keys); }});
}

struct SpectralBench {
  SpectralBench(SpectralInsertion insertion, std::uint64_t count)
      : keys(random_keys(count)),
        answers(count),
        filter(*SpectralBloomFilter::make(shape_for(FilterLayout::classic, count, BitWidth(16)), insertion,
                                          HashFamily::fast, Seed(1))),
        limit(filter.shape().words()) {}

  double insert() {
    filter.clear();
    return timed([&] { filter.insert(keys); });
  }
  double query() {
    return timed([&] { filter.multiplicities(keys, answers); });
  }

  std::vector<std::uint64_t> keys;
  std::vector<SpectralCount> answers;
  SpectralBloomFilter filter;
  Traffic<kHashes, 1> limit;
};

void add_spectral(Suite& suite, SpectralInsertion insertion, std::uint64_t keys) {
  const Lazy<SpectralBench> bench([=] { return std::make_unique<SpectralBench>(insertion, keys); });
  const auto n = static_cast<double>(keys);
  const std::string tail = ", " + std::string(name_of(insertion)) + " spectral filter, " + power_of_ten(keys);
  suite.add({"insert batched" + tail, n, [bench] { return bench->insert(); },
             [bench] { return bench->limit.update(bench->keys); }});
  suite.add({"count of a key" + tail, n, [bench] { return bench->query(); },
             [bench] { return bench->limit.read(bench->keys); }});
}

}  // namespace

void add_counting_filter_benchmarks(Suite& suite) {
  for (const std::uint64_t keys : {100'000U, 10'000'000U}) {
    suite.group([=](Suite& s) { add_counting<Traffic<1, 8>>(s, FilterLayout::line_blocks, keys); });
    suite.group([=](Suite& s) { add_counting<Traffic<1, 4>>(s, FilterLayout::register_blocks, keys); });
    suite.group([=](Suite& s) { add_counting<Traffic<kHashes, 1>>(s, FilterLayout::classic, keys); });
    suite.group([=](Suite& s) { add_spectral(s, SpectralInsertion::minimum_selection, keys); });
    suite.group([=](Suite& s) { add_spectral(s, SpectralInsertion::minimal_increase, keys); });
  }
}

}  // namespace peel::bench
