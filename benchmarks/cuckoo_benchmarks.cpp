// CuckooTable against the machine's limit for a lookup: two random line loads in memory of the same size, the
// second at an address that depends on what the first one read. Lookups do not depend on each other, and
// neither do those pairs: a processor may overlap both. The rival is a map that probes one line in most
// cases.
#include "cuckoo_benchmarks.hpp"

#include "peel/core/aligned_words.hpp"
#include "peel/tables/cuckoo_table.hpp"

#include "table_comparison.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace peel::bench {

namespace {

constexpr std::uint64_t kAsked = 1'000'000;

struct CuckooBench {
  explicit CuckooBench(std::uint64_t count)
      : entries(count),
        table({HashFamily::fast, Seed(1)}, ItemCount(count)),
        lines(table.bytes() / 64),
        memory(8 * lines),
        present(kAsked),
        absent(kAsked),
        answers(kAsked) {
    std::uint64_t state = 1;
    for (std::uint64_t& word : memory.span()) word = scramble(state += kGolden);
    map.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      table.insert_or_assign(key(i), i);
      map.emplace(key(i), i);
    }
    for (std::uint64_t& asked : present) asked = key(reduce(scramble(state += kGolden), count));
    for (std::uint64_t& asked : absent) asked = key(count + reduce(scramble(state += kGolden), count));
  }

  static std::uint64_t key(std::uint64_t i) { return scramble(kGolden * (i + 1)); }

  template <class Map>
  static double ask(const Map& map, const std::vector<std::uint64_t>& keys) {
    std::uint64_t found = 0;
    const double time = timed([&] {
      for (const std::uint64_t asked : keys) found += map.contains(asked) ? 1U : 0U;
    });
    keep(found);
    return time;
  }
  double hits() {
    std::uint64_t sum = 0;
    const double time = timed([&] {
      for (const std::uint64_t asked : present) sum += *table.find(asked);
    });
    keep(sum);
    return time;
  }
  double rival_hits() {
    std::uint64_t sum = 0;
    const double time = timed([&] {
      for (const std::uint64_t asked : present) sum += map.find(asked)->second;
    });
    keep(sum);
    return time;
  }
  double batched(const std::vector<std::uint64_t>& keys) {
    return timed([&] { table.find(std::span<const std::uint64_t>(keys), answers); });
  }
  double machine() {
    std::uint64_t sum = 0;
    const KeyHasher hasher(HashFamily::fast, Seed(2));
    const double time = timed([&] {
      for (const std::uint64_t asked : present) {
        const std::uint64_t first = memory.data()[8 * reduce(hasher(asked).low, lines)];
        sum += memory.data()[8 * reduce(first, lines)];
      }
    });
    keep(sum);
    return time;
  }

  std::uint64_t entries;
  CuckooTable<std::uint64_t, std::uint64_t> table;
  std::uint64_t lines;
  AlignedWords memory;
  std::vector<std::uint64_t> present, absent;
  std::vector<const std::uint64_t*> answers;
  boost::unordered_flat_map<std::uint64_t, std::uint64_t> map = {};
};

void add_lookups(Suite& suite, std::uint64_t entries) {
  const Lazy<CuckooBench> bench([=] { return std::make_unique<CuckooBench>(entries); });
  const std::string name = "cuckoo, " + std::to_string(entries) + " entries, ";
  const auto limit = [=] { return bench->machine(); };
  suite.add({.name = name + "hit",
             .operations = double(kAsked),
             .subject = [=] { return bench->hits(); },
             .limit = limit,
             .budget = 1.3,
             .rival = Rival{"boost", [=] { return bench->rival_hits(); }}});
  suite.add({.name = name + "hit, batched",
             .operations = double(kAsked),
             .subject = [=] { return bench->batched(bench->present); },
             .limit = limit,
             .budget = 0.65});
  suite.add({.name = name + "miss",
             .operations = double(kAsked),
             .subject = [=] { return bench->ask(bench->table, bench->absent); },
             .limit = limit,
             .rival = Rival{"boost", [=] { return bench->ask(bench->map, bench->absent); }}});
  suite.add({.name = name + "miss, batched",
             .operations = double(kAsked),
             .subject = [=] { return bench->batched(bench->absent); },
             .limit = limit});
}

}  // namespace

void add_cuckoo_benchmarks(Suite& suite) {
  for (const std::uint64_t entries : {1'000'000U, 10'000'000U})
    suite.group([=](Suite& s) { add_lookups(s, entries); });
  suite.report({.name = "cuckoo beside other tables", .print = compare_tables});
}

}  // namespace peel::bench
