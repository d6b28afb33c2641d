#include "peel/core/growable_memory.hpp"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <new>
#include <span>
#include <utility>

namespace peel::test {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

bool all_are(std::span<const std::byte> bytes, std::byte expected) {
  return bytes.empty() ||
         (bytes[0] == expected && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}
bool lies_on_a_line(const GrowableMemory& memory) {
  return reinterpret_cast<std::uintptr_t>(memory.data()) % 64 == 0;
}

// From a few bytes to mapped memory, and from there on.
TEST(GrowableMemory, KeepsWhatItHasAndAddsZeros) {
  GrowableMemory memory(100);
  std::uint64_t before = 0;
  for (const std::uint64_t bytes : {std::uint64_t{100}, 3 * kMiB, 5 * kMiB, 5 * kMiB + 1, 9 * kMiB}) {
    memory.grow(bytes);
    ASSERT_EQ(memory.size(), bytes);
    EXPECT_TRUE(lies_on_a_line(memory));
    EXPECT_TRUE(all_are({memory.data(), before}, std::byte{7}));
    EXPECT_TRUE(all_are({memory.data() + before, bytes - before}, std::byte{0}));
    std::memset(memory.data(), 7, bytes);
    before = bytes;
  }
}

#ifdef __linux__
TEST(GrowableMemory, NeverHoldsOldAndNewAtTheSameTimeOnceItIsLarge) {
  GrowableMemory memory(8 * kMiB);
  memory.grow(12 * kMiB);
  EXPECT_EQ(memory.peak(), 12 * kMiB);
}
#endif

TEST(GrowableMemory, IsAsItWasIfThereIsNoMore) {
  for (const std::uint64_t bytes : {std::uint64_t{100}, 8 * kMiB}) {
    GrowableMemory memory(bytes);
    memory.data()[bytes - 1] = std::byte{5};
    EXPECT_THROW(memory.grow(~std::uint64_t{0}), std::bad_alloc);
    EXPECT_THROW(memory.grow(std::uint64_t{1} << 56), std::bad_alloc);
    EXPECT_EQ(memory.size(), bytes);
    EXPECT_EQ(memory.data()[bytes - 1], std::byte{5});
  }
}

TEST(GrowableMemory, CopiesAndMovesLikeAValue) {
  GrowableMemory memory(8 * kMiB);
  memory.data()[kMiB] = std::byte{1};
  GrowableMemory copy = memory;
  memory.data()[kMiB] = std::byte{2};
  EXPECT_EQ(copy.data()[kMiB], std::byte{1});
  const GrowableMemory moved = std::move(memory);
  EXPECT_EQ(moved.data()[kMiB], std::byte{2});
  copy = moved;
  EXPECT_EQ(copy.data()[kMiB], std::byte{2});
}

}  // namespace
}  // namespace peel::test
