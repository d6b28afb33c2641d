// Sixteen counters of four bits in a word. A set of counters is a word with the lowest bit of each member.
#pragma once

#include <bit>
#include <cstdint>

namespace peel::nibbles {

inline constexpr std::uint64_t kPerWord = 16;
inline constexpr std::uint64_t kMost = 15;
inline constexpr std::uint64_t kAll = 0x1111'1111'1111'1111U;

constexpr std::uint64_t one(std::uint64_t i) {
  return std::uint64_t{1} << 4 * i;
}

constexpr std::uint64_t not_zero(std::uint64_t word) {
  word |= word >> 2;
  return (word | word >> 1) & kAll;
}

constexpr std::uint64_t saturated(std::uint64_t word) {
  word &= word >> 2;
  return word & word >> 1 & kAll;
}

constexpr std::uint64_t count(std::uint64_t set) {
  return static_cast<std::uint64_t>(std::popcount(set));
}

// Adds one to the members of the set that are not saturated.
constexpr std::uint64_t raised(std::uint64_t word, std::uint64_t set) {
  return word + (set & ~saturated(word));
}

// Takes one from the members of the set that are not saturated. REQUIRES: none of them is 0.
constexpr std::uint64_t lowered(std::uint64_t word, std::uint64_t set) {
  return word - (set & ~saturated(word));
}

// Counter by counter a + b, at most 15. The odd counters and the even ones are added apart, a byte for each.
constexpr std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLow = 0x0F0F'0F0F'0F0F'0F0FU;
  const auto half = [](std::uint64_t x, std::uint64_t y) {
    const std::uint64_t sums = x + y, over = sums >> 4 & 0x0101'0101'0101'0101U;
    return (sums | over * kMost) & kLow;
  };
  return half(a & kLow, b & kLow) | half(a >> 4 & kLow, b >> 4 & kLow) << 4;
}

// The counters of a that are smaller than those of b.
constexpr std::uint64_t smaller(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLow = 0x0F0F'0F0F'0F0F'0F0FU, kBorrow = 0x1010'1010'1010'1010U;
  const auto half = [](std::uint64_t x, std::uint64_t y) { return ~((x | kBorrow) - y) >> 4 & kBorrow >> 4; };
  return half(a & kLow, b & kLow) | half(a >> 4 & kLow, b >> 4 & kLow) << 4;
}

// Counter by counter a - b where a is not saturated, and 15 where it is. REQUIRES: none of a is smaller.
constexpr std::uint64_t difference(std::uint64_t a, std::uint64_t b) {
  return a - (b & ~(saturated(a) * kMost));
}

}  // namespace peel::nibbles
