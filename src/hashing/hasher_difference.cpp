#include "hashing/hasher_difference.hpp"

#include <string_view>

namespace peel::detail {

namespace {

// 32 hex digits, the high word first, as peel inspect prints a seed.
std::string digits_of(Seed seed) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint64_t word : {seed.high, seed.low}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[word >> shift & 0xF];
  }
  return text;
}

}  // namespace

std::string difference_of(const KeyHasher& first, const KeyHasher& second) {
  if (first.family() != second.family()) {
    return "hash families " + std::string(name_of(first.family())) + " and " +
           std::string(name_of(second.family()));
  }
  if (first.seed() == second.seed()) return {};
  return "seeds " + digits_of(first.seed()) + " and " + digits_of(second.seed());
}

}  // namespace peel::detail
