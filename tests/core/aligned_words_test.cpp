// The memory of filters.
#include "peel/core/aligned_words.hpp"

#include <gtest/gtest.h>
#include <new>
#include <utility>

namespace peel {
namespace {

constexpr std::uint64_t kTebibyteOfWords = std::uint64_t{1} << 37;

TEST(AlignedWords, AreZeroAndAligned) {
  AlignedWords words(1'000);
  for (const std::uint64_t word : words.span()) EXPECT_EQ(word, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(words.data()) % 64, 0U);
}

// For filters that stay in their files.
TEST(AlignedWords, MayBeReservedBeyondAllMemory) {
  try {
    AlignedWords words = AlignedWords::reserved(kTebibyteOfWords);
    words.data()[kTebibyteOfWords - 1] = 7;
    const AlignedWords moved = std::move(words);
    EXPECT_EQ(moved.data()[kTebibyteOfWords - 1], 7U);
    EXPECT_EQ(moved.data()[kTebibyteOfWords / 2], 0U);
  } catch (const std::bad_alloc&) {
    GTEST_SKIP() << "this system promises no more memory than it has";
  }
}

TEST(AlignedWords, AreCopiedFromReservedOnes) {
  AlignedWords words = AlignedWords::reserved(100);
  words.data()[99] = 7;
  const AlignedWords copy = words;
  words.data()[99] = 8;
  EXPECT_EQ(copy.data()[99], 7U);
}

}  // namespace
}  // namespace peel
