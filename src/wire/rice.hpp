// Rice codes of whole numbers that are mostly small: the number without its last r bits in unary, then those
// bits. A number whose unary part would be long is escaped and written in full, so that no number costs more
// than 88 bits, whoever chose it.
#pragma once

#include "bits.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace peel::wire {

inline constexpr unsigned kMaxRiceParameter = 60;
inline constexpr unsigned kRiceEscape = 24;  // ones; then the number in 64 bits

// Signed numbers as unsigned ones, in the order 0, -1, 1, -2, 2, ...; every pattern of 64 bits is one.
inline std::uint64_t zigzag(std::uint64_t number) {
  return number << 1 ^ (std::uint64_t{0} - (number >> 63));
}
inline std::uint64_t unzigzag(std::uint64_t code) {
  return code >> 1 ^ (std::uint64_t{0} - (code & 1));
}

// How many bits numbers take with each parameter.
class RiceCost {
 public:
  struct Best {
    unsigned parameter;  // the smallest of those with the fewest bits
    std::uint64_t bits;
  };

  void add(std::uint64_t number);
  Best best() const;

 private:
  std::array<std::uint64_t, kMaxRiceParameter + 1> quotients_{};  // sums of unary parts, without escaped ones
  std::array<std::uint64_t, kMaxRiceParameter + 2> last_escaped_{};  // at [r]: numbers escaped below r only
  std::uint64_t numbers_ = 0;
};

void put_rice(BitWriter& out, std::uint64_t number, unsigned parameter);

// Nothing if the number has more than 64 bits, or is escaped and need not be: one number has one code.
std::optional<std::uint64_t> get_rice(BitReader& in, unsigned parameter);

}  // namespace peel::wire
