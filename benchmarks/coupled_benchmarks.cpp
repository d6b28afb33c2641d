// Coupled tables against partitioned ones, each as small as it may be for one failure in 10,000: fewer cells
// and other waits, for the same keys and the same number of updates.
#include "peel/analysis/listing_failure.hpp"

#include "iblt_bench.hpp"
#include "iblt_benchmarks.hpp"

#include <memory>

namespace peel::bench {

namespace {

constexpr HashCount kHashes{4};

struct Cells {
  CellArithmetic arithmetic;
  std::size_t key_width;
  const char* name;
};

// `segments` of 0 for a partitioned table.
std::unique_ptr<IbltBench> bench_of(std::uint64_t keys, const Cells& cells, SegmentCount segments) {
  const SegmentCount sub_tables(segments.value == 0 ? kHashes.value : segments.value);
  const auto shape = IbltShape::from(
      {.cells = analysis::fewest_cells(ItemCount(keys), kHashes, sub_tables, *Rate::from(1e-4)),
       .hashes = kHashes,
       .segments = segments,
       .key_width = ByteWidth(cells.key_width),
       .arithmetic = cells.arithmetic});
  return std::make_unique<IbltBench>(*shape, keys);
}

void add_pair(Suite& suite, std::uint64_t keys, const Cells& cells) {
  const Lazy<IbltBench> partitioned([=] { return bench_of(keys, cells, SegmentCount(0)); });
  const Lazy<IbltBench> coupled([=] {
    return bench_of(keys, cells, analysis::best_segments(ItemCount(keys), kHashes, *Rate::from(1e-4)));
  });
  const auto n = static_cast<double>(keys);
  const std::string tail = std::string(" coupled, ") + cells.name + ", " + std::to_string(cells.key_width) +
                           "-byte keys, " + power_of_ten(keys);
  const auto limit = [coupled] { return coupled->limit_update(); };
  suite.add({"insert batched" + tail, n, [coupled] { return coupled->insert_batched(); }, limit, 0,
             Rival{"partitioned", [partitioned] { return partitioned->insert_batched(); }}});
  suite.add({"list" + tail, n, [coupled] { return coupled->list(); }, limit, 0,
             Rival{"partitioned", [partitioned] { return partitioned->list(); }}});
}

}  // namespace

void add_coupled_benchmarks(Suite& suite) {
  for (const std::uint64_t keys : {1'000U, 10'000U, 100'000U, 1'000'000U}) {
    for (const Cells& cells :
         {Cells{CellArithmetic::xor_sums, 8, "xor"}, Cells{CellArithmetic::prime_field, 7, "prime field"}}) {
      suite.group([=](Suite& s) { add_pair(s, keys, cells); });
    }
  }
}

}  // namespace peel::bench
