// The cells of single filters as they lie in memory: what level a cell stands for, and which words it is in.
// One class for each packing of analysis/single_filter_shape.hpp, all with the same functions.
#pragma once

#include "peel/analysis/single_filter_shape.hpp"

#include "membership/nibbles.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace peel {

// Three cells of 0 to 5 in a byte. Bytes lie in words as on a little-endian machine.
class SixValues {
 public:
  static constexpr std::uint64_t kPerByte = 3, kValues = 6, kBytes = kValues * kValues * kValues;

  static std::uint64_t level(const std::uint64_t* words, std::uint64_t cell) {
    return digit(byte_of(words, cell / kPerByte), cell % kPerByte);
  }
  static std::uint64_t first_word(std::uint64_t cell) { return cell / (8 * kPerByte); }
  static std::uint64_t last_word(std::uint64_t cell) { return first_word(cell); }

  static void raise(std::uint64_t* words, std::uint64_t cell, std::uint64_t to) {
    constexpr std::uint64_t kWorth[] = {1, kValues, kValues * kValues};
    const std::uint64_t now = level(words, cell), byte = cell / kPerByte;
    const std::uint64_t more = to > now ? (to - now) * kWorth[cell % kPerByte] : 0;
    words[byte / 8] += more << 8 * (byte % 8);  // stays in its byte
  }

  // The i-th of a byte's cells. REQUIRES: byte < kBytes.
  static std::uint64_t digit(std::uint64_t byte, std::uint64_t i) { return kDigits[byte] >> 3 * i & 7; }

 private:
  static std::uint64_t byte_of(const std::uint64_t* words, std::uint64_t i) {
    if constexpr (std::endian::native == std::endian::little)
      return reinterpret_cast<const unsigned char*>(words)[i];
    return words[i / 8] >> 8 * (i % 8) & 255;
  }

  // Its cells in three bits each: reading is faster than dividing.
  static constexpr auto kDigits = [] {
    std::array<std::uint16_t, kBytes> digits{};
    for (std::uint64_t byte = 0; byte < kBytes; ++byte) {
      digits[byte] = static_cast<std::uint16_t>(byte % kValues | byte / kValues % kValues << 3 |
                                                byte / (kValues * kValues) << 6);
    }
    return digits;
  }();
};

// 21 cells of 0 to 7 in a word.
class ThreeBits {
 public:
  static constexpr std::uint64_t kPerWord = 21, kBits = 3;

  static std::uint64_t level(const std::uint64_t* words, std::uint64_t cell) {
    return words[cell / kPerWord] >> kBits * (cell % kPerWord) & 7;
  }
  static std::uint64_t first_word(std::uint64_t cell) { return cell / kPerWord; }
  static std::uint64_t last_word(std::uint64_t cell) { return first_word(cell); }

  static void raise(std::uint64_t* words, std::uint64_t cell, std::uint64_t to) {
    const std::uint64_t now = level(words, cell);
    words[cell / kPerWord] += (to > now ? to - now : 0) << kBits * (cell % kPerWord);
  }
};

// For each level a counter of four bits. A cell may straddle two words, a counter does not.
class LevelCounters {
 public:
  explicit LevelCounters(const SingleFilterShape& shape) : levels_(shape.sub_tables()) {}

  // The highest level whose counter is not 0.
  std::uint64_t level(const std::uint64_t* words, std::uint64_t cell) const {
    // Of a cell in one word both halves are that word, and what the second one adds lies above the cell.
    const std::uint64_t shift = 4 * (cell * levels_ % nibbles::kPerWord);
    const std::uint64_t low = words[first_word(cell)] >> shift;
    const std::uint64_t high = words[last_word(cell)] << 1 << (63 - shift);
    const std::uint64_t counters = (low | high) & ((std::uint64_t{1} << 4 * levels_) - 1);
    return (static_cast<std::uint64_t>(std::bit_width(counters)) + 3) / 4;
  }
  std::uint64_t first_word(std::uint64_t cell) const { return cell * levels_ / nibbles::kPerWord; }
  std::uint64_t last_word(std::uint64_t cell) const {
    return (cell * levels_ + levels_ - 1) / nibbles::kPerWord;
  }

  // One counter of a cell: its word, and the set that it is there.
  struct Counter {
    std::uint64_t word, set;
  };
  Counter counter(std::uint64_t cell, std::uint64_t level) const {
    const std::uint64_t at = cell * levels_ + level - 1;
    return {at / nibbles::kPerWord, nibbles::one(at % nibbles::kPerWord)};
  }

 private:
  std::uint64_t levels_;
};

}  // namespace peel
