// Two web servers share the work, and each knows only its own requests. Which clients ask most of all? Each
// server keeps HeavyHitters of fixed size, and the two are merged: a client that spreads its requests over
// both, and is not among the busiest of either, is found all the same.
#include "peel/peel.hpp"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace peel;

constexpr std::uint64_t kScraper = 0xC0A80A63;  // 192.168.10.99

// Each server has ten busy clients of its own and many that ask once or twice. The scraper asks both.
std::vector<std::uint64_t> requests(std::uint64_t server) {
  std::vector<std::uint64_t> clients;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const std::uint64_t draw = scramble(2 * i + server);
    if (reduce(draw, 100) < 20) {
      clients.push_back(0x0A000001 + (server << 16) + draw % 10);
    } else if (reduce(draw, 1000) < 216) {
      clients.push_back(kScraper);
    } else {
      clients.push_back(0x0B000000 + draw % 150'000);
    }
  }
  return clients;
}

void print(const HeavyItem& item) {
  const std::uint64_t ip = item.key;
  std::printf("   %3" PRIu64 ".%" PRIu64 ".%" PRIu64 ".%" PRIu64 ": at least %" PRIu64 ", at most %" PRIu64
              " requests%s\n",
              ip >> 24, ip >> 16 & 255, ip >> 8 & 255, ip & 255, item.count.lower, item.count.upper,
              ip == kScraper ? "  <- the scraper" : "");
}

}  // namespace

int main() {
  // Off by at most a thousandth of all requests, whatever they are.
  const ItemCount capacity = analysis::heavy_capacity_for(*Rate::from(0.001));
  auto first = HeavyHitters::make(capacity, kDefaultSeed);
  auto second = HeavyHitters::make(capacity, kDefaultSeed);
  if (!first || !second) return 2;
  first->add(requests(0));
  second->add(requests(1));
  std::printf("1. Each server keeps %" PRIu64 " counters in %" PRIu64 " bytes, of 200,000 requests.\n",
              first->capacity().value, first->bytes());

  std::printf("\n2. The three busiest clients of the first server:\n");
  for (const HeavyItem& item : first->top(ItemCount(3))) print(item);

  std::printf("\n3. The three busiest of both, merged:\n");
  if (!first->merge(*second)) return 2;
  for (const HeavyItem& item : first->top(ItemCount(3))) print(item);

  std::printf("\n4. One request in seventy, or more, came from:\n");
  for (const HeavyItem& item : first->heavy(ItemCount(70))) print(item);
}
