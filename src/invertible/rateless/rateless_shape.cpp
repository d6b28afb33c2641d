#include "peel/invertible/rateless_shape.hpp"

#include <string>

namespace peel {

Result<RatelessShape> RatelessShape::from(const RatelessSpec& spec) {
  if (spec.form != RatelessForm::regular && spec.form != RatelessForm::irregular) {
    return refused("form " + std::to_string(static_cast<unsigned>(spec.form)) +
                   " of a rateless table: accepted are 1 (regular) and 2 (irregular)");
  }
  if (spec.item_width.value < 1 || spec.item_width.value > kMaxKeyWidth) {
    return refused("items of " + std::to_string(spec.item_width.value) +
                   " bytes: a rateless table takes items of 1 to " + std::to_string(kMaxKeyWidth) + " bytes");
  }
  if (spec.check_bits.value < kMinRatelessCheckBits || spec.check_bits.value > 64 ||
      spec.check_bits.value % 8 != 0) {
    return refused("checks of " + std::to_string(spec.check_bits.value) +
                   " bits: a rateless table has checks of 24, 32, 40, 48, 56 or 64 bits");
  }
  if (spec.shard_bits.value > kMaxShardBits) {
    return refused(std::to_string(spec.shard_bits.value) + " bits of shards: a rateless table has 0 to " +
                   std::to_string(kMaxShardBits));
  }
  if (spec.arithmetic != CellArithmetic::xor_sums && spec.arithmetic != CellArithmetic::prime_field) {
    return failure(ErrorCode::unsupported, "cells of " + std::string(name_of(spec.arithmetic)) +
                                               ": a rateless table has xor_sums, or prime_field for items "
                                               "that come several times");
  }
  return RatelessShape(spec);
}

bool operator==(const RatelessShape& a, const RatelessShape& b) {
  return a.form() == b.form() && a.key_width() == b.key_width() && a.arithmetic() == b.arithmetic() &&
         a.check_bits() == b.check_bits() && a.shard_bits() == b.shard_bits();
}

}  // namespace peel
