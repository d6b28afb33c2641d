// A tour: one invertible Bloom lookup table being filled, overloaded, listed and subtracted.
#include "peel/peel.hpp"

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace peel;

std::vector<std::uint64_t> keys_from(std::uint64_t first, std::size_t count) {
  std::vector<std::uint64_t> keys(count);
  for (std::size_t i = 0; i < count; ++i) keys[i] = scramble(first + i);
  return keys;
}

// Fills tables of 1,000 cells with more and more keys: listing is all or almost nothing.
void show_threshold(const IbltShape& shape) {
  const double capacity = 1'000 / analysis::cells_per_key_threshold(4);
  std::printf("1. Filling. 1,000 cells, 4 per key: theory puts the threshold at %.0f keys.\n\n", capacity);
  std::printf("     keys   listed\n");
  for (const std::size_t count : {200U, 400U, 600U, 700U, 740U, 780U, 820U, 900U, 1'000U}) {
    Iblt table(shape, HashFamily::fast, Seed(count));
    (void)table.insert(keys_from(0, count));
    const Listing listing = table.list();
    const std::size_t bar = 40 * listing.inserted.size() / count;
    std::printf("    %5zu   %5zu  %-40s %s\n", count, listing.inserted.size(), std::string(bar, '#').c_str(),
                name_of(listing.outcome).data());
  }
}

void show_overload(const IbltShape& shape) {
  std::printf("\n2. Overload and return. A million keys go through the same 1,000 cells.\n\n");
  Iblt table(shape, HashFamily::fast, Seed(2));
  const auto keys = keys_from(0, 1'000'000);
  (void)table.insert(keys);
  Listing listing = table.list();
  std::printf("    1,000,000 inserted: %s, %zu listed\n", name_of(listing.outcome).data(),
              listing.inserted.size());
  (void)table.erase(std::span(keys).subspan(600));
  listing = table.list();
  std::printf("      999,400 deleted:  %s, %zu listed\n", name_of(listing.outcome).data(),
              listing.inserted.size());
}

void show_difference(const IbltShape& shape) {
  std::printf("\n3. Difference. Two sets of a million keys; each side sends a table of %ju bytes.\n\n",
              static_cast<std::uintmax_t>(shape.table_bytes()));
  Iblt left(shape, HashFamily::fast, Seed(3)), right(shape, HashFamily::fast, Seed(3));
  (void)left.insert(keys_from(0, 1'000'000));
  (void)right.insert(keys_from(300, 1'000'000));
  (void)left.subtract(right);
  const Listing listing = left.list();
  std::printf("    %s: %zu keys only on the left, %zu only on the right\n", name_of(listing.outcome).data(),
              listing.inserted.size(), listing.deleted.size());
}

void show_changed_values() {
  std::printf("\n4. Changed values. 20,000 pairs on both sides, 60 of them with another value.\n\n");
  const auto shape =
      IbltShape::from({.cells = CellCount(1'000), .hashes = HashCount(5), .value_width = ByteWidth(8)});
  Iblt difference(*shape, HashFamily::fast, Seed(4));
  const auto keys = keys_from(0, 20'000);
  Bytes ours(keys.size() * 8), theirs;
  for (std::size_t i = 0; i < 20'000; ++i) store_le(&ours[8 * i], 100 + i);
  theirs = ours;
  for (std::size_t i = 0; i < 60; ++i) store_le(&theirs[i * 2'400], 7);
  (void)difference.insert(keys, theirs);
  (void)difference.erase(keys, ours);
  const Listing poisoned = difference.list();
  std::printf("    listing alone: %s, %ju cells poisoned\n", name_of(poisoned.outcome).data(),
              static_cast<std::uintmax_t>(poisoned.poisoned_cells));
  const auto healed = difference.unpoison(keys, ours);
  std::printf("    un-poisoned with our own pairs: %zu changed values found, the rest %s\n",
              healed->changed.size(), name_of(healed->rest.outcome).data());
}

void show_loss(const IbltShape& shape) {
  std::printf("\n5. Damage. 500 keys, and one of the four sub-tables is lost.\n\n");
  Iblt table(shape, HashFamily::fast, Seed(5));
  (void)table.insert(keys_from(0, 500));
  (void)table.declare_lost(SubTable(2));
  const Listing listing = table.list();
  std::printf("    %s: %zu listed from the other three\n", name_of(listing.outcome).data(),
              listing.inserted.size());
}

}  // namespace

int main() {
  const auto shape = IbltShape::from({.cells = CellCount(1'000), .hashes = HashCount(4)});
  if (!shape) return 2;
  show_threshold(*shape);
  show_overload(*shape);
  show_difference(*shape);
  show_changed_values();
  show_loss(*shape);
}
