// Two copies of a data set, and nobody knows how much differs: cells flow until the difference is known.
#include "peel/peel.hpp"

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

// What a set looks like from one cell of the stream up to another. Alice makes it and sends it; Bob makes his
// own. Each call is one pass over the set, and takes memory for these cells alone.
peel::RatelessCells cells_of(const std::vector<std::uint64_t>& set, peel::CellRange range) {
  const auto shape = peel::RatelessShape::from({});
  const peel::KeyHasher hashing(peel::HashFamily::fast, peel::kDefaultSeed);
  auto cells = peel::RatelessCells::empty(*shape, hashing, range);
  if (!cells->insert(set)) std::puts("items of another width");
  return *cells;
}

int main() {
  // A hundred thousand keys each. Bob missed a while of updates.
  std::vector<std::uint64_t> alice(100'000), bob(100'000);
  std::iota(alice.begin(), alice.end(), 1);
  std::iota(bob.begin(), bob.end(), 1);
  for (std::uint64_t i = 0; i < 700; ++i) alice[i * 100] += 1'000'000;

  const peel::RatelessCells first = cells_of(alice, {0, 1});
  peel::RatelessDecoder decoder(first.shape(), first.hashing());
  // Blocks that double: what is sent in vain is at most as much again as was needed.
  for (std::uint64_t end = 256; decoder.outcome() == peel::RatelessOutcome::needs_more; end *= 2) {
    peel::RatelessCells block = cells_of(alice, {decoder.received(), end});
    if (!block.subtract(cells_of(bob, block.range())) || !decoder.take(block)) return 2;
    std::printf("%5ju cells: %4ju listed\n", static_cast<std::uintmax_t>(decoder.received()),
                static_cast<std::uintmax_t>(decoder.listed()));
  }
  const peel::Listing listing = decoder.listing();
  std::printf("only Alice has %zu keys, only Bob %zu; nothing else differs\n", listing.inserted.size(),
              listing.deleted.size());
}
