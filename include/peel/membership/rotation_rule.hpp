// RotationRule: what a RotatingBloomFilter remembers, and in how many generations. A rule that exists is
// valid.
//
// The window of N insertions or ticks is covered by G-1 generations of N/(G-1) each, rounded up; one more is
// being filled. More generations forget sooner after the window has passed, and each has to be asked.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <string_view>

namespace peel {

enum class WindowUnit : std::uint8_t { insertions = 1, ticks = 2 };

std::string_view name_of(WindowUnit unit);  // "insertions", "ticks"

inline constexpr std::uint64_t kMinGenerations = 2;
inline constexpr std::uint64_t kMaxGenerations = 16;
inline constexpr std::uint64_t kMaxWindow = std::uint64_t{1} << 56;

struct RotationSpec {
  WindowUnit unit = WindowUnit::insertions;
  std::uint64_t window = 0;  // in that unit
  GenerationCount generations{4};
};

class RotationRule {
 public:
  // Fails with `invalid_argument` for a unit, window or number of generations out of range.
  static Result<RotationRule> from(const RotationSpec& spec);

  WindowUnit unit() const { return unit_; }
  std::uint64_t window() const { return window_; }
  GenerationCount generations() const { return GenerationCount(generations_); }

  // Insertions or ticks of one generation.
  std::uint64_t step() const { return (window_ - 1) / (generations_ - 1u) + 1; }
  // What came so long ago or later is remembered: at least the window.
  std::uint64_t remembered() const { return step() * (generations_ - 1u); }
  // What came so long ago is forgotten.
  std::uint64_t forgotten() const { return step() * generations_; }

  friend bool operator==(const RotationRule&, const RotationRule&) = default;

 private:
  explicit RotationRule(const RotationSpec& spec);

  WindowUnit unit_;
  std::uint8_t generations_;
  std::uint64_t window_;
};

}  // namespace peel
