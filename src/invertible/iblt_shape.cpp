#include "peel/invertible/iblt_shape.hpp"

#include "core/checked.hpp"

#include <string>

namespace peel {

namespace {

Result<void> check_width(ByteWidth width, std::uint64_t least, std::uint64_t most, const char* what) {
  if (width.value >= least && width.value <= most) return {};
  return failure(ErrorCode::invalid_argument, std::string(what) + " of " + std::to_string(width.value) +
                                                  " bytes: accepted are " + std::to_string(least) + " to " +
                                                  std::to_string(most));
}

// An enumerator may have been cast from a number that came from elsewhere.
Result<void> check_cell_kind(const IbltSpec& spec) {
  const auto arithmetic = static_cast<unsigned>(spec.arithmetic);
  if (arithmetic < 1 || arithmetic > 3) {
    return failure(ErrorCode::invalid_argument,
                   "cell arithmetic " + std::to_string(arithmetic) + ": accepted are 1 to 3");
  }
  const auto checks = static_cast<unsigned>(spec.checks);
  if (checks > 2) {
    return failure(ErrorCode::invalid_argument,
                   "cell checks " + std::to_string(checks) + ": accepted are 0 to 2");
  }
  if (spec.check_bits.value < kMinCheckBits || spec.check_bits.value > 64) {
    return failure(ErrorCode::invalid_argument, "checks of " + std::to_string(spec.check_bits.value) +
                                                    " bits: accepted are " + std::to_string(kMinCheckBits) +
                                                    " to 64");
  }
  return {};
}

Result<void> check_tolerance(const IbltShape& shape, const IbltFaults& wanted) {
  const IbltFaults offered = shape.tolerates();
  if (wanted.extraneous_deletions && !offered.extraneous_deletions) {
    return failure(ErrorCode::unsupported,
                   "cells without checks cannot tolerate extraneous deletions: use CellChecks::keys");
  }
  if (wanted.several_values && !offered.several_values) {
    return failure(ErrorCode::unsupported,
                   "cells without value checks cannot tolerate several values for one key: "
                   "use CellChecks::keys_and_values");
  }
  if (wanted.duplicates && shape.arithmetic() == CellArithmetic::xor_sums) {
    return failure(ErrorCode::unsupported,
                   "xor cells cannot tolerate duplicates, which cancel: use CellArithmetic::prime_field");
  }
  if (wanted.duplicates && shape.arithmetic() == CellArithmetic::wrapping_sums) {
    return failure(ErrorCode::unsupported,
                   "wrapping sums cannot tolerate duplicates, since modulo 2^64 no even count divides: "
                   "use CellArithmetic::prime_field");
  }
  if (wanted.duplicates && !offered.duplicates) {
    return failure(ErrorCode::unsupported,
                   "cells without checks cannot tell duplicates from different keys: use CellChecks::keys");
  }
  return {};
}

Result<Placement> placement_of(const IbltSpec& spec) {
  const bool is_irregular = spec.weights != KeyWeights{};
  if (is_irregular && spec.segments.value != 0) {
    return failure(ErrorCode::unsupported, std::to_string(spec.segments.value) +
                                               " segments with light keys: a table is coupled or irregular");
  }
  if (is_irregular) return Placement::irregular(spec.cells, spec.hashes, spec.weights);
  if (spec.segments.value == 0) return Placement::partitioned(spec.cells, spec.hashes);
  return Placement::coupled(spec.cells, spec.hashes, spec.segments);
}

std::uint8_t limbs(std::uint64_t bytes, unsigned limb_bytes) {
  return static_cast<std::uint8_t>((bytes + limb_bytes - 1) / limb_bytes);
}

}  // namespace

Result<IbltShape> IbltShape::from(const IbltSpec& spec) {
  const auto placement = placement_of(spec);
  if (!placement) return failure(placement.error());
  if (auto ok = check_width(spec.key_width, 1, kMaxKeyWidth, "a key"); !ok) return failure(ok.error());
  if (auto ok = check_width(spec.value_width, 0, kMaxValueWidth, "a value"); !ok) return failure(ok.error());
  if (auto ok = check_cell_kind(spec); !ok) return failure(ok.error());

  IbltShape shape(*placement);
  shape.key_width_ = static_cast<std::uint8_t>(spec.key_width.value);
  shape.value_width_ = static_cast<std::uint8_t>(spec.value_width.value);
  shape.arithmetic_ = spec.arithmetic;
  shape.key_words_ = limbs(spec.key_width.value, shape.limb_bytes());
  shape.value_words_ = limbs(spec.value_width.value, shape.limb_bytes());
  const bool nothing_to_check = spec.checks == CellChecks::keys_and_values && spec.value_width.value == 0;
  shape.checks_ = nothing_to_check ? CellChecks::keys : spec.checks;
  // Without checks their width means nothing; one value, so that equal shapes compare equal.
  shape.check_bits_ =
      shape.checks_ == CellChecks::none ? std::uint8_t{64} : static_cast<std::uint8_t>(spec.check_bits.value);
  if (auto ok = check_tolerance(shape, spec.must_tolerate); !ok) return failure(ok.error());

  const auto bytes = checked_multiply(shape.cells().value, std::uint64_t{8} * shape.cell_words());
  if (!bytes || *bytes > kMaxTableBytes) {
    return failure(ErrorCode::limit_exceeded, std::to_string(shape.cells().value) + " cells of " +
                                                  std::to_string(8 * shape.cell_words()) +
                                                  " bytes are more than the limit of " +
                                                  std::to_string(kMaxTableBytes) + " bytes");
  }
  return shape;
}

IbltSpec IbltShape::spec() const {
  const bool coupled = placement_.kind() == PlacementKind::coupled;
  return {.cells = cells(),
          .hashes = hashes(),
          .segments = SegmentCount(coupled ? placement_.sub_tables().value : 0),
          .weights = placement_.weights(),
          .key_width = key_width(),
          .value_width = value_width(),
          .arithmetic = arithmetic(),
          .checks = checks(),
          .check_bits = check_bits()};
}

IbltFaults IbltShape::tolerates() const {
  const bool keys_checked = checks_ != CellChecks::none;
  return {
      .extraneous_deletions = keys_checked,
      .several_values = keys_checked && (checks_ == CellChecks::keys_and_values || value_width_ == 0),
      .duplicates = keys_checked && arithmetic_ == CellArithmetic::prime_field,
  };
}

std::string_view name_of(CellArithmetic arithmetic) {
  switch (arithmetic) {
    case CellArithmetic::xor_sums:
      return "xor_sums";
    case CellArithmetic::wrapping_sums:
      return "wrapping_sums";
    case CellArithmetic::prime_field:
      return "prime_field";
  }
  return "unknown";
}

std::string_view name_of(CellChecks checks) {
  switch (checks) {
    case CellChecks::none:
      return "none";
    case CellChecks::keys:
      return "keys";
    case CellChecks::keys_and_values:
      return "keys_and_values";
  }
  return "unknown";
}

}  // namespace peel
