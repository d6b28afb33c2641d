// What a user's first program does: fill a table, list it. Built against an installed peel and against its
// source tree, to show that both ways of using the library work.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <peel/peel.hpp>
#include <vector>

int main() {
  const auto shape = peel::IbltShape::from({.cells = peel::CellCount(60)});
  if (!shape) return std::fprintf(stderr, "%s\n", shape.error().sentence().c_str()), 1;

  peel::Iblt table(*shape, peel::HashFamily::fast, peel::kDefaultSeed);
  const std::vector<std::uint64_t> keys = {4, 17, 90};
  if (auto done = table.insert(keys); !done) {
    return std::fprintf(stderr, "%s\n", done.error().sentence().c_str()), 1;
  }

  const peel::Listing listing = table.list();
  std::vector<std::uint64_t> listed;
  for (std::size_t i = 0; i < listing.inserted.size(); ++i) listed.push_back(listing.inserted.key_integer(i));
  std::sort(listed.begin(), listed.end());
  for (const std::uint64_t key : listed) std::printf("%llu\n", static_cast<unsigned long long>(key));
  std::puts(listing.complete() ? "complete" : "incomplete");
  return 0;
}
