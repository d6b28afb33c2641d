// A cache in front of slow storage. Half of what is asked for is asked for once and never again, and pushes
// pages out that would be needed. So a page is let in only if it was asked for within the last 50,000
// requests before; a RotatingBloomFilter knows that in a few bits for each of them.
#include "peel/peel.hpp"

#include <cstdint>
#include <cstdio>
#include <list>
#include <unordered_map>
#include <vector>

namespace {

using namespace peel;

// The least recently used page leaves first.
class Cache {
 public:
  explicit Cache(std::size_t pages) : room_(pages) {}

  bool has(std::uint64_t page) {
    const auto found = where_.find(page);
    if (found == where_.end()) return false;
    order_.splice(order_.begin(), order_, found->second);
    return true;
  }
  void put(std::uint64_t page) {
    if (order_.size() == room_) {
      where_.erase(order_.back());
      order_.pop_back();
    }
    order_.push_front(page);
    where_[page] = order_.begin();
  }

 private:
  std::size_t room_;
  std::list<std::uint64_t> order_;
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> where_;
};

// Every second request is for one of 20,000 pages, a few of them far more often than others; the rest are
// for pages that nobody asks for again.
std::vector<std::uint64_t> requests(std::uint64_t count) {
  std::vector<std::uint64_t> pages;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t a = scramble(3 * i), b = scramble(3 * i + 1), c = scramble(3 * i + 2);
    pages.push_back(i % 2 == 0 ? reduce(a, 1 + reduce(b, 1 + reduce(c, 20'000))) : 1'000'000 + i);
  }
  return pages;
}

struct Outcome {
  std::uint64_t hits = 0;
  std::uint64_t written = 0;
};

void print(const char* rule, const Outcome& outcome, std::size_t count) {
  std::printf("   %s: %2.1f %% of requests are hits, %ju pages are written to the cache.\n", rule,
              100.0 * static_cast<double>(outcome.hits) / static_cast<double>(count),
              static_cast<std::uintmax_t>(outcome.written));
}

template <class Admit>
Outcome serve(const std::vector<std::uint64_t>& pages, Admit admit) {
  Cache cache(2'000);
  Outcome outcome;
  for (const std::uint64_t page : pages) {
    if (cache.has(page)) {
      ++outcome.hits;
    } else if (admit(page)) {
      cache.put(page);
      ++outcome.written;
    }
  }
  return outcome;
}

}  // namespace

int main() {
  const auto rule = RotationRule::from({.unit = WindowUnit::insertions, .window = 50'000});
  const auto plan = analysis::plan_rotation({.window = ItemCount(50'000), .rate = *Rate::from(0.01)});
  if (!rule || !plan) return 2;
  auto seen = RotatingBloomFilter::make(plan->shape, *rule, HashFamily::siphash, kDefaultSeed);
  if (!seen) return 2;
  std::printf("1. A filter of the last 50,000 misses: %ju generations of %ju bytes.\n",
              static_cast<std::uintmax_t>(rule->generations().value),
              static_cast<std::uintmax_t>(plan->shape.bytes()));

  const std::vector<std::uint64_t> pages = requests(400'000);
  std::printf("\n2. A cache of 2,000 pages and 400,000 requests.\n");
  print("Every page is let in", serve(pages, [](std::uint64_t) { return true; }), pages.size());
  print("Only those that were missed before",
        serve(pages,
              [&](std::uint64_t page) {
                return seen->insert_and_tell(page);  // was it here lately? from now on it was
              }),
        pages.size());

  std::printf("\n3. The filter remembers about %.0f pages, and takes %.1f in 1,000 others for one of them.\n",
              seen->estimated_items().items, 1000 * seen->current_rate());
}
