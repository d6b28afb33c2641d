// The three ways a cell adds up what it holds, as policies with the same members:
//
//   add, subtract     one word of a key or value sum
//   times             a word of an item as it stands in a cell that holds the item `count` times
//   inverse, quotient the way back: quotient(times(word, count), inverse(count)) == word
//   ..._check         the same for check words, which are never divided
//   kChecksLikeSums   whether check words may be added like the others, without masking
//
// Where `count` may be other than 1 and -1, IbltShape::tolerates().duplicates says so.
#pragma once

#include "invertible/field.hpp"

#include <cstdint>

namespace peel::detail {

struct XorSums {
  static constexpr bool kChecksLikeSums = true;
  static std::uint64_t add(std::uint64_t sum, std::uint64_t word) { return sum ^ word; }
  static std::uint64_t subtract(std::uint64_t sum, std::uint64_t word) { return sum ^ word; }
  static std::uint64_t times(std::uint64_t word, std::int64_t /*plus or minus one*/) { return word; }
  static std::uint64_t inverse(std::int64_t /*plus or minus one*/) { return 1; }
  static std::uint64_t quotient(std::uint64_t sum, std::uint64_t /*inverse*/) { return sum; }
  static std::uint64_t add_check(std::uint64_t sum, std::uint64_t check) { return sum ^ check; }
  static std::uint64_t subtract_check(std::uint64_t sum, std::uint64_t check) { return sum ^ check; }
  static std::uint64_t check_times(std::uint64_t check, std::int64_t) { return check; }
};

// Checks add modulo 2^64 in both kinds of sums.
struct WrappingChecks {
  static std::uint64_t add_check(std::uint64_t sum, std::uint64_t check) { return sum + check; }
  static std::uint64_t subtract_check(std::uint64_t sum, std::uint64_t check) { return sum - check; }
  static std::uint64_t check_times(std::uint64_t check, std::int64_t count) {
    return check * static_cast<std::uint64_t>(count);
  }
};

struct WrappingSums : WrappingChecks {
  static constexpr bool kChecksLikeSums = false;
  static std::uint64_t add(std::uint64_t sum, std::uint64_t word) { return sum + word; }
  static std::uint64_t subtract(std::uint64_t sum, std::uint64_t word) { return sum - word; }
  static std::uint64_t times(std::uint64_t word, std::int64_t count) {
    return word * static_cast<std::uint64_t>(count);
  }
  // Plus and minus one are their own inverses.
  static std::uint64_t inverse(std::int64_t count) { return static_cast<std::uint64_t>(count); }
  static std::uint64_t quotient(std::uint64_t sum, std::uint64_t inverse) { return sum * inverse; }
};

// Integers modulo p = 2^61 - 1. Words of items have at most 56 bits, so that none aliases another, and counts
// stay below p (kMaxGrossTotal), so that every count but 0 has an inverse.
struct PrimeField : WrappingChecks {
  static constexpr bool kChecksLikeSums = false;
  static constexpr std::uint64_t kModulus = field::kModulus;

  static std::uint64_t add(std::uint64_t sum, std::uint64_t word) { return field::add(sum, word); }
  static std::uint64_t subtract(std::uint64_t sum, std::uint64_t word) { return field::subtract(sum, word); }
  static std::uint64_t multiply(std::uint64_t a, std::uint64_t b) { return field::multiply(a, b); }
  // A signed count as an element of the field.
  static std::uint64_t element(std::int64_t count) { return field::element(count); }
  static std::uint64_t times(std::uint64_t word, std::int64_t count) {
    if (count == 1) return word;
    return count == -1 ? subtract(0, word) : multiply(word, element(count));
  }
  // By the extended Euclidean algorithm: as many steps as the count has digits, so small counts are cheap.
  static std::uint64_t inverse(std::int64_t count) {
    std::int64_t old_rest = static_cast<std::int64_t>(kModulus), rest = count < 0 ? -count : count;
    std::int64_t old_factor = 0, factor = 1;
    while (rest > 1) {
      const std::int64_t ratio = old_rest / rest;
      const std::int64_t next_rest = old_rest - ratio * rest;
      const std::int64_t next_factor = old_factor - ratio * factor;
      old_rest = rest, rest = next_rest;
      old_factor = factor, factor = next_factor;
    }
    return element(count < 0 ? -factor : factor);
  }
  static std::uint64_t quotient(std::uint64_t sum, std::uint64_t inverse) {
    return inverse == 1 ? sum : multiply(sum, inverse);
  }
};

}  // namespace peel::detail
