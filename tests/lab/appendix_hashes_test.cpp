// The appendix' hash functions against values that Python gives for the printed lines.
#include "lab/ding_rauen/appendix_hashes.hpp"

#include <array>
#include <gtest/gtest.h>

namespace peel::lab::ding_rauen {
namespace {

std::array<std::byte, 4> bytes_of(std::uint64_t key) {
  std::array<std::byte, 4> bytes;
  store_le(bytes.data(), key, bytes.size());
  return bytes;
}

TEST(Hash4, IsWhatThePrintedLinesGive) {
  EXPECT_EQ(hash4(1, Hash4::printed), 131'076U);
  EXPECT_EQ(hash4(12'345, Hash4::printed), 1'820'416'257U);
  EXPECT_EQ(hash4(10'000'000, Hash4::printed), 1'474'589'729'646U);
}

TEST(Hash4, IsAnotherWithXor) {
  EXPECT_EQ(hash4(12'345, Hash4::mixed), 3'729'921'758'145U);
  EXPECT_EQ(hash4(10'000'000, Hash4::mixed), 3'021'390'891'963'972U);
}

TEST(HexadecimalDigits, CountInPowersOf32) {
  EXPECT_EQ(read_in_base_32(0x10), 32U);
  EXPECT_EQ(read_in_base_32(0xDEADBEEF), 462'058'535'375U);
}

TEST(AppendixHash, ChoosesTheCellThatPythonsRemainderNames) {
  constexpr std::uint64_t kCells = 2268;
  const AppendixHash hash(CellCount(kCells), Hash4::printed, Seed(1));
  const auto key = bytes_of(9'876'543);
  EXPECT_EQ(reduce(hash.choice(key, 3), kCells), 288U);   // hash3
  EXPECT_EQ(reduce(hash.choice(key, 4), kCells), 623U);   // hash0
  EXPECT_EQ(reduce(hash.choice(key, 5), kCells), 1671U);  // hash1
  EXPECT_EQ(reduce(hash.choice(key, 6), kCells), 1443U);  // hash2
}

TEST(AppendixHash, LeavesHalfOfASubTableOf32TimesSomethingEmpty) {
  constexpr std::uint64_t kCells = 64;
  const AppendixHash hash(CellCount(kCells), Hash4::printed, Seed(1));
  for (std::uint64_t key = 1; key <= 1000; ++key) {
    EXPECT_LT(reduce(hash.choice(bytes_of(key), 0), kCells) % 32, 16U);
  }
}

}  // namespace
}  // namespace peel::lab::ding_rauen
