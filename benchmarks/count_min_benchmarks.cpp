// Count-Min against the machine's limit for the same hashing and memory traffic, and against hash maps that
// count exactly. Five rows; 2.5 MiB are in a shared L3, 20 MiB partly in memory.
#include "count_min_benchmarks.hpp"

#include "peel/frequency/count_min_sketch.hpp"
#include "peel/frequency/range_sketch.hpp"
#include "peel/frequency/signed_sketch.hpp"

#include "exact_counts.hpp"
#include "grid_limits.hpp"
#include "zipf_stream.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::bench {

namespace {

constexpr unsigned kRows = 5;
constexpr std::uint64_t kDraws = 10'000'000;

struct Size {
  std::uint64_t columns;
  std::string name;
};

struct CountMinBench {
  explicit CountMinBench(std::uint64_t columns)
      : keys(zipf_stream(kDraws)),
        answers(kDraws),
        plain(make(columns, CountMinRule::plain)),
        conservative(make(columns, CountMinRule::conservative)),
        limit(columns) {}

  static CountMinSketch make(std::uint64_t columns, CountMinRule rule) {
    return *CountMinSketch::make(*GridShape::from({RowCount(kRows), ColumnCount(columns)}), rule,
                                 HashFamily::fast, Seed(1));
  }
  double add_batched(CountMinSketch& sketch) {
    return timed([&] { sketch.add(keys); });
  }
  double add_one_by_one(CountMinSketch& sketch) {
    return timed([&] {
      for (const std::uint64_t key : keys) sketch.add(key);
    });
  }
  double query() {
    return timed([&] { plain.bounds(keys, answers); });
  }
  double limit_update() {
    return timed([&] { limit.update(keys); });
  }
  double limit_read() {
    return timed([&] { limit.read(keys, answers); });
  }

  std::vector<std::uint64_t> keys;
  std::vector<CountBounds> answers;
  CountMinSketch plain, conservative;
  GridTraffic<std::uint32_t, kRows> limit;
};

void add_count_min(Suite& suite, const Size& size) {
  const std::uint64_t columns = size.columns;
  const Lazy<CountMinBench> bench([=] { return std::make_unique<CountMinBench>(columns); });
  const auto n = static_cast<double>(kDraws);
  const std::string tail = ", count-min " + size.name;
  const auto update = [bench] { return bench->limit_update(); };
  const auto exactly = [bench](auto count) {
    return [=] { return timed([&] { keep(count(bench->keys).copies); }); };
  };
  suite.add({"update batched, plain" + tail, n, [bench] { return bench->add_batched(bench->plain); }, update,
             1.5, Rival{"absl::flat_hash_map", exactly(count_with_abseil)}});
  suite.add({"update one by one, plain" + tail, n, [bench] { return bench->add_one_by_one(bench->plain); },
             update, 0, Rival{"boost::unordered_flat_map", exactly(count_with_boost)}});
  suite.add({"update batched, conservative" + tail, n,
             [bench] { return bench->add_batched(bench->conservative); }, update});
  suite.add({"update one by one, conservative" + tail, n,
             [bench] { return bench->add_one_by_one(bench->conservative); }, update});
  suite.add({"query batched" + tail, n, [bench] { return bench->query(); },
             [bench] { return bench->limit_read(); }});
}

struct SignedBench {
  explicit SignedBench(std::uint64_t columns)
      : keys(zipf_stream(kDraws)),
        answers(kDraws),
        bounds(kDraws),
        sketch(*SignedSketch::make(*GridShape::from({RowCount(kRows), ColumnCount(columns), BitWidth(64)}),
                                   HashFamily::fast, Seed(1))),
        limit(columns) {}

  double update() {
    return timed([&] { (void)sketch.add(keys); });
  }
  double query() {
    return timed([&] { sketch.estimates(keys, answers); });
  }

  std::vector<std::uint64_t> keys;
  std::vector<std::int64_t> answers;
  std::vector<CountBounds> bounds;
  SignedSketch sketch;
  GridTraffic<std::uint64_t, kRows> limit;
};

void add_signed(Suite& suite, const Size& size) {
  const std::uint64_t columns = size.columns / 2;  // counters are twice as wide
  const Lazy<SignedBench> bench([=] { return std::make_unique<SignedBench>(columns); });
  const auto n = static_cast<double>(kDraws);
  const std::string tail = ", signed count-min " + size.name;
  suite.add({"update batched" + tail, n, [bench] { return bench->update(); },
             [bench] { return timed([&] { bench->limit.update(bench->keys); }); }});
  suite.add({"query batched" + tail, n, [bench] { return bench->query(); },
             [bench] { return timed([&] { bench->limit.read(bench->keys, bench->bounds); }); }});
}

// Keys of 32 bits, five rows of 4,096 counters: 18 levels of 80 KiB and prefixes of 14 bits. The limit
// updates as many grids, one after the other.
struct RangeBench {
  static constexpr std::uint64_t kColumns = 4096, kKeyBits = 32, kKeys = 200'000;

  RangeBench()
      : keys(zipf_stream(kKeys)),
        sketch(
            *RangeShape::from(*GridShape::from({RowCount(kRows), ColumnCount(kColumns)}), BitWidth(kKeyBits)),
            HashFamily::fast, Seed(1)),
        limit(kColumns) {
    for (std::uint64_t& key : keys) key >>= 64 - kKeyBits;
  }

  double update() {
    return timed([&] { (void)sketch.add(keys); });
  }
  double limit_update() {
    return timed([&] {
      for (std::uint64_t level = 0; level < sketch.shape().sketched_levels().value; ++level)
        limit.update(keys);
    });
  }

  std::vector<std::uint64_t> keys;
  RangeSketch sketch;
  GridTraffic<std::uint32_t, kRows> limit;
};

void add_range(Suite& suite) {
  const Lazy<RangeBench> bench([] { return std::make_unique<RangeBench>(); });
  suite.add({"update batched, ranges of 32-bit keys, count-min 1.4 MiB", RangeBench::kKeys,
             [bench] { return bench->update(); }, [bench] { return bench->limit_update(); }});
}

}  // namespace

void add_count_min_benchmarks(Suite& suite) {
  for (const Size& size : {Size{131'072, "2.5 MiB"}, Size{1'048'576, "20 MiB"}}) {
    suite.group([=](Suite& s) { add_count_min(s, size); });
    suite.group([=](Suite& s) { add_signed(s, size); });
  }
  suite.group(add_range);
}

}  // namespace peel::bench
