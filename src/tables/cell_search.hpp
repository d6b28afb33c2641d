// The cells of a key in a single filter, one in each group, and the lowest level among them: for one key, and
// for many with the waits for memory overlapping.
//
//   A cell of 0 ends the search, and of absent keys most meet one soon. So a batch asks for the first cells
//   of all its keys, and for the others of those keys that are still in question.
#pragma once

#include "peel/analysis/single_filter_shape.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/tables/level.hpp"

#include "hashing/key_groups.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace peel {

struct HashRange {
  unsigned first, last;  // without the last
  std::size_t size() const { return last - first; }
};

// Calls visit(i, cell) for the key's cells in the groups of the range.
template <class Visit>
inline void for_cells(const SingleFilterShape& shape, const KeyHash& hash, HashRange range, Visit visit) {
  const std::uint64_t group = shape.group().value;
  const unsigned near = std::min(range.last, kDerivedWords);
  unsigned i = range.first;
  for (; i < near; ++i) visit(i, i * group + reduce(hash.word(i), group));
  for (; i < range.last; ++i) visit(i, i * group + reduce(hash.far_word(i), group));
}

inline HashRange all_hashes(const SingleFilterShape& shape) {
  return {0, static_cast<unsigned>(shape.hashes().value)};
}

inline constexpr std::uint64_t kAboveAllLevels = 255;

// Of a key's first cells, few enough to be read without looking in between. Most keys that are absent have a
// 0 among them.
inline constexpr unsigned kFirstHashes = 8;

template <class Cells>
Level lowest_level(const Cells& cells, const std::uint64_t* words, const SingleFilterShape& shape,
                   const KeyHash& hash) {
  const unsigned hashes = all_hashes(shape).last;
  std::uint64_t lowest = kAboveAllLevels;
  for (unsigned first = 0; first < hashes && lowest != 0; first += kFirstHashes) {
    for_cells(shape, hash, {first, std::min(first + kFirstHashes, hashes)},
              [&](unsigned, std::uint64_t cell) { lowest = std::min(lowest, cells.level(words, cell)); });
  }
  return Level(lowest);
}

// Calls answer(number of the key, level) with the lowest level in the range.
template <class Cells, class Keys, class Answer>
void for_lowest_levels(const Cells& cells, const std::uint64_t* words, const SingleFilterShape& shape,
                       HashRange range, const Keys& keys, Answer answer) {
  const std::size_t stride = range.size();
  const std::size_t most = std::clamp<std::size_t>(kGroupPlaces / stride, 1, kMostGroup);
  in_groups(most, keys, [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
    side_by_side(
        now, next,
        [&](std::size_t i) {
          std::uint64_t* place = next.places + i * stride;
          for_cells(shape, next.hashes[i], range, [&](unsigned, std::uint64_t cell) {
            *place++ = cell;
            ask_for<Access::read>(words + cells.first_word(cell));
          });
        },
        [&](std::size_t i) {
          std::uint64_t lowest = kAboveAllLevels;
          for (std::size_t j = 0; j < stride; ++j)
            lowest = std::min(lowest, cells.level(words, now.places[i * stride + j]));
          answer(done + i, lowest);
        });
  });
}

template <class Cells>
void lowest_levels(const Cells& cells, const std::uint64_t* words, const SingleFilterShape& shape,
                   std::span<const KeyHash> hashes, std::span<Level> levels) {
  const HashRange all = all_hashes(shape);
  const HashRange first = {0, std::min(all.last, kFirstHashes)}, rest = {first.last, all.last};
  constexpr std::size_t kMostAtOnce = 1024;
  std::array<std::uint16_t, kMostAtOnce> left;  // numbers of the keys that are still in question
  for (std::size_t done = 0; done < hashes.size(); done += kMostAtOnce) {
    const std::size_t count = std::min(kMostAtOnce, hashes.size() - done);
    const std::span<const KeyHash> now = hashes.subspan(done, count);
    Level* const answers = levels.data() + done;
    std::size_t in_question = 0;
    for_lowest_levels(cells, words, shape, first, GivenHashes(now), [&](std::size_t i, std::uint64_t lowest) {
      answers[i] = Level(lowest);
      left[in_question] = static_cast<std::uint16_t>(i);
      in_question += lowest != 0 ? 1U : 0U;
    });
    if (rest.size() == 0) continue;
    const std::span<const std::uint16_t> numbers = std::span(left).first(in_question);
    for_lowest_levels(cells, words, shape, rest, ChosenHashes(now, numbers),
                      [&](std::size_t i, std::uint64_t lowest) {
                        Level& answer = answers[numbers[i]];
                        answer = std::min(answer, Level(lowest));
                      });
  }
}

}  // namespace peel
