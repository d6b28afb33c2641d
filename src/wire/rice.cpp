#include "rice.hpp"

#include <algorithm>
#include <bit>

namespace peel::wire {

// Only parameters a little below the number's length leave a unary part that is neither escaped nor zero, so
// this takes a handful of steps and not one for each parameter.
void RiceCost::add(std::uint64_t number) {
  ++numbers_;
  const auto length = std::min(static_cast<unsigned>(std::bit_width(number)), kMaxRiceParameter + 1);
  unsigned parameter = length;
  while (parameter > 0 && number >> (parameter - 1) < kRiceEscape) {
    --parameter;
    quotients_[parameter] += number >> parameter;
  }
  ++last_escaped_[parameter];
}

RiceCost::Best RiceCost::best() const {
  Best best{0, ~std::uint64_t{0}};
  std::uint64_t escaped = numbers_;
  for (unsigned parameter = 0; parameter <= kMaxRiceParameter; ++parameter) {
    escaped -= last_escaped_[parameter];
    const std::uint64_t bits =
        quotients_[parameter] + (numbers_ - escaped) * (1 + parameter) + escaped * (kRiceEscape + 64);
    if (bits < best.bits) best = {parameter, bits};
  }
  return best;
}

void put_rice(BitWriter& out, std::uint64_t number, unsigned parameter) {
  const std::uint64_t quotient = number >> parameter;
  if (quotient >= kRiceEscape) {
    out.put((std::uint64_t{1} << kRiceEscape) - 1, kRiceEscape);
    out.put(number, 64);
    return;
  }
  const auto unary = static_cast<unsigned>(quotient);
  out.put((std::uint64_t{1} << unary) - 1, unary + 1);
  out.put(number & ((std::uint64_t{1} << parameter) - 1), parameter);
}

std::optional<std::uint64_t> get_rice(BitReader& in, unsigned parameter) {
  const std::uint64_t quotient = in.ones(kRiceEscape);
  if (quotient < kRiceEscape) {
    if (quotient << parameter >> parameter != quotient) return std::nullopt;
    return quotient << parameter | in.get(parameter);
  }
  const std::uint64_t number = in.get(64);
  if (number >> parameter < kRiceEscape) return std::nullopt;
  return number;
}

}  // namespace peel::wire
