// Logarithms and powers of two in fixed point, by tables and straight lines between their entries. Integers
// only: two machines must agree on every bit. docs/formats/rateless-walk.md is the specification.
//
// Numbers have 40 bits behind the point. Both functions grow with their argument, so that points in
// ascending order stay in that order. A line is off by at most 7e-7 from the logarithm, and by a share of at
// most 3e-7 from the power.
#pragma once

#include "peel/core/uint128.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace peel::detail {

inline constexpr unsigned kFractionBits = 40;
inline constexpr unsigned kTableBits = 9;
using PowerTable = std::array<std::uint64_t, (std::size_t{1} << kTableBits) + 1>;

// floor(2^40 log2(1 + i / 512)): bit by bit, since squaring a number doubles its logarithm.
constexpr PowerTable logarithm_table() {
  PowerTable table{};
  for (std::uint64_t i = 0; i + 1 < table.size(); ++i) {
    std::uint64_t value = (std::uint64_t{1} << 62) + (i << (62 - kTableBits));  // 62 bits behind the point
    for (unsigned bit = 0; bit < kFractionBits; ++bit) {
      const Uint128 square = static_cast<Uint128>(value) * value;
      const bool is_two_or_more = (square >> 125) != 0;
      value = static_cast<std::uint64_t>(square >> (is_two_or_more ? 63 : 62));
      table[i] = 2 * table[i] + (is_two_or_more ? 1 : 0);
    }
  }
  table.back() = std::uint64_t{1} << kFractionBits;
  return table;
}

// The whole part of the square root.
constexpr std::uint64_t whole_root(Uint128 square) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1) {
    const std::uint64_t tried = root | bit;
    if (static_cast<Uint128>(tried) * tried <= square) root = tried;
  }
  return root;
}

// floor(2^40 2^(i / 512)): a product of the roots of 2 that the bits of i name.
constexpr PowerTable power_table() {
  PowerTable table{};
  std::array<std::uint64_t, kTableBits> roots{};  // of 2, of its root, and so on; 63 bits behind the point
  Uint128 square = Uint128{1} << 127;
  for (std::uint64_t& root : roots) {
    root = whole_root(square);
    square = static_cast<Uint128>(root) << 63;
  }
  for (std::uint64_t i = 0; i + 1 < table.size(); ++i) {
    std::uint64_t power = std::uint64_t{1} << 63;
    for (unsigned bit = 0; bit < kTableBits; ++bit) {
      if ((i >> (kTableBits - 1 - bit) & 1) == 0) continue;
      power = static_cast<std::uint64_t>((static_cast<Uint128>(power) * roots[bit]) >> 63);
    }
    table[i] = power >> (63 - kFractionBits);
  }
  table.back() = std::uint64_t{2} << kFractionBits;
  return table;
}

inline constexpr PowerTable kLogarithms = logarithm_table();
inline constexpr PowerTable kPowers = power_table();

// A stretch of a function between two entries of its table: where it begins, and how much it rises.
struct Stretch {
  std::uint64_t from;
  std::uint64_t rise;  // below 2^32
};
using Stretches = std::array<Stretch, std::size_t{1} << kTableBits>;

constexpr Stretches stretches_of(const PowerTable& table) {
  Stretches stretches{};
  for (std::size_t i = 0; i < stretches.size(); ++i) stretches[i] = {table[i], table[i + 1] - table[i]};
  return stretches;
}
inline constexpr Stretches kLogarithmStretches = stretches_of(kLogarithms);
inline constexpr Stretches kPowerStretches = stretches_of(kPowers);

// -log2(word / 2^64) with 40 bits behind the point, above 0 and at most 64. `word` is not 0.
inline std::uint64_t negative_logarithm(std::uint64_t word) {
  const auto leading = static_cast<unsigned>(std::countl_zero(word));
  const std::uint64_t normal = word << leading;  // its highest bit is one; the fraction follows
  const Stretch& stretch = kLogarithmStretches[(normal >> (63 - kTableBits)) - kLogarithmStretches.size()];
  const std::uint64_t between = static_cast<std::uint32_t>(normal >> (31 - kTableBits));
  return (std::uint64_t{leading + 1} << kFractionBits) - stretch.from - ((stretch.rise * between) >> 32);
}

// 2^exponent with 16 bits behind the point; the exponent has 40 and is below 32.
inline std::uint64_t power_of_two(std::uint64_t exponent) {
  constexpr unsigned kBetweenBits = kFractionBits - kTableBits;
  constexpr unsigned kSurplus = kFractionBits - 16;  // bits behind the point that the result does not have
  const Stretch& stretch = kPowerStretches[(exponent >> kBetweenBits) % kPowerStretches.size()];
  const std::uint64_t between = exponent & ((std::uint64_t{1} << kBetweenBits) - 1);
  const std::uint64_t power = stretch.from + ((stretch.rise * between) >> kBetweenBits);
  const std::uint64_t whole = exponent >> kFractionBits;
  if (whole > kSurplus) [[unlikely]]
    return power << (whole - kSurplus);
  return power >> (kSurplus - whole);
}

}  // namespace peel::detail
