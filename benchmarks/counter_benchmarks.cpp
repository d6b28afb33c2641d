// Invertible counters against the machine's limit for the same traffic, each kind as full as it lists
// reliably.
#include "counter_benchmarks.hpp"

#include "peel/invertible/invertible_counter.hpp"
#include "peel/invertible/planned_counter.hpp"

#include "iblt_bench.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>

namespace peel::bench {

namespace {

// What the planner suggests for this kind and so many keys, with one listing in 1,000 that leaves some over.
CounterShape shape_for(CounterVariant variant, std::uint64_t keys) {
  return *planned_counter({.items = ItemCount(keys), .incomplete = *Rate::from(1e-3), .variant = variant});
}

struct CounterBench {
  CounterBench(CounterVariant variant, std::uint64_t key_count, std::uint64_t most_copies)
      : keys(key_count * 8),
        times(key_count),
        empty(shape_for(variant, key_count), HashFamily::fast, Seed(1)),
        full(empty),
        scratch(empty),
        traffic(empty.shape().placement(), empty.shape().cell_words()),
        answers(key_count) {
    std::uint64_t state = key_count;
    for (std::size_t i = 0; i < key_count; ++i) {
      store_le(&keys[i * 8], scramble(state += kGolden));
      times[i] = static_cast<std::int64_t>(1 + reduce(scramble(state += kGolden), most_copies));
    }
    (void)full.add(keys, times);
    if (full.list().complete()) return;
    std::fprintf(stderr, "a counter that does not list is no measure of listing: try another seed\n");
    std::abort();
  }

  double list() {
    scratch = full;
    return timed([&] { keep(scratch.consume().keys.size()); });
  }
  double limit_update() {
    return timed([&] { traffic.update(keys, 8); });
  }

  Bytes keys;
  std::vector<std::int64_t> times;
  InvertibleCounter empty, full, scratch;
  CellTraffic traffic;
  std::vector<Multiplicity> answers;
};

void add_kind(Suite& suite, CounterVariant variant, std::uint64_t keys) {
  constexpr std::uint64_t kFew = 20, kMany = std::uint64_t{1} << 32;
  const Lazy<CounterBench> bench([=] { return std::make_unique<CounterBench>(variant, keys, kFew); });
  const Lazy<CounterBench> heavy([=] { return std::make_unique<CounterBench>(variant, keys, kMany); });
  const auto n = static_cast<double>(keys);
  const std::string tail = ", " + std::string(name_of(variant)) + " counter, " + power_of_ten(keys);
  const auto limit_update = [bench] { return bench->limit_update(); };
  suite.add({"insert batched" + tail, n,
             [bench] { return timed([&] { (void)bench->scratch.insert(bench->keys); }); }, limit_update,
             2.0});
  suite.add({"insert with a count" + tail, n,
             [bench] { return timed([&] { (void)bench->scratch.add(bench->keys, bench->times); }); },
             limit_update});
  suite.add({"count of a key" + tail, n,
             [bench] { return timed([&] { (void)bench->full.counts_of(bench->keys, bench->answers); }); },
             limit_update});
  suite.add({"list, up to 20 copies" + tail, n, [bench] { return bench->list(); }, limit_update});
  suite.add({"list, up to 2^32 copies" + tail, n, [heavy] { return heavy->list(); }, limit_update});
}

}  // namespace

void add_counter_benchmarks(Suite& suite) {
  for (const std::uint64_t keys : {1'000U, 10'000U, 100'000U, 1'000'000U}) {
    for (const CounterVariant variant : {CounterVariant::standard, CounterVariant::moment}) {
      suite.group([=](Suite& s) { add_kind(s, variant, keys); });
    }
  }
}

}  // namespace peel::bench
