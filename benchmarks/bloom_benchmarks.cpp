// Bloom filters of all layouts against the machine's limit for the same traffic.
#include "bloom_benchmarks.hpp"

#include "bloom_bench.hpp"
#include "iblt_bench.hpp"

#include <string>

namespace peel::bench {

namespace {

constexpr double kBlockedBudget = 1.3;  // DESIGN: of the limit, whatever the number of hashes

struct Size {
  double bits_per_key;
  std::uint64_t hashes;
};

// For one false positive in 100.
Size size_for(FilterLayout layout) {
  switch (layout) {
    case FilterLayout::classic:
      return {9.59, 7};
    case FilterLayout::register_blocks:
      return {11.0, 8};
    case FilterLayout::line_blocks:
      return {10.1, 8};
  }
  return {};
}

FilterShape shape_for(FilterLayout layout, std::uint64_t keys, Size size) {
  const std::uint64_t block = cells_in_block(layout, BitWidth(1));
  const auto bits = static_cast<std::uint64_t>(size.bits_per_key * static_cast<double>(keys));
  return *FilterShape::from(
      {.layout = layout, .cells = CellCount((bits / block + 1) * block), .hashes = HashCount(size.hashes)});
}

void add_layout(Suite& suite, FilterLayout layout, std::uint64_t keys) {
  const Lazy<BloomBench> bench(
      [=] { return std::make_unique<BloomBench>(shape_for(layout, keys, size_for(layout)), keys); });
  const auto n = static_cast<double>(std::min(keys, BloomBench::kMostAsked));
  const std::string tail = ", " + std::string(name_of(layout)) + ", " + power_of_ten(keys);
  const double budget = layout == FilterLayout::classic ? 0 : kBlockedBudget;
  const auto limit_update = [bench] { return bench->limit_update(); };
  const auto limit_read = [bench] { return bench->limit_read(); };
  suite.add(
      {"bloom insert batched" + tail, n, [bench] { return bench->insert_batched(); }, limit_update, budget});
  suite.add({"bloom hit batched" + tail, n, [bench] { return bench->hits_batched(); }, limit_read, budget});
  suite.add(
      {"bloom miss batched" + tail, n, [bench] { return bench->misses_batched(); }, limit_read, budget});
  suite.add(
      {"bloom insert one by one" + tail, n, [bench] { return bench->insert_one_by_one(); }, limit_update});
  suite.add({"bloom hit one by one" + tail, n, [bench] { return bench->hits_one_by_one(); }, limit_read});
  // Beside the batch instead of the limit: in cache, one by one may cost little more.
  suite.add({"bloom miss one by one, to batched" + tail, n, [bench] { return bench->misses_one_by_one(); },
             [bench] { return bench->misses_batched(); }, keys <= 100'000 ? kBlockedBudget : 0});
}

// Time against the number of hashes, in cache: it should grow smoothly.
void add_hashes(Suite& suite, FilterLayout layout, std::uint64_t hashes) {
  constexpr std::uint64_t kKeys = 20'000;
  const Lazy<BloomBench> bench([=] {
    return std::make_unique<BloomBench>(
        shape_for(layout, kKeys, {1.5 * static_cast<double>(hashes) + 1, hashes}), kKeys);
  });
  const std::string tail = ", " + std::string(name_of(layout)) + ", " + std::to_string(hashes) + " hashes";
  suite.add({"bloom-k insert batched" + tail, kKeys, [bench] { return bench->insert_batched(); },
             [bench] { return bench->limit_update(); }, kBlockedBudget});
  suite.add({"bloom-k miss batched" + tail, kKeys, [bench] { return bench->misses_batched(); },
             [bench] { return bench->limit_read(); }, kBlockedBudget});
}

}  // namespace

void add_bloom_benchmarks(Suite& suite) {
  for (const std::uint64_t keys : {100'000U, 10'000'000U, 100'000'000U}) {
    for (const FilterLayout layout : kFilterLayouts)
      suite.group([=](Suite& s) { add_layout(s, layout, keys); });
  }
  for (const FilterLayout layout : {FilterLayout::register_blocks, FilterLayout::line_blocks}) {
    for (std::uint64_t hashes = 1; hashes <= 16; ++hashes)
      suite.group([=](Suite& s) { add_hashes(s, layout, hashes); });
  }
}

}  // namespace peel::bench
