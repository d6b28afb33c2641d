#include "membership/nibbles.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace peel {
namespace {

std::uint64_t counter(std::uint64_t word, unsigned i) {
  return word >> 4 * i & nibbles::kMost;
}

// Every pair of counters at every place, between neighbours that would show a carry or a borrow.
template <class Check>
void for_every_pair(Check check) {
  for (const std::uint64_t around : {std::uint64_t{0}, ~std::uint64_t{0}}) {
    for (unsigned i = 0; i < 16; ++i) {
      const std::uint64_t rest = around & ~(nibbles::kMost << 4 * i);
      for (std::uint64_t a = 0; a <= nibbles::kMost; ++a)
        for (std::uint64_t b = 0; b <= nibbles::kMost; ++b) check(rest | a << 4 * i, rest | b << 4 * i, i);
    }
  }
}

TEST(Nibbles, AddUpToFifteen) {
  for_every_pair([](std::uint64_t a, std::uint64_t b, unsigned) {
    const std::uint64_t sum = nibbles::sum(a, b);
    for (unsigned i = 0; i < 16; ++i)
      ASSERT_EQ(counter(sum, i), std::min(counter(a, i) + counter(b, i), nibbles::kMost)) << a << ' ' << b;
  });
}

TEST(Nibbles, SayWhichAreSmaller) {
  for_every_pair([](std::uint64_t a, std::uint64_t b, unsigned) {
    const std::uint64_t smaller = nibbles::smaller(a, b);
    for (unsigned i = 0; i < 16; ++i)
      ASSERT_EQ(counter(smaller, i), counter(a, i) < counter(b, i) ? 1U : 0U) << a << ' ' << b;
  });
}

TEST(Nibbles, SubtractButFromFifteen) {
  for_every_pair([](std::uint64_t a, std::uint64_t b, unsigned) {
    if (nibbles::smaller(a, b) != 0) return;
    const std::uint64_t difference = nibbles::difference(a, b);
    for (unsigned i = 0; i < 16; ++i) {
      const std::uint64_t expected =
          counter(a, i) == nibbles::kMost ? nibbles::kMost : counter(a, i) - counter(b, i);
      ASSERT_EQ(counter(difference, i), expected) << a << ' ' << b;
    }
  });
}

TEST(Nibbles, AreRaisedAndLoweredAloneAndNeverFromFifteen) {
  for_every_pair([](std::uint64_t a, std::uint64_t, unsigned i) {
    const std::uint64_t before = counter(a, i), up = nibbles::raised(a, nibbles::one(i));
    ASSERT_EQ(up, before == nibbles::kMost ? a : a + nibbles::one(i));
    if (before == 0) return;
    ASSERT_EQ(nibbles::lowered(a, nibbles::one(i)), before == nibbles::kMost ? a : a - nibbles::one(i));
  });
}

TEST(Nibbles, SayWhichAreNotZeroAndWhichAreSaturated) {
  test::Random random;
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint64_t word = random.next() & random.next();
    for (unsigned i = 0; i < 16; ++i) {
      ASSERT_EQ(counter(nibbles::not_zero(word), i), counter(word, i) != 0 ? 1U : 0U);
      ASSERT_EQ(counter(nibbles::saturated(~word), i), counter(~word, i) == nibbles::kMost ? 1U : 0U);
    }
  }
}

}  // namespace
}  // namespace peel
