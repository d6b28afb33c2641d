#include "invertible/field.hpp"

#include "core/assert.hpp"
#include "invertible/field_inverses.hpp"

#include <array>

namespace peel::detail::field {

namespace {

std::uint64_t square_times(std::uint64_t a, unsigned times) {
  for (unsigned i = 0; i < times; ++i) a = square(a);
  return a;
}

// The inverses of small numbers; of 0 it is 0.
constexpr std::uint64_t kTabulatedInverses = 1024;

const std::array<std::uint64_t, kTabulatedInverses>& tabulated_inverses() {
  static const std::array<std::uint64_t, kTabulatedInverses> table = [] {
    FieldInverses inverse;
    std::array<std::uint64_t, kTabulatedInverses> of;
    for (std::uint64_t n = kTabulatedInverses; n-- > 0;) of[n] = inverse(n);
    return of;
  }();
  return table;
}

}  // namespace

std::uint64_t inverse(std::uint64_t a) {
  // p - 2 = 4 (2^59 - 1) + 1. `ones_n` is a^(2^n - 1); ones_(m+n) = ones_m^(2^n) ones_n.
  const std::uint64_t ones_2 = multiply(square(a), a);
  const std::uint64_t ones_3 = multiply(square(ones_2), a);
  const std::uint64_t ones_6 = multiply(square_times(ones_3, 3), ones_3);
  const std::uint64_t ones_7 = multiply(square(ones_6), a);
  const std::uint64_t ones_14 = multiply(square_times(ones_7, 7), ones_7);
  const std::uint64_t ones_28 = multiply(square_times(ones_14, 14), ones_14);
  const std::uint64_t ones_29 = multiply(square(ones_28), a);
  const std::uint64_t ones_58 = multiply(square_times(ones_29, 29), ones_29);
  const std::uint64_t ones_59 = multiply(square(ones_58), a);
  return multiply(square_times(ones_59, 2), a);
}

void invert_all(std::span<std::uint64_t> elements) {
  constexpr std::size_t kMost = 64;
  PEEL_ASSERT(elements.size() <= kMost);
  std::array<std::uint64_t, kMost> products;  // of all elements before
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    products[i] = product;
    if (elements[i] != 0) product = multiply(product, elements[i]);
  }
  std::uint64_t rest = inverse(product);  // of the product of all elements up to i
  for (std::size_t i = elements.size(); i-- > 0;) {
    if (elements[i] == 0) continue;
    const std::uint64_t inverted = multiply(rest, products[i]);
    rest = multiply(rest, elements[i]);
    elements[i] = inverted;
  }
}

void invert_counts(std::span<const std::int64_t> counts, std::uint64_t* inverses) {
  const auto& table = tabulated_inverses();
  bool all_small = true;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const bool negative = counts[i] < 0;
    const std::uint64_t element_of_count = element(counts[i]);
    const std::uint64_t magnitude = negative ? kModulus - element_of_count : element_of_count;
    const std::uint64_t small = table[magnitude % kTabulatedInverses];
    inverses[i] = negative && small != 0 ? kModulus - small : small;
    all_small &= magnitude < kTabulatedInverses;
  }
  if (all_small) return;
  for (std::size_t i = 0; i < counts.size(); ++i) inverses[i] = element(counts[i]);
  invert_all(std::span(inverses, counts.size()));
}

void square_roots(std::span<std::uint64_t> elements) {
  constexpr std::size_t kLanes = 8;  // as many as a core can have under way
  constexpr unsigned kSquarings = 59;
  std::size_t at = 0;
  for (; at + kLanes <= elements.size(); at += kLanes) {
    std::array<std::uint64_t, kLanes> lanes;
    for (std::size_t j = 0; j < kLanes; ++j) lanes[j] = elements[at + j];
    for (unsigned i = 0; i < kSquarings; ++i) {
      for (std::size_t j = 0; j < kLanes; ++j) lanes[j] = square(lanes[j]);
    }
    for (std::size_t j = 0; j < kLanes; ++j) elements[at + j] = lanes[j];
  }
  for (; at < elements.size(); ++at) elements[at] = square_times(elements[at], kSquarings);
}

}  // namespace peel::detail::field
