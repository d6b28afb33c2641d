#include "table_comparison.hpp"

#include "peel/tables/cuckoo_table.hpp"

#include "harness.hpp"
#include "memory_in_use.hpp"

#include <absl/container/flat_hash_map.h>
#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <libcuckoo/cuckoohash_map.hh>
#include <malloc.h>
#include <memory>
#include <span>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace peel::bench {

namespace {

constexpr std::uint64_t kAsked = 1'000'000;
constexpr int kRounds = 3;

// One interface for all. `find` gives the value or 0.
template <class Map>
struct StandardMap {
  void reserve(std::uint64_t count) { map.reserve(count); }
  void insert(std::uint64_t key, std::uint64_t value) { map.insert_or_assign(key, value); }
  std::uint64_t find(std::uint64_t key) const {
    const auto at = map.find(key);
    return at == map.end() ? 0 : at->second;
  }
  void erase(std::uint64_t key) { map.erase(key); }
  double load() const { return static_cast<double>(map.load_factor()); }

  Map map = {};
};
using Abseil = StandardMap<absl::flat_hash_map<std::uint64_t, std::uint64_t>>;
using Boost = StandardMap<boost::unordered_flat_map<std::uint64_t, std::uint64_t>>;
using Standard = StandardMap<std::unordered_map<std::uint64_t, std::uint64_t>>;

// The view that holds all locks, so that no call takes one.
struct Libcuckoo {
  void reserve(std::uint64_t count) { map.reserve(count); }
  void insert(std::uint64_t key, std::uint64_t value) { map.insert(key, value); }
  std::uint64_t find(std::uint64_t key) const {
    const auto at = map.find(key);
    return at == map.end() ? 0 : at->second;
  }
  void erase(std::uint64_t key) { map.erase(key); }
  double load() const { return map.load_factor(); }

  libcuckoo::cuckoohash_map<std::uint64_t, std::uint64_t> shared = {};
  libcuckoo::cuckoohash_map<std::uint64_t, std::uint64_t>::locked_table map = shared.lock_table();
};

struct Peel {
  void reserve(std::uint64_t count) { map.reserve(ItemCount(count)); }
  void insert(std::uint64_t key, std::uint64_t value) { map.insert_or_assign(key, value); }
  std::uint64_t find(std::uint64_t key) const {
    const std::uint64_t* const value = map.find(key);
    return value == nullptr ? 0 : *value;
  }
  void find(std::span<const std::uint64_t> keys, std::span<const std::uint64_t*> values) const {
    map.find(keys, values);
  }
  void insert(std::span<const std::uint64_t> keys, std::span<const std::uint64_t> values) {
    map.insert_or_assign(keys, values);
  }
  void erase(std::uint64_t key) { map.erase(key); }
  double load() const { return map.load(); }

  CuckooTable<std::uint64_t, std::uint64_t> map{{HashFamily::fast, Seed(1)}};
};

template <class Table>
concept Batched = requires(const Table& table, std::span<const std::uint64_t> keys,
                           std::span<const std::uint64_t*> values) {
  table.find(keys, values);
};

struct Queries {
  explicit Queries(std::uint64_t count) : keys(count), present(kAsked), absent(kAsked) {
    std::uint64_t state = 1;
    for (std::uint64_t& key : keys) key = scramble(state += kGolden);
    for (std::uint64_t& key : present) key = keys[reduce(scramble(state += kGolden), count)];
    for (std::uint64_t& key : absent) key = scramble(state += kGolden);
  }

