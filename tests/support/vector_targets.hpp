// Code that Highway compiles for several kinds of vectors, tried with each that this machine can run.
#pragma once

#include <cstdint>
#include <hwy/highway.h>
#include <vector>

namespace peel::test {

// Plain code is among them.
inline std::vector<std::int64_t> vector_targets() {
  std::vector<std::int64_t> targets;
  const std::int64_t can_run = hwy::SupportedTargets() | HWY_STATIC_TARGET;
  for (std::int64_t left = HWY_TARGETS & can_run; left != 0; left &= left - 1)
    targets.push_back(left & -left);
  return targets;
}

// While this lives, what chooses its vectors chooses these.
class OnlyTarget {
 public:
  explicit OnlyTarget(std::int64_t target) { choose(target); }
  ~OnlyTarget() { choose(0); }
  OnlyTarget(const OnlyTarget&) = delete;
  OnlyTarget& operator=(const OnlyTarget&) = delete;

 private:
  static void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace peel::test
