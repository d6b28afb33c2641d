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
#include <type_traits>
#include <utility>

namespace peel {

// Of a key's first cells, few enough to be read without looking in between. Most keys that are absent have a
// 0 among them.
inline constexpr unsigned kFirstHashes = 8;

inline constexpr std::uint64_t kAboveAllLevels = 255;

// The cells of one filter and where keys have theirs.
template <class Cells>
class KeyCells {
 public:
  explicit KeyCells(const SingleFilterShape& shape)
      : cells(shape), hashes_(static_cast<unsigned>(shape.hashes().value)), group_(shape.group().value) {}

  unsigned hashes() const { return hashes_; }

  std::uint64_t place(const KeyHash& hash, unsigned i) const {
    return cells.place(i * group_ + reduce(i < kDerivedWords ? hash.word(i) : hash.far_word(i), group_));
  }

  Level lowest(const std::uint64_t* words, const KeyHash& hash) const {
    std::uint64_t lowest = kAboveAllLevels;
    for (unsigned first = 0; first < hashes_ && lowest != 0; first += kFirstHashes) {
      for (unsigned i = first; i < std::min(first + kFirstHashes, hashes_); ++i)
        lowest = std::min(lowest, cells.level(words, place(hash, i)));
    }
    return Level(lowest);
  }

  Cells cells;

 private:
  unsigned hashes_;
  std::uint64_t group_;
};

// Hashes from First on: `Known` of them, so that loops unroll, or any number if that is 0. Calls
// answer(number of the key, level) with the lowest level in their cells.
template <unsigned First, unsigned Known, class Cells, class Keys, class Answer>
[[gnu::flatten]] void for_lowest_levels(const KeyCells<Cells>& key_cells, const std::uint64_t* words,
                                        const Keys& keys, Answer answer) {
  const unsigned stride = Known != 0 ? Known : key_cells.hashes() - First;
  const std::size_t most = std::clamp<std::size_t>(kGroupPlaces / stride, 1, kMostGroup);
  in_groups(most, keys, [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
    const KeyCells<Cells> here = key_cells;  // in registers, whatever is written to memory
    side_by_side(
        now, next,
        [&](std::size_t i) {
          const KeyHash hash = next.hashes[i];
          std::uint64_t* const places = next.places + i * stride;
          for (unsigned j = 0; j < stride; ++j) {
            places[j] = here.place(hash, First + j);
            ask_for<Access::read>(words + here.cells.word(places[j]));
          }
        },
        [&](std::size_t i) {
          const std::uint64_t* const places = now.places + i * stride;
          std::uint64_t lowest = kAboveAllLevels;
          for (unsigned j = 0; j < stride; ++j) lowest = std::min(lowest, here.cells.level(words, places[j]));
          answer(done + i, lowest);
        });
  });
}

// The same with the number of hashes as a constant where it is at most kFirstHashes.
template <unsigned First, class Cells, class Keys, class Answer>
void for_lowest_levels(unsigned count, const KeyCells<Cells>& key_cells, const std::uint64_t* words,
                       const Keys& keys, Answer answer) {
  const auto choose = [&]<unsigned... known>(std::integer_sequence<unsigned, known...>) {
    using Choice = void (*)(const KeyCells<Cells>&, const std::uint64_t*, const Keys&, Answer);
    constexpr Choice kChoices[] = {for_lowest_levels<First, known, Cells, Keys, Answer>...};
    kChoices[count > kFirstHashes ? 0 : count](key_cells, words, keys, answer);
  };
  if (count != 0) choose(std::make_integer_sequence<unsigned, kFirstHashes + 1>{});
}

template <class Cells>
void lowest_levels(const KeyCells<Cells>& key_cells, const std::uint64_t* words,
                   std::span<const KeyHash> hashes, std::span<Level> levels) {
  const unsigned first = std::min(key_cells.hashes(), kFirstHashes), rest = key_cells.hashes() - first;
  constexpr std::size_t kMostAtOnce = 1024;
  std::array<std::uint16_t, kMostAtOnce> left;  // numbers of the keys that are still in question
  for (std::size_t done = 0; done < hashes.size(); done += kMostAtOnce) {
    const std::size_t count = std::min(kMostAtOnce, hashes.size() - done);
    const std::span<const KeyHash> now = hashes.subspan(done, count);
    Level* const answers = levels.data() + done;
    std::size_t in_question = 0;
    for_lowest_levels<0>(first, key_cells, words, GivenHashes(now), [&](std::size_t i, std::uint64_t lowest) {
      answers[i] = Level(lowest);
      left[in_question] = static_cast<std::uint16_t>(i);
      in_question += lowest != 0 ? 1U : 0U;
    });
    const std::span<const std::uint16_t> numbers = std::span(left).first(in_question);
    for_lowest_levels<kFirstHashes>(rest, key_cells, words, ChosenHashes(now, numbers),
                                    [&](std::size_t i, std::uint64_t lowest) {
                                      Level& answer = answers[numbers[i]];
                                      answer = std::min(answer, Level(lowest));
                                    });
  }
}

}  // namespace peel
