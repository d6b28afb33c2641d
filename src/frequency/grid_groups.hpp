// Batches of keys against a grid of counters: while the counters of one group of keys are at work, those of
// the next are located and on their way.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hash.hpp"

#include "hashing/key_groups.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace peel::detail {

inline std::size_t grid_group_size(const GridShape& shape) {
  const std::size_t most = kGroupPlaces / shape.rows().value;
  return std::clamp<std::size_t>(most / 8 * 8, most < 8 ? most : 8, kMostGroup);
}

// Rows of a grid: known when compiling, so that loops over them unroll, or any number of them if that is 0.
template <unsigned Known>
class Rows {
 public:
  explicit Rows(const GridShape& shape) : rows_(static_cast<unsigned>(shape.rows().value)) {}
  unsigned count() const { return Known != 0 ? Known : rows_; }

  // Calls visit(row, word) with the word of the hash that places a key in each row.
  template <class Visit>
  void for_words(const KeyHash& hash, Visit visit) const {
    for (unsigned row = 0; row < std::min(count(), kDerivedWords); ++row) visit(row, hash.word(row));
    for (unsigned row = kDerivedWords; row < count(); ++row) visit(row, hash.far_word(row));
  }

 private:
  unsigned rows_;
};

inline constexpr unsigned kMostKnownRows = 8;

// Calls use with the number of rows as a constant, 0 if there are more than kMostKnownRows.
template <class Use>
decltype(auto) with_known_rows(const GridShape& shape, Use use) {
  const auto choose = [&]<unsigned... rows>(std::integer_sequence<unsigned, rows...>)->decltype(auto) {
    using Chosen = decltype(use(std::integral_constant<unsigned, 0>{}));
    using Choice = Chosen (*)(const Use&);
    constexpr Choice kChoices[] = {
        [](const Use& chosen) -> Chosen { return chosen(std::integral_constant<unsigned, rows>{}); }...};
    const std::uint64_t known = shape.rows().value > kMostKnownRows ? 0 : shape.rows().value;
    return kChoices[known](use);
  };
  return choose(std::make_integer_sequence<unsigned, kMostKnownRows + 1>{});
}

}  // namespace peel::detail
