#include "invertible/incompatibility.hpp"

#include "hashing/hasher_difference.hpp"

#include <array>
#include <string_view>

namespace peel::detail {

namespace {

std::string_view word_for(CellArithmetic arithmetic) {
  constexpr std::array<std::string_view, 3> kNames{"xor", "wrapping", "prime-field"};
  return kNames[static_cast<std::size_t>(arithmetic) - 1];
}

std::string_view word_for(CellChecks checks) {
  constexpr std::array<std::string_view, 3> kNames{"nothing", "keys", "keys and values"};
  return kNames[static_cast<std::size_t>(checks)];
}

std::string both(std::string_view first, std::string_view second) {
  return std::string(first) + " and " + std::string(second);
}

}  // namespace

std::string both(std::uint64_t first, std::uint64_t second) {
  return std::to_string(first) + " and " + std::to_string(second);
}

std::string difference_of(const KeyWeights& first, const KeyWeights& second) {
  if (first.light.hashes != second.light.hashes) {
    return "light keys of " + both(first.light.hashes.value, second.light.hashes.value) + " cells";
  }
  if (first.light.share != second.light.share) {
    return both(first.light.share, second.light.share) + " of 65536 keys light";
  }
  if (first.source != second.source) {
    return "weights told by " + both(name_of(first.source), name_of(second.source));
  }
  return {};
}

std::string difference_of(const Placement& first, const Placement& second) {
  if (first.kind() != second.kind())
    return both(name_of(first.kind()), name_of(second.kind())) + " placement";
  if (first.hashes() != second.hashes()) return both(first.hashes().value, second.hashes().value) + " hashes";
  if (first.sub_tables() != second.sub_tables()) {
    return both(first.sub_tables().value, second.sub_tables().value) + " segments";
  }
  if (first.cells() != second.cells()) return both(first.cells().value, second.cells().value) + " cells";
  return difference_of(first.weights(), second.weights());
}

std::string difference_of(const CounterShape& first, const CounterShape& second) {
  if (first.variant() != second.variant())
    return both(name_of(first.variant()), name_of(second.variant())) + " cells";
  if (first.key_width() != second.key_width()) {
    return "keys of " + both(first.key_width().value, second.key_width().value) + " bytes";
  }
  if (first.kept() != second.kept())
    return both(name_of(first.kept()), name_of(second.kept())) + " keys kept";
  return difference_of(first.placement(), second.placement());
}

std::string difference_of(const IbltShape& first, const IbltShape& second) {
  if (first.key_width() != second.key_width()) {
    return "keys of " + both(first.key_width().value, second.key_width().value) + " bytes";
  }
  if (first.value_width() != second.value_width()) {
    return "values of " + both(first.value_width().value, second.value_width().value) + " bytes";
  }
  std::string places = difference_of(first.placement(), second.placement());
  if (!places.empty()) return places;
  if (first.arithmetic() != second.arithmetic()) {
    return both(word_for(first.arithmetic()), word_for(second.arithmetic())) + " cells";
  }
  if (first.checks() != second.checks()) {
    return "checks of " + both(word_for(first.checks()), word_for(second.checks()));
  }
  if (first.check_bits() != second.check_bits()) {
    return "checks of " + both(first.check_bits().value, second.check_bits().value) + " bits";
  }
  return {};
}

std::string difference_of(const RatelessShape& first, const RatelessShape& second) {
  if (first.key_width() != second.key_width()) {
    return "items of " + both(first.key_width().value, second.key_width().value) + " bytes";
  }
  if (first.form() != second.form()) return both(name_of(first.form()), name_of(second.form())) + " form";
  if (first.arithmetic() != second.arithmetic()) {
    return both(word_for(first.arithmetic()), word_for(second.arithmetic())) + " cells";
  }
  if (first.check_bits() != second.check_bits()) {
    return "checks of " + both(first.check_bits().value, second.check_bits().value) + " bits";
  }
  if (first.shards() != second.shards()) return both(first.shards(), second.shards()) + " shards";
  return {};
}

std::string difference_of(const StrataShape& first, const StrataShape& second) {
  if (first.first_level() != second.first_level()) {
    return "first sampling levels " + both(first.first_level().value, second.first_level().value);
  }
  if (first.levels() != second.levels()) {
    return both(first.levels().value, second.levels().value) + " sampling levels";
  }
  const std::string levels = difference_of(first.level_shape(), second.level_shape());
  return levels.empty() ? levels : "sampling levels of " + levels;
}

std::string difference_of(const ItemHashing& first, const ItemHashing& second) {
  if (first == second) return {};
  if (!first.named() || !second.named()) return "hash functions of their own";
  return difference_of(*first.named(), *second.named());
}

}  // namespace peel::detail
