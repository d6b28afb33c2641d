// Level: the sub-table in which a key is, counted from 1 as the types of [Kirsch, Mitzenmacher 2005] are.
#pragma once

#include "peel/core/types.hpp"

#include <compare>
#include <cstdint>

namespace peel {

struct Level {
  std::uint8_t number = 0;  // 0: in none

  constexpr Level() = default;
  constexpr explicit Level(std::uint64_t n) : number(static_cast<std::uint8_t>(n)) {}
  static constexpr Level of(SubTable table) { return Level(table.value + 1); }

  constexpr bool is_none() const { return number == 0; }
  constexpr SubTable table() const { return SubTable(number - std::uint64_t{1}); }  // unless it is none

  friend constexpr auto operator<=>(const Level&, const Level&) = default;
};

}  // namespace peel
