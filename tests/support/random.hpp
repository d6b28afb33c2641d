// Randomness for tests: every test that draws prints its seed, and PEEL_TEST_SEED=n replays it.
// PEEL_ROUNDS=10 makes ten times the rounds.
#pragma once

#include "peel/hashing/seed.hpp"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace peel::test {

// A fresh seed per run unless PEEL_TEST_SEED is set; printed when first used by a test.
std::uint64_t test_seed();

// How many rounds a random test makes: as many as it usually does, times PEEL_ROUNDS, and one at least.
int rounds(int usual);

// A small generator (a Weyl sequence through `scramble`) that is the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed = test_seed()) : state_(seed) {}
  std::uint64_t next() { return scramble(state_ += kGolden); }
  std::uint64_t below(std::uint64_t bound) { return reduce(next(), bound); }
  Seed seed() {
    const std::uint64_t low = next();
    return Seed(low, next());
  }
  std::vector<std::uint64_t> distinct_keys(std::size_t count) {
    std::unordered_set<std::uint64_t> seen;
    std::vector<std::uint64_t> keys;
    keys.reserve(count);
    while (keys.size() < count) {
      const std::uint64_t key = next();
      if (seen.insert(key).second) keys.push_back(key);
    }
    return keys;
  }

 private:
  std::uint64_t state_;
};

}  // namespace peel::test
