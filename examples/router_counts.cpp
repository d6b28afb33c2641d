// Three routers count packets by source address in a few kilobytes each; the centre adds the counters up and
// lists every address with its exact count. Then: what happened in the last minute, and what overload does.
#include "peel/peel.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace peel;

// An IPv4 address as a key of 4 bytes, in the order in which they are written.
using Address = std::array<std::byte, 4>;

Address address(std::uint64_t number) {
  return {std::byte{10}, static_cast<std::byte>(number >> 16), static_cast<std::byte>(number >> 8),
          static_cast<std::byte>(number)};
}

// `packets` packets from `sources` addresses, the first of which sends a tenth of them.
void watch(InvertibleCounter& router, std::uint64_t packets, std::uint64_t first, std::uint64_t sources) {
  Bytes keys;
  for (std::uint64_t i = 0; i < packets; ++i) {
    const std::uint64_t number = i % 10 == 0 ? 0 : first + reduce(scramble(i), sources);
    const Address from = address(number);
    keys.insert(keys.end(), from.begin(), from.end());
  }
  (void)router.insert(keys);
}

std::int64_t total(const CounterListing& listing) {
  std::int64_t sum = 0;
  for (const std::int64_t count : listing.keys.counts()) sum += count;
  return sum;
}

}  // namespace

int main() {
  // A counter that lists 1,000 addresses, whatever they are and however often they come, in 99 of 100 cases.
  const CounterNeeds needs{
      .items = ItemCount(1'000), .incomplete = *Rate::from(0.01), .key_width = ByteWidth(4)};
  const auto shape = planned_counter(needs);
  if (!shape) return 2;
  std::printf("1. A counter for 1,000 addresses: %s cells, %ju bytes.\n", name_of(shape->variant()).data(),
              static_cast<std::uintmax_t>(shape->table_bytes()));

  std::vector<InvertibleCounter> routers(3, InvertibleCounter(*shape, HashFamily::siphash, kDefaultSeed));
  for (std::size_t r = 0; r < routers.size(); ++r) watch(routers[r], 1'000'000, 1 + 200 * r, 300);

  InvertibleCounter centre = routers[0];
  if (!centre.merge(routers[1]) || !centre.merge(routers[2])) return 2;
  const CounterListing all = centre.list();
  std::printf("\n2. Three routers, a million packets each, added up: %s, %zu addresses, %jd packets.\n",
              name_of(all.outcome).data(), all.keys.size(), static_cast<std::intmax_t>(total(all)));
  const Multiplicity loud = *centre.count_of(address(0));
  std::printf("   10.0.0.0 sent %s%jd.\n", loud.exact ? "exactly " : "at most ",
              static_cast<std::intmax_t>(loud.count));

  const InvertibleCounter a_minute_ago = centre;
  watch(centre, 50'000, 5'000, 20);
  InvertibleCounter last_minute = centre;
  if (!last_minute.subtract(a_minute_ago)) return 2;
  const CounterListing recent = last_minute.list();
  std::printf("\n3. The last minute, by subtraction: %zu addresses, %jd packets.\n", recent.keys.size(),
              static_cast<std::intmax_t>(total(recent)));

  InvertibleCounter scan(*shape, HashFamily::siphash, kDefaultSeed);
  watch(scan, 200'000, 100'000, 100'000);  // somebody tries many addresses
  if (!centre.merge(scan)) return 2;
  const CounterListing overloaded = centre.list();
  std::printf("\n4. Far too many addresses: %s, %zu listed.", name_of(overloaded.outcome).data(),
              overloaded.keys.size());
  if (!centre.subtract(scan)) return 2;
  std::printf(" Without them again: %s, %zu listed.\n", name_of(centre.list().outcome).data(),
              centre.list().keys.size());
}
