// Which sub-tables a light key of an irregular table has cells in: one of all choices, each as likely.
#pragma once

#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/mix.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace peel::detail {

inline constexpr std::size_t kSubTableChoices = std::size_t{1} << kMaxChoices;

// All sets of up to eight sub-tables as bits, the smaller sets first and sets of one size as numbers in
// ascending order. Among those of one size, the sets of fewer sub-tables come first: so the first C(k, d) of
// d bits are all that choose from the first k.
struct SubTableChoices {
  std::array<std::uint8_t, kSubTableChoices> sets{};
  std::array<std::uint8_t, kMaxChoices + 1> first{};  // the place of the first set of each size
  std::array<std::array<std::uint8_t, kMaxChoices + 1>, kMaxChoices + 1> count{};  // [k][d]: C(k, d)
};

constexpr SubTableChoices sub_table_choices() {
  SubTableChoices choices;
  std::size_t place = 0;
  for (unsigned size = 0; size <= kMaxChoices; ++size) {
    choices.first[size] = static_cast<std::uint8_t>(place);
    for (unsigned set = 0; set < kSubTableChoices; ++set) {
      if (std::popcount(set) != static_cast<int>(size)) continue;
      choices.sets[place++] = static_cast<std::uint8_t>(set);
      for (unsigned k = static_cast<unsigned>(std::bit_width(set)); k <= kMaxChoices; ++k) {
        ++choices.count[k][size];
      }
    }
  }
  return choices;
}
inline constexpr SubTableChoices kChoices = sub_table_choices();

}  // namespace peel::detail

namespace peel {

// The sub-tables of a key with `count` of k cells, as bits; `chance` is a fraction of 2^64. count <= k <= 8.
inline unsigned chosen_sub_tables(unsigned k, unsigned count, std::uint64_t chance) {
  const std::uint64_t place = reduce(chance, detail::kChoices.count[k][count]);
  return detail::kChoices.sets[detail::kChoices.first[count] + place];
}

}  // namespace peel
