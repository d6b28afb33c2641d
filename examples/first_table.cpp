// Two copies of a data set, compared by their summaries alone.
#include "peel/peel.hpp"

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

int main() {
  // Alice and Bob hold a million keys each, all but three of them the same.
  std::vector<std::uint64_t> alice(1'000'000), bob(1'000'000);
  std::iota(alice.begin(), alice.end(), 1);
  std::iota(bob.begin(), bob.end(), 1);
  alice[123'456] = 7'000'001;
  alice[654'321] = 7'000'002;
  bob[999'999] = 8'000'001;

  // README begins here.
  // Room for about 60 differences, whatever the size of the data: 100 cells of 24 bytes.
  const auto shape = peel::IbltShape::from({.cells = peel::CellCount(100)});
  peel::Iblt from_alice(*shape, peel::HashFamily::fast, peel::kDefaultSeed);
  peel::Iblt difference(*shape, peel::HashFamily::fast, peel::kDefaultSeed);

  // A million keys each, all but three of them the same.
  if (!from_alice.insert(alice) || !difference.insert(bob)) return 2;

  // Alice sends her table; Bob subtracts it from his own and lists what is left.
  if (!difference.subtract(from_alice)) return 2;
  const peel::Listing listing = difference.list();
  // README ends here.

  std::printf("complete: %s\n", listing.complete() ? "yes" : "no");
  for (std::size_t i = 0; i < listing.inserted.size(); ++i) {
    std::printf("only Bob has   %ju\n", static_cast<std::uintmax_t>(listing.inserted.key_integer(i)));
  }
  for (std::size_t i = 0; i < listing.deleted.size(); ++i) {
    std::printf("only Alice has %ju\n", static_cast<std::uintmax_t>(listing.deleted.key_integer(i)));
  }
}
