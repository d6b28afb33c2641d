// The prime field of p = 2^61 - 1 elements, in which sums of cells live: whatever was added up can be divided
// again, so multiplicities never get lost in overflow. Elements are words below p.
#pragma once

#include "peel/hashing/mix.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace peel::detail::field {

inline constexpr std::uint64_t kModulus = (std::uint64_t{1} << 61) - 1;

inline std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t total = a + b;
  return total >= kModulus ? total - kModulus : total;
}

inline std::uint64_t subtract(std::uint64_t a, std::uint64_t b) {
  return a >= b ? a - b : a + kModulus - b;
}

inline std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  const Uint128 product = static_cast<Uint128>(a) * b;  // below 2^122, so both parts are below 2^61
  return add(static_cast<std::uint64_t>(product) & kModulus, static_cast<std::uint64_t>(product >> 61));
}

inline std::uint64_t square(std::uint64_t a) {
  return multiply(a, a);
}

inline std::uint64_t half(std::uint64_t a) {
  return (a & 1) == 0 ? a / 2 : (a + kModulus) / 2;
}

// A signed number of magnitude below p as an element.
inline std::uint64_t element(std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  return number >= 0 ? bits : kModulus - (~bits + 1);
}

// The way back, to the number between -2^60 and 2^60 exclusive that the element stands for.
inline std::int64_t number(std::uint64_t element) {
  constexpr std::uint64_t kMiddle = std::uint64_t{1} << 60;  // = (p + 1) / 2
  return element < kMiddle ? static_cast<std::int64_t>(element)
                           : static_cast<std::int64_t>(element) - static_cast<std::int64_t>(kModulus);
}

// The leading 61 bits of a word; the one pattern that is no element becomes 0.
inline std::uint64_t from_word(std::uint64_t word) {
  const std::uint64_t bits = word >> 3;
  return bits == kModulus ? 0 : bits;
}

// The inverse of anything but 0, and 0 for 0: a^(p-2), as Fermat has it.
std::uint64_t inverse(std::uint64_t a);

// The inverses of up to 64 elements for the price of one and three multiplications each; 0 stays 0.
//                                                                    [Montgomery 1987, simultaneous
//                                                                    inversion]
void invert_all(std::span<std::uint64_t> elements);

// The inverses of counts, of which small ones come from a table. Up to 64, each of magnitude below p; 0 stays
// 0.
void invert_counts(std::span<const std::int64_t> counts, std::uint64_t* inverses);

// Each element that is a square becomes one of its roots, others become roots of their negatives: p = 3 mod
// 4, so a^((p+1)/4) is a root of a or of -a. (p+1)/4 = 2^59: nothing but squarings. They wait for each other,
// so many elements at once take little longer than one.
void square_roots(std::span<std::uint64_t> elements);

}  // namespace peel::detail::field
