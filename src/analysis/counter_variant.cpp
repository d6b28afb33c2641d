#include "peel/analysis/counter_variant.hpp"

namespace peel {

namespace {

constexpr std::uint64_t kBytesOfAnElement = 7;

}  // namespace

std::string_view name_of(CounterVariant variant) {
  switch (variant) {
    case CounterVariant::standard:
      return "standard";
    case CounterVariant::even_odd:
      return "even-odd";
    case CounterVariant::one_key:
      return "one-key";
    case CounterVariant::combined:
      return "combined";
    case CounterVariant::moment:
      return "moment";
  }
  return "unknown";
}

unsigned counter_key_words(ByteWidth key_width) {
  if (key_width.value <= 8) return 1;
  return static_cast<unsigned>((key_width.value + kBytesOfAnElement - 1) / kBytesOfAnElement);
}

unsigned counter_cell_words(CounterVariant variant, ByteWidth key_width) {
  const unsigned key = counter_key_words(key_width);
  switch (variant) {
    case CounterVariant::standard:
      return 1 + key + 1;
    case CounterVariant::even_odd:
    case CounterVariant::one_key:
      return 1 + 2 * key + 1;
    case CounterVariant::combined:
      return 1 + 3 * key + 1;
    case CounterVariant::moment:
      // A digest takes the place of a longer key in the power sums, and two sums bring each word of it back.
      return key == 1 ? 4 : 4 + 2 * key;
  }
  return 0;
}

}  // namespace peel
