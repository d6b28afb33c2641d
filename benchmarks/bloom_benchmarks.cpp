// Bloom filters of all layouts against the machine's limit for the same traffic, and beside filters of
// others.
#include "bloom_benchmarks.hpp"

#include "peel/analysis/bloom_plan.hpp"

#include "bloom_bench.hpp"
#include "iblt_bench.hpp"
#include "peer_filters.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace peel::bench {

namespace {

constexpr double kBlockedBudget = 1.3;  // of the limit, whatever the number of hashes
constexpr double kRate = 0.01;

FilterShape planned(FilterLayout layout, std::uint64_t keys) {
  return analysis::plan_filter({.items = ItemCount(keys), .rate = *Rate::from(kRate), .layout = layout})
      ->shape;
}

// At least so many cells, as many as fill blocks.
FilterShape shape_of(FilterLayout layout, CellCount cells, HashCount hashes) {
  const std::uint64_t block = cells_in_block(layout, BitWidth(1));
  return *FilterShape::from(
      {.layout = layout, .cells = CellCount((cells.value + block - 1) / block * block), .hashes = hashes});
}

struct LibbloomBench {
  explicit LibbloomBench(std::uint64_t keys)
      : filter(keys, kRate),
        hits(scrambled_numbers(0, std::min(keys, BloomBench::kMostAsked))),
        misses(scrambled_numbers(keys, hits.size())),
        found(std::make_unique<bool[]>(hits.size())) {
    for (std::uint64_t at = 0; at < keys; at += hits.size())
      filter.insert(scrambled_numbers(at, std::min<std::uint64_t>(hits.size(), keys - at)));
  }

  double insert() {
    return timed([&] { filter.insert(hits); });
  }
  double ask(std::span<const std::uint64_t> keys) {
    return timed([&] { filter.contains(keys, {found.get(), keys.size()}); });
  }

  LibbloomFilter filter;
  std::vector<std::uint64_t> hits, misses;
  std::unique_ptr<bool[]> found;
};

void add_batched(Suite& suite, const Lazy<BloomBench>& bench, const std::string& tail, double n,
                 double budget) {
  const auto limit_update = [bench] { return bench->limit_update(); };
  const auto limit_read = [bench] { return bench->limit_read(); };
  suite.add(
      {"bloom insert batched" + tail, n, [bench] { return bench->insert_batched(); }, limit_update, budget});
  suite.add({"bloom hit batched" + tail, n, [bench] { return bench->hits_batched(); }, limit_read, budget});
  suite.add(
      {"bloom miss batched" + tail, n, [bench] { return bench->misses_batched(); }, limit_read, budget});
}

void add_layout(Suite& suite, FilterLayout layout, std::uint64_t keys) {
  const bool classic = layout == FilterLayout::classic;
  const Lazy<BloomBench> bench([=] { return std::make_unique<BloomBench>(planned(layout, keys), keys); });
  const auto n = static_cast<double>(std::min(keys, BloomBench::kMostAsked));
  const std::string tail = ", " + std::string(name_of(layout)) + ", " + power_of_ten(keys);
  add_batched(suite, bench, tail, n, classic ? 0 : kBlockedBudget);

  // libbloom is classic, and knows only one by one.
  const Lazy<LibbloomBench> libbloom([=] { return std::make_unique<LibbloomBench>(keys); });
  const auto rival = [classic](Timed run) {
    return classic ? std::optional<Rival>({"libbloom", std::move(run)}) : std::nullopt;
  };
  suite.add({"bloom insert one by one" + tail, n, [bench] { return bench->insert_one_by_one(); },
             [bench] { return bench->limit_update(); }, 0, rival([libbloom] { return libbloom->insert(); })});
  suite.add({"bloom hit one by one" + tail, n, [bench] { return bench->hits_one_by_one(); },
             [bench] { return bench->limit_read(); }, 0,
             rival([libbloom] { return libbloom->ask(libbloom->hits); })});
  // Beside the batch instead of the limit: in cache, one by one may cost little more.
  suite.add({"bloom miss one by one, to batched" + tail, n, [bench] { return bench->misses_one_by_one(); },
             [bench] { return bench->misses_batched(); }, keys <= 100'000 ? kBlockedBudget : 0,
             rival([libbloom] { return libbloom->ask(libbloom->misses); })});
}

// More bits than 32 bits can number. That no key is denied is checked before measuring.
void add_large(Suite& suite, FilterLayout layout) {
  constexpr std::uint64_t kKeys = 10'000'000, kCells = (std::uint64_t{1} << 32) + 123'456'789;
  const Lazy<BloomBench> bench(
      [=] { return std::make_unique<BloomBench>(shape_of(layout, CellCount(kCells), HashCount(7)), kKeys); });
  add_batched(suite, bench, ", " + std::string(name_of(layout)) + ", past 2^32 bits", BloomBench::kMostAsked,
              0);
}

// Time against the number of hashes, in cache: it should grow smoothly.
void add_hashes(Suite& suite, FilterLayout layout, std::uint64_t hashes) {
  constexpr std::uint64_t kKeys = 20'000;
  const Lazy<BloomBench> bench([=] {
    return std::make_unique<BloomBench>(
        shape_of(layout, CellCount(kKeys * (3 * hashes + 2) / 2), HashCount(hashes)), kKeys);
  });
  add_batched(suite, bench, ", " + std::string(name_of(layout)) + ", k = " + std::to_string(hashes), kKeys,
              kBlockedBudget);
}

constexpr std::uint64_t kAskedOfRocksdb = 100'000;
constexpr std::uint64_t kHighestBit = std::uint64_t{1} << 63;

struct RocksdbBench {
  explicit RocksdbBench(std::uint64_t keys)
      : inside(scrambled_numbers(keys, kAskedOfRocksdb)),
        outside(inside),
        filter(sorted(scrambled_numbers(0, keys)), kBitsPerKey),
        ours(planned(FilterLayout::line_blocks, keys), keys) {
    for (std::uint64_t& key : inside) key &= ~kHighestBit;
    for (std::uint64_t& key : outside) key |= kHighestBit;
    const std::uint64_t before = RocksdbFilter::denials();
    (void)filter.get(inside);
    if (RocksdbFilter::denials() - before > kAskedOfRocksdb / 100 * 98) return;
    std::fprintf(stderr, "peel-bench: RocksDB asks no filter\n");
    std::abort();
  }
  static std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> keys) {
    for (std::uint64_t& key : keys) key &= ~kHighestBit;
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
  }

