#include "lab/kirsch_mitzenmacher/rand48_hash.hpp"

#include "support/random.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>

namespace peel::lab::kirsch_mitzenmacher {
namespace {

TEST(Rand48Hash, IsTheRowOfPosixCutIntoItems) {
  const Seed seed = test::Random().seed();
  const std::uint64_t start = seed.word(0);
  std::array<unsigned short, 3> state = {static_cast<unsigned short>(start),
                                         static_cast<unsigned short>(start >> 16),
                                         static_cast<unsigned short>(start >> 32)};
  const auto draw = [&] {
    erand48(state.data());  // leaves the new number of 48 bits in the state
    return std::uint64_t{state[2]} << 32 | std::uint64_t{state[1]} << 16 | state[0];
  };
  const Rand48Hash hash(seed);
  for (std::uint64_t item = 0; item < 1'000; ++item) {
    const std::uint64_t first = draw(), second = draw(), third = draw();
    ASSERT_EQ(hash(item).low, first << 16 | third >> 32);
    ASSERT_EQ(hash(item).high, second << 16 | (third >> 16 & 0xFFFF));
  }
}

}  // namespace
}  // namespace peel::lab::kirsch_mitzenmacher
