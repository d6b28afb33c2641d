#include "peel/membership/rotation_rule.hpp"

#include <string>

namespace peel {

std::string_view name_of(WindowUnit unit) {
  switch (unit) {
    case WindowUnit::insertions:
      return "insertions";
    case WindowUnit::ticks:
      return "ticks";
  }
  return "unknown";
}

RotationRule::RotationRule(const RotationSpec& spec)
    : unit_(spec.unit),
      generations_(static_cast<std::uint8_t>(spec.generations.value)),
      window_(spec.window) {}

Result<RotationRule> RotationRule::from(const RotationSpec& spec) {
  // An enumerator may have been cast from a number that came from elsewhere.
  if (spec.unit != WindowUnit::insertions && spec.unit != WindowUnit::ticks) {
    return failure(ErrorCode::invalid_argument, "window unit " +
                                                    std::to_string(static_cast<unsigned>(spec.unit)) +
                                                    ": accepted are 1 (insertions) and 2 (ticks)");
  }
  if (spec.generations.value < kMinGenerations || spec.generations.value > kMaxGenerations) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(spec.generations.value) + " generations: accepted are " +
                       std::to_string(kMinGenerations) + " to " + std::to_string(kMaxGenerations));
  }
  if (spec.window == 0 || spec.window > kMaxWindow) {
    return failure(ErrorCode::invalid_argument, "a window of " + std::to_string(spec.window) + " " +
                                                    std::string(name_of(spec.unit)) + ": accepted are 1 to " +
                                                    std::to_string(kMaxWindow));
  }
  return RotationRule(spec);
}

}  // namespace peel
