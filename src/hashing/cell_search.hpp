// Filters of k cells per key, anywhere in memory: the lowest number in a key's cells, for one key, and for
// many with the waits for memory overlapping.
//
//   A cell of 0 ends the search, and of absent keys most meet one soon. So a batch asks for the first cells
//   of all its keys, and for the others of those keys that are still in question.
//
// Cells are a filter's own class: hashes(), place(hash, i) of its i-th cell, word(place) where that is in
// memory, and number(words, place).
#pragma once

#include "peel/hashing/key_hash.hpp"

#include "hashing/key_groups.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace peel {

// Cells of a key that are read without looking in between. Half of them are 0 in a filter of the usual fill.
inline constexpr unsigned kFirstHashes = 8;

inline constexpr std::uint64_t kAboveAllNumbers = ~std::uint64_t{0};

// The i-th word of a hash, the first ones without asking how far it is.
inline std::uint64_t cell_word(const KeyHash& hash, unsigned i) {
  return i < kDerivedWords ? hash.word(i) : hash.far_word(i);
}

template <class Cells>
inline std::uint64_t lowest_number(const Cells& cells, const std::uint64_t* words, const KeyHash& hash) {
  std::uint64_t lowest = kAboveAllNumbers;
  for (unsigned first = 0; first < cells.hashes() && lowest != 0; first += kFirstHashes) {
    for (unsigned i = first; i < std::min(first + kFirstHashes, cells.hashes()); ++i)
      lowest = std::min(lowest, cells.number(words, cells.place(hash, i)));
  }
  return lowest;
}

// Hashes from First on: `Known` of them, so that loops unroll, or any number if that is 0. Calls answer(which
// key, number) with the lowest number in their cells.
template <unsigned First, unsigned Known, class Cells, class Keys, class Answer>
[[gnu::flatten]] void for_lowest_numbers(const Cells& cells, const std::uint64_t* words, const Keys& keys,
                                         Answer answer) {
  const unsigned stride = Known != 0 ? Known : cells.hashes() - First;
  const std::size_t most = std::clamp<std::size_t>(kGroupPlaces / stride, 1, kMostGroup);
  in_groups(most, keys, [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
    const Cells here = cells;  // in registers, whatever is written to memory
    side_by_side(
        now, next,
        [&](std::size_t i) {
          const KeyHash hash = next.hashes[i];
          std::uint64_t* const places = next.places + i * stride;
          for (unsigned j = 0; j < stride; ++j) {
            places[j] = here.place(hash, First + j);
            ask_for<Access::read>(words + here.word(places[j]));
          }
        },
        [&](std::size_t i) {
          const std::uint64_t* const places = now.places + i * stride;
          std::uint64_t lowest = kAboveAllNumbers;
          for (unsigned j = 0; j < stride; ++j) lowest = std::min(lowest, here.number(words, places[j]));
          answer(done + i, lowest);
        });
  });
}

// The same with the number of hashes as a constant where it is at most kFirstHashes.
template <unsigned First, class Cells, class Keys, class Answer>
void for_lowest_numbers(unsigned count, const Cells& cells, const std::uint64_t* words, const Keys& keys,
                        Answer answer) {
  const auto choose = [&]<unsigned... known>(std::integer_sequence<unsigned, known...>) {
    using Choice = void (*)(const Cells&, const std::uint64_t*, const Keys&, Answer);
    constexpr Choice kChoices[] = {for_lowest_numbers<First, known, Cells, Keys, Answer>...};
    kChoices[count > kFirstHashes ? 0 : count](cells, words, keys, answer);
  };
  if (count != 0) choose(std::make_integer_sequence<unsigned, kFirstHashes + 1>{});
}

// answers[i] is the lowest number of the i-th key as an Answer, of which the smaller one counts.
template <class Cells, class Answer>
void lowest_numbers(const Cells& cells, const std::uint64_t* words, std::span<const KeyHash> hashes,
                    std::span<Answer> answers) {
  const unsigned first = std::min(cells.hashes(), kFirstHashes), rest = cells.hashes() - first;
  constexpr std::size_t kMostAtOnce = 1024;
  std::array<std::uint16_t, kMostAtOnce> left;  // numbers of the keys that are still in question
  for (std::size_t done = 0; done < hashes.size(); done += kMostAtOnce) {
    const std::size_t count = std::min(kMostAtOnce, hashes.size() - done);
    const std::span<const KeyHash> now = hashes.subspan(done, count);
    Answer* const here = answers.data() + done;
    std::size_t in_question = 0;
    for_lowest_numbers<0>(first, cells, words, GivenHashes(now), [&](std::size_t i, std::uint64_t lowest) {
      here[i] = static_cast<Answer>(lowest);
      left[in_question] = static_cast<std::uint16_t>(i);
      in_question += lowest != 0 ? 1U : 0U;
    });
    const std::span<const std::uint16_t> numbers = std::span(left).first(in_question);
    for_lowest_numbers<kFirstHashes>(rest, cells, words, ChosenHashes(now, numbers),
                                     [&](std::size_t i, std::uint64_t lowest) {
                                       Answer& answer = here[numbers[i]];
                                       answer = std::min(answer, static_cast<Answer>(lowest));
                                     });
  }
}

}  // namespace peel
