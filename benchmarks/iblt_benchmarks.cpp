// The invertible Bloom lookup table against the machine's limit for the same traffic.
#include "iblt_benchmarks.hpp"

#include "iblt_bench.hpp"

#include <memory>

namespace peel::bench {

namespace {

constexpr double kCellsPerKey = 1.4;

struct Setting {
  std::uint64_t keys;
  std::size_t key_width;
  CellArithmetic arithmetic;
  const char* cells_name;
};

std::unique_ptr<IbltBench> bench_of(const Setting& setting) {
  const auto shape = IbltShape::from(
      {.cells = CellCount(static_cast<std::uint64_t>(kCellsPerKey * static_cast<double>(setting.keys))),
       .hashes = HashCount(4),
       .key_width = ByteWidth(setting.key_width),
       .arithmetic = setting.arithmetic});
  return std::make_unique<IbltBench>(*shape, setting.keys);
}

void add_setting(Suite& suite, const Setting& setting) {
  const Lazy<IbltBench> bench([setting] { return bench_of(setting); });
  const auto n = static_cast<double>(setting.keys);
  const std::string tail = std::string(", ") + setting.cells_name + ", " + std::to_string(setting.key_width) +
                           "-byte keys, " + power_of_ten(setting.keys);
  const bool has_budget = setting.key_width == 8 && setting.arithmetic == CellArithmetic::xor_sums;
  const double insert_budget = !has_budget                 ? 0
                               : setting.keys >= 1'000'000 ? 1.5
                               : setting.keys <= 10'000    ? 2.0
                                                           : 0;
  const double list_budget = !has_budget               ? 0
                             : setting.keys == 1'000   ? 3.0
                             : setting.keys == 100'000 ? 2.0
                                                       : 0;
  const auto limit_update = [bench] { return bench->limit_update(); };

  suite.add(
      {"insert batched" + tail, n, [bench] { return bench->insert_batched(); }, limit_update, insert_budget});
  suite.add({"insert one by one" + tail, n,
             [bench] {
               return timed([&] {
                 for (std::size_t i = 0; i < bench->answers.size(); ++i)
                   (void)bench->scratch.insert(bench->key(i));
               });
             },
             limit_update});
  suite.add({"erase batched" + tail, n,
             [bench] { return timed([&] { (void)bench->scratch.erase(PackedPairs{bench->keys}); }); },
             limit_update});
  suite.add({"get batched" + tail, n,
             [bench] { return timed([&] { (void)bench->full.get(bench->keys, bench->answers); }); },
             [bench] { return bench->limit_read(); }});
  suite.add({"list" + tail, n, [bench] { return bench->list(); }, limit_update, list_budget});
  suite.add({"subtract, per cell" + tail, kCellsPerKey * n,
             [bench] { return timed([&] { (void)bench->full.subtract(bench->empty); }); },
             [bench] { return timed([&] { bench->traffic.combine(bench->other_traffic); }); }});
}

}  // namespace

void add_iblt_benchmarks(Suite& suite) {
  for (const std::uint64_t keys : {1'000U, 10'000U, 100'000U, 1'000'000U}) {
    for (const std::size_t width : {8U, 32U}) {
      suite.group([=](Suite& s) { add_setting(s, {keys, width, CellArithmetic::xor_sums, "xor"}); });
    }
    for (const std::size_t width : {7U, 8U}) {
      suite.group([=](Suite& s) {
        add_setting(s, {keys, width, CellArithmetic::prime_field, "prime field"});
      });
    }
  }
}

}  // namespace peel::bench