  std::vector<std::uint64_t> keys, present, absent;
};

template <class Table>
double fill(Table& table, const std::vector<std::uint64_t>& keys) {
  return timed([&] {
    for (const std::uint64_t key : keys) table.insert(key, key | 1);
  });
}

// The median of a few rounds.
double median(const std::function<double()>& run) {
  std::vector<double> times;
  times.reserve(kRounds);
  for (int round = 0; round < kRounds; ++round) times.push_back(run());
  std::ranges::sort(times);
  return times[kRounds / 2];
}

template <class Table>
double ask(const Table& table, const std::vector<std::uint64_t>& keys) {
  return median([&] {
    std::uint64_t sum = 0;
    const double time = timed([&] {
      for (const std::uint64_t key : keys) sum += table.find(key);
    });
    keep(sum);
    return time;
  });
}

// In a process of its own, and with large memory straight from the system: what others left in the heap would
// be counted otherwise.
bool in_a_child(const std::function<void()>& work) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    ::mallopt(M_MMAP_THRESHOLD, 128 << 10);
    ::malloc_trim(0);
    work();
    std::fflush(stdout);
    ::_exit(0);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

template <class Table>
void print_reserved(std::uint64_t count) {
  const Queries queries(count);
  const double n = static_cast<double>(count);
  const std::uint64_t before = memory_in_use();
  Table table;
  table.reserve(count);
  std::printf(" %8.1f", fill(table, queries.keys) / n);
  std::printf(" %6.1f", static_cast<double>(memory_in_use() - before) / n);
  if constexpr (Batched<Table>) {
    Table batched;
    batched.reserve(count);
    std::printf(" %8.1f", timed([&] { batched.insert(queries.keys, queries.keys); }) / n);
  } else {
    std::printf(" %8s", "-");
  }
}

template <class Table>
void print_grown(std::uint64_t count) {
  const Queries queries(count);
  const double n = static_cast<double>(count), asked = kAsked;
  const std::uint64_t before = memory_in_use();
  forget_peak();
  Table table;
  std::printf(" %8.1f", fill(table, queries.keys) / n);
  std::printf(" %6.1f %6.1f %6.3f", static_cast<double>(memory_in_use() - before) / n,
              static_cast<double>(peak_memory() - before) / n, table.load());
  std::printf(" %7.1f %7.1f", ask(table, queries.present) / asked, ask(table, queries.absent) / asked);
  if constexpr (Batched<Table>) {
    std::vector<const std::uint64_t*> values(kAsked);
    std::printf(" %7.1f",
                median([&] { return timed([&] { table.find(queries.present, values); }); }) / asked);
  } else {
    std::printf(" %7s", "-");
  }
  const double erased = timed([&] {
    for (std::uint64_t i = 0; i < kAsked / 2; ++i) table.erase(queries.keys[i]);
  });
  std::printf(" %7.1f\n", erased * 2 / asked);
}

template <class Table>
void print_row(const std::string& name, std::uint64_t count) {
  std::printf("%10llu %-28s", static_cast<unsigned long long>(count), name.c_str());
  if (!in_a_child([=] { print_reserved<Table>(count); }) || !in_a_child([=] { print_grown<Table>(count); }))
    std::printf(" was not measured\n");
}

}  // namespace

void compare_tables() {
  std::printf(
      "\n%-39s %s\n%10s %-28s %8s %6s %8s %8s %6s %6s %6s %7s %7s %7s %7s\n", "",
      "reserved: ns, bytes, ns batched; grown: ns, bytes, peak, load, then lookups and erasures in it",
      "entries", "", "insert", "bytes", "batched", "insert", "bytes", "peak", "load", "hit", "miss",
      "batched", "erase");
  // Flat maps double: Boost's from 860,160 and 6,881,280 entries on, Abseil's from 917,504 and 7,340,032. So
  // they are as full as they get at the first size of each three, and half as full at the second.
  for (const std::uint64_t count : {850'000U, 930'000U, 1'000'000U, 6'800'000U, 7'400'000U, 10'000'000U}) {
    print_row<Peel>("peel::CuckooTable", count);
    print_row<Abseil>("absl::flat_hash_map", count);
    print_row<Boost>("boost::unordered_flat_map", count);
    print_row<Libcuckoo>("libcuckoo, all locks held", count);
    if (count == 1'000'000 || count == 10'000'000) print_row<Standard>("std::unordered_map", count);
  }
}

}  // namespace peel::bench