  static constexpr double kBitsPerKey = 9.9;  // as its documentation advises for 1 %
  std::vector<std::uint64_t> inside, outside;
  RocksdbFilter filter;
  BloomBench ours;
};

// The subject is RocksDB, the limit what its Get takes where no filter is asked, the rival peel.
void add_rocksdb(Suite& suite, std::uint64_t keys) {
  const Lazy<RocksdbBench> bench([=] { return std::make_unique<RocksdbBench>(keys); });
  const auto ours = [bench] {
    return bench->ours.misses_one_by_one() * kAskedOfRocksdb / static_cast<double>(bench->ours.asked());
  };
  suite.add({"bloom of RocksDB: Get of an absent key, " + power_of_ten(keys), kAskedOfRocksdb,
             [bench] { return timed([&] { keep(bench->filter.get(bench->inside)); }); },
             [bench] { return timed([&] { keep(bench->filter.get(bench->outside)); }); }, 0,
             Rival{"peel, line, one by one", ours}});
}

}  // namespace

void add_bloom_benchmarks(Suite& suite) {
  for (const std::uint64_t keys : {100'000U, 10'000'000U, 100'000'000U}) {
    for (const FilterLayout layout : kFilterLayouts)
      suite.group([=](Suite& s) { add_layout(s, layout, keys); });
  }
  for (const FilterLayout layout : kFilterLayouts) suite.group([=](Suite& s) { add_large(s, layout); });
  for (const std::uint64_t keys : {100'000U, 10'000'000U})
    suite.group([=](Suite& s) { add_rocksdb(s, keys); });
  for (const FilterLayout layout : {FilterLayout::register_blocks, FilterLayout::line_blocks}) {
    for (std::uint64_t hashes = 1; hashes <= 16; ++hashes)
      suite.group([=](Suite& s) { add_hashes(s, layout, hashes); });
  }
}

}  // namespace peel::bench
