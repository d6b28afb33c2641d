// Batches of keys against memory that is far away: while the keys of one group are served, the cells of the
// next are already on their way.
#pragma once

#include "hashing/key_groups.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace peel {

inline constexpr std::size_t kGroup = 32;

// Calls serve(i, place) for every key, in order. Places knows how a key's cells are found: locate,
// for_each_line and place_words, at most MostWords.
template <Access access, std::size_t MostWords, class Places, class Hashes, class Serve>
void serve_in_flight(const Places& places, const std::uint64_t* words, Hashes hashes, Serve serve) {
  struct Group {
    std::size_t size = 0;
    std::array<std::uint64_t, kGroup * MostWords> places;
  };
  const std::size_t stride = places.place_words(), count = hashes.size();
  std::array<Group, 2> groups;
  const auto locate = [&](std::size_t first, Group& group) {
    group.size = first < count ? std::min(kGroup, count - first) : 0;
    if (group.size == 0) return;
    const KeyHash* const hash = hashes.at(first, group.size);
    for (std::size_t i = 0; i < group.size; ++i) places.locate(hash[i], group.places.data() + stride * i);
  };
  Group *current = &groups[0], *next = &groups[1];
  locate(0, *current);
  for (std::size_t first = 0; first < count; first += kGroup) {
    locate(first + kGroup, *next);
    for (std::size_t i = 0; i < current->size; ++i) {
      // At the pace at which they will be used (docs/dead-ends.md).
      if (i < next->size) {
        places.for_each_line(next->places.data() + stride * i,
                             [=](std::uint64_t word) { ask_for<access>(words + word); });
      }
      serve(first + i, current->places.data() + stride * i);
    }
    std::swap(current, next);
  }
}

}  // namespace peel
