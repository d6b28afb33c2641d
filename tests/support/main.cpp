#include "support/random.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace peel::test {

std::uint64_t test_seed() {
  static const std::uint64_t seed = [] {
    const char* fixed = std::getenv("PEEL_TEST_SEED");
    const std::uint64_t value = fixed != nullptr
                                    ? std::strtoull(fixed, nullptr, 0)
                                    : (std::uint64_t{std::random_device{}()} << 32) | std::random_device{}();
    std::printf("seed: PEEL_TEST_SEED=%llu replays this run\n", static_cast<unsigned long long>(value));
    std::fflush(stdout);
    return value;
  }();
  return seed;
}

int rounds(int usual) {
  const char* const factor = std::getenv("PEEL_ROUNDS");
  return factor == nullptr ? usual : std::max(1, static_cast<int>(usual * std::strtod(factor, nullptr)));
}

}  // namespace peel::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
