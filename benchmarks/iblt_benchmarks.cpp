// The invertible Bloom lookup table against the machine's limit for the same traffic.
#include "iblt_benchmarks.hpp"

#include "peel/invertible/iblt.hpp"

#include "iblt_limits.hpp"

#include <memory>

namespace peel::bench {

namespace {

constexpr unsigned kHashes = 4;
constexpr double kCellsPerKey = 1.4;

struct Setting {
  std::uint64_t keys;
  std::size_t key_width;
  CellArithmetic arithmetic;
  const char* cells_name;
};

std::string power_of_ten(std::uint64_t n) {
  int exponent = 0;
  for (; n >= 10; n /= 10) ++exponent;
  return "10^" + std::to_string(exponent);
}

// What all benchmarks of one setting share: random keys, a full table, and the limit's own memory.
struct Bench {
  explicit Bench(const Setting& setting)
      : width(setting.key_width),
        keys(setting.keys * setting.key_width),
        shape(*IbltShape::from(
            {.cells = CellCount(static_cast<std::uint64_t>(kCellsPerKey * static_cast<double>(setting.keys))),
             .hashes = HashCount(kHashes),
             .key_width = ByteWidth(setting.key_width),
             .arithmetic = setting.arithmetic})),
        empty(shape, HashFamily::fast, Seed(1)),
        full(empty),
        scratch(empty),
        traffic(shape.cells().value, shape.cell_words(), kHashes),
        other_traffic(traffic),
        answers(setting.keys) {
    std::uint64_t state = setting.keys;
    for (std::size_t at = 0; at < keys.size(); at += 8) store_le(&keys[at], scramble(state += kGolden));
    (void)full.insert(PackedPairs{keys});
  }

  ByteView key(std::size_t i) const { return ByteView(keys).subspan(i * width, width); }
  double limit_update() {
    return timed([&] { traffic.update(keys, width); });
  }
  double limit_read() {
    return timed([&] { keep(traffic.read(keys, width)); });
  }

  std::size_t width;
  Bytes keys;
  IbltShape shape;
  Iblt empty, full, scratch;
  CellTraffic traffic, other_traffic;
  std::vector<Lookup> answers;
};

void add_setting(Suite& suite, const Setting& setting) {
  const Lazy<Bench> bench([setting] { return std::make_unique<Bench>(setting); });
  const auto n = static_cast<double>(setting.keys);
  const std::string tail = std::string(", ") + setting.cells_name + ", " + std::to_string(setting.key_width) +
                           "-byte keys, " + power_of_ten(setting.keys);
  const bool fast_path = setting.key_width == 8 && setting.arithmetic == CellArithmetic::xor_sums;
  const double insert_budget = !fast_path                  ? 0
                               : setting.keys >= 1'000'000 ? 1.5
                               : setting.keys <= 10'000    ? 2.0
                                                           : 0;
  const double list_budget = !fast_path ? 0 : setting.keys == 1'000 ? 3.0 : setting.keys == 100'000 ? 2.0 : 0;
  const auto limit_update = [bench] { return bench->limit_update(); };

  suite.add({"insert batched" + tail, n,
             [bench] { return timed([&] { (void)bench->scratch.insert(PackedPairs{bench->keys}); }); },
             limit_update, insert_budget});
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
  suite.add({"list" + tail, n,
             [bench] {
               bench->scratch = bench->full;
               return timed([&] { keep(bench->scratch.consume().inserted.size()); });
             },
             limit_update, list_budget});
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
    suite.group([=](Suite& s) { add_setting(s, {keys, 8, CellArithmetic::prime_field, "prime field"}); });
  }
}

}  // namespace peel::bench
