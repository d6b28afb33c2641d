// The cells of single filters as they lie in memory. One class for each packing of
// analysis/single_filter_shape.hpp, all with the same functions.
//
//   A place says where in memory a cell is, so that it is worked out once: for asking memory for it, and for
//   reading it later.
#pragma once

#include "peel/analysis/single_filter_shape.hpp"
#include "peel/hashing/mix.hpp"

#include "membership/nibbles.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace peel {

// Three cells of 0 to 5 in a byte, the i-th byte in the i-th lowest bits of the words. The place of a cell is
// the number of its byte, and in the lowest three bits where kDigits has the cell.
class SixValues {
 public:
  static constexpr std::uint64_t kPerByte = 3, kValues = 6, kBytes = kValues * kValues * kValues;

  explicit SixValues(const SingleFilterShape&) {}

  static std::uint64_t place(std::uint64_t cell) { return cell / kPerByte * 8 + cell % kPerByte * 3; }
  static std::uint64_t word(std::uint64_t place) { return place / 64; }
  static std::uint64_t level(const std::uint64_t* words, std::uint64_t place) {
    return kDigits[byte_of(words, place / 8)] >> place % 8 & 7;
  }

  static void raise(std::uint64_t* words, std::uint64_t place, std::uint64_t to) {
    constexpr std::uint64_t kWorth[] = {1, kValues, kValues * kValues};
    const std::uint64_t now = level(words, place), byte = place / 8;
    const std::uint64_t more = to > now ? (to - now) * kWorth[place % 8 / 3] : 0;
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

  // The cells of a byte in three bits each: reading is faster than dividing.
  static constexpr auto kDigits = [] {
    std::array<std::uint16_t, kBytes> digits{};
    for (std::uint64_t byte = 0; byte < kBytes; ++byte) {
      digits[byte] = static_cast<std::uint16_t>(byte % kValues | byte / kValues % kValues << 3 |
                                                byte / (kValues * kValues) << 6);
    }
    return digits;
  }();
};

// 21 cells of 0 to 7 in a word. The place of a cell is the number of its lowest bit.
class ThreeBits {
 public:
  static constexpr std::uint64_t kPerWord = 21, kBits = 3;

  explicit ThreeBits(const SingleFilterShape&) {}

  // One bit of each word before it is in no cell. Dividing is one multiplication, exact for cells far beyond
  // kMaxSummaryBytes: compilers take five steps, since they think of larger numbers.
  static std::uint64_t place(std::uint64_t cell) {
    return cell * kBits + reduce(cell, ~std::uint64_t{0} / kPerWord + 1);
  }
  static std::uint64_t word(std::uint64_t place) { return place / 64; }
  static std::uint64_t level(const std::uint64_t* words, std::uint64_t place) {
    return words[place / 64] >> place % 64 & 7;
  }

  static void raise(std::uint64_t* words, std::uint64_t place, std::uint64_t to) {
    const std::uint64_t now = level(words, place);
    words[place / 64] += (to > now ? to - now : 0) << place % 64;
  }
};

// For each level a counter of four bits. A cell may straddle two words, a counter does not. The place of a
// cell is the number of its lowest bit.
class LevelCounters {
 public:
  explicit LevelCounters(const SingleFilterShape& shape)
      : bits_(4 * shape.sub_tables()), mask_((std::uint64_t{1} << bits_) - 1) {}

  std::uint64_t place(std::uint64_t cell) const { return cell * bits_; }
  static std::uint64_t word(std::uint64_t place) { return place / 64; }

  // The highest level whose counter is not 0.
  std::uint64_t level(const std::uint64_t* words, std::uint64_t place) const {
    // Of a cell in one word both halves are that word, and what the second one adds lies above the cell.
    const std::uint64_t low = words[place / 64] >> place % 64;
    const std::uint64_t high = words[(place + bits_ - 1) / 64] << 1 << (63 - place % 64);
    // With a bit below the counters, since without one the width is a branch on a coin toss.
    return (static_cast<std::uint64_t>(std::bit_width(((low | high) & mask_) << 1 | 1)) + 2) / 4;
  }

  // One counter of a cell: its word, and the set that it is there.
  struct Counter {
    std::uint64_t word, set;
  };
  static Counter counter(std::uint64_t place, std::uint64_t level) {
    const std::uint64_t at = place / 4 + level - 1;
    return {at / nibbles::kPerWord, nibbles::one(at % nibbles::kPerWord)};
  }

 private:
  std::uint64_t bits_;
  std::uint64_t mask_;
};

}  // namespace peel
