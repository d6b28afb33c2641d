// A router knows the next hop of 100,000 addresses. The table is large and in slow memory: what counts is how
// often a lookup reads it. Each address has a bucket in each of six sub-tables, and a summary in fast memory
// tells in which of them it is, or that it is in none.
#include "peel/peel.hpp"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

using namespace peel;

constexpr std::uint32_t kRoutes = 100'000;

using Routes = SummarisedTable<std::uint32_t, std::uint32_t>;  // from address to next hop

// The i-th address: any of the 2^32, and no two are the same.
std::uint32_t address(std::uint32_t i) {
  return i * 0x9E3779B1U + 0x0A000000U;
}

// One Bloom filter for each sub-table, as [Kirsch, Mitzenmacher 2005] size them for 100,000 items: the first
// tells which addresses are known, the j-th which are in sub-table j or behind it.
std::unique_ptr<TableSummary> filters() {
  std::vector<FilterShape> shapes;
  for (const std::uint64_t bits : {1'060'000U, 875'000U, 55'000U, 1'000U, 1'000U, 1'000U}) {
    const HashCount hashes(shapes.empty() ? 7 : 49);
    const auto shape =
        FilterShape::from({.layout = FilterLayout::classic, .cells = CellCount(bits), .hashes = hashes});
    if (!shape) return nullptr;
    shapes.push_back(*shape);
  }
  auto summary = MultipleFilterSummary::make(shapes);
  return summary ? std::make_unique<MultipleFilterSummary>(std::move(*summary)) : nullptr;
}

void print_counts(const char* what, const LookupCounts& counts) {
  std::printf("   %s: %" PRIu64 " lookups, %.4f reads each, %" PRIu64 " false positives, %" PRIu64
              " misled\n",
              what, counts.lookups, static_cast<double>(counts.reads) / static_cast<double>(counts.lookups),
              counts.false_positives, counts.misled);
}

// Looks up `count` addresses from the first-th on, in one batch.
LookupCounts look_up(const Routes& routes, std::uint32_t first, ItemCount count) {
  std::vector<std::uint32_t> addresses(count.value);
  for (std::uint32_t& one : addresses) one = address(first++);
  std::vector<const std::uint32_t*> next_hops(count.value);
  LookupCounts counts;
  routes.find(addresses, next_hops, counts);
  return counts;
}

}  // namespace

int main() {
  const auto shape =
      MultilevelShape::from({.buckets = {BucketCount(400'000), BucketCount(100'000), BucketCount(50'000),
                                         BucketCount(25'000), BucketCount(12'500), BucketCount(12'500)}});
  if (!shape) return 2;
  // Routes that are withdrawn stay in their slots until 20,000 have been: filters cannot forget.
  auto routes = Routes::make(*shape, KeyedHash<std::uint32_t>(HashFamily::fast, kDefaultSeed), filters(),
                             {.rule = DeletionRule::lazy, .most_deleted = ItemCount(20'000)});
  if (!routes) return 2;
  std::vector<std::uint64_t> at_level(shape->sub_tables() + 1);
  for (std::uint32_t i = 0; i < kRoutes; ++i)
    ++at_level[routes->insert_or_assign(address(i), i % 16).level.number];

  std::printf("1. %" PRIu64 " routes in %" PRIu64 " sub-tables:", routes->size().value, shape->sub_tables());
  for (std::uint64_t level = 1; level < at_level.size(); ++level) std::printf(" %" PRIu64, at_level[level]);
  std::printf(", and %" PRIu64 " found no room.\n", routes->stashed().value);
  std::printf("   The table takes %" PRIu64 " bytes of slow memory, its summary %" PRIu64
              " of fast memory.\n",
              routes->table_bytes(), routes->summary_bytes());

  std::printf("\n2. Packets to known addresses, and to unknown ones:\n");
  print_counts("known  ", look_up(*routes, 0, ItemCount(kRoutes)));
  print_counts("unknown", look_up(*routes, kRoutes, ItemCount(kRoutes)));

  const Verification verified = routes->verify();
  std::printf("\n3. All %" PRIu64 " routes are looked up in the summary: %" PRIu64 " are misled.\n",
              verified.keys.value, verified.misled.value);
  std::printf("   So whatever it says, a lookup reads one bucket at most.\n");

  for (std::uint32_t i = 0; i < 20'000; ++i) routes->erase(address(i));
  std::printf("\n4. 20,000 routes are withdrawn: %" PRIu64 " are left. Rebuilds: %" PRIu64 ".\n",
              routes->size().value, routes->rebuilds());
  print_counts("withdrawn", look_up(*routes, 0, ItemCount(20'000)));
  print_counts("known    ", look_up(*routes, 20'000, ItemCount(80'000)));
}
