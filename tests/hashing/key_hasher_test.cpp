// KeyHasher: what its calls promise to each other. That the hashes are good is the matter of
// avalanche_test.cpp and mixer_statistics_test.cpp; that they stay as they are, of golden_hashes_test.cpp.
#include "peel/hashing/key_hasher.hpp"

#include "hashing/unscramble.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace peel {
namespace {

Bytes random_bytes(test::Random& random, std::size_t count) {
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
  return bytes;
}

class EveryFamily : public ::testing::TestWithParam<HashFamily> {};
INSTANTIATE_TEST_SUITE_P(KeyHasher, EveryFamily, ::testing::Values(HashFamily::fast, HashFamily::siphash),
                         [](const auto& instance) {
                           return std::string(instance.param == HashFamily::fast ? "Fast" : "SipHash");
                         });

TEST_P(EveryFamily, RemembersItsFamilyAndSeed) {
  const Seed seed = test::Random{}.seed();
  const KeyHasher hasher(GetParam(), seed);
  EXPECT_EQ(hasher.family(), GetParam());
  EXPECT_EQ(hasher.seed(), seed);
}

TEST_P(EveryFamily, HashesAnIntegerLikeItsEightLittleEndianBytes) {
  test::Random random;
  const KeyHasher hasher(GetParam(), random.seed());
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t key = random.next();
    std::array<std::byte, 8> bytes;
    store_le(bytes.data(), key);
    ASSERT_EQ(hasher(key), hasher(ByteView(bytes))) << key;
  }
}

TEST_P(EveryFamily, HashesABatchOfIntegersLikeEachAlone) {
  test::Random random;
  const KeyHasher hasher(GetParam(), random.seed());
  const auto keys = random.distinct_keys(257);
  std::vector<KeyHash> hashes(keys.size());
  hasher.hash(keys, hashes);
  for (std::size_t i = 0; i < keys.size(); ++i) ASSERT_EQ(hashes[i], hasher(keys[i])) << "key " << i;
}

TEST_P(EveryFamily, HashesPackedKeysOfEveryWidthLikeEachAlone) {
  test::Random random;
  const KeyHasher hasher(GetParam(), random.seed());
  for (std::size_t width = 1; width <= 64; ++width) {
    const Bytes keys = random_bytes(random, 5 * width);
    std::vector<KeyHash> hashes(5);
    hasher.hash_packed(keys, width, hashes);
    for (std::size_t i = 0; i < 5; ++i) {
      ASSERT_EQ(hashes[i], hasher(ByteView(keys).subspan(i * width, width))) << width << " bytes, key " << i;
    }
  }
}

TEST_P(EveryFamily, TakesEmptyBatches) {
  const KeyHasher hasher(GetParam(), kDefaultSeed);
  hasher.hash({}, {});
  hasher.hash_packed({}, 8, {});
  hasher.hash_packed({}, 3, {});
}

TEST_P(EveryFamily, TellsZeroKeysOfDifferentLengthsApart) {
  const KeyHasher hasher(GetParam(), test::Random{}.seed());
  const Bytes zeros(64);
  std::set<std::uint64_t> lows;
  for (std::size_t width = 0; width <= 64; ++width) lows.insert(hasher(ByteView(zeros).first(width)).low);
  EXPECT_EQ(lows.size(), 65U);
}

TEST_P(EveryFamily, HashesAKeyWhereverItLiesInMemory) {
  test::Random random;
  const KeyHasher hasher(GetParam(), random.seed());
  const Bytes key = random_bytes(random, 24);
  Bytes shifted = key;
  shifted.insert(shifted.begin(), std::byte{0});
  EXPECT_EQ(hasher(ByteView(shifted).subspan(1)), hasher(key));
  EXPECT_EQ(hasher(ByteView(shifted).subspan(1, 8)), hasher(ByteView(key).first(8)));
}

TEST(KeyHasher, GivesUnrelatedHashesInItsTwoFamilies) {
  test::Random random;
  const Seed seed = random.seed();
  const KeyHasher fast(HashFamily::fast, seed);
  const KeyHasher siphash(HashFamily::siphash, seed);
  for (std::size_t width = 1; width <= 64; ++width) {
    const Bytes key = random_bytes(random, width);
    EXPECT_NE(fast(key).low, siphash(key).low) << width << " bytes";
    EXPECT_NE(fast(key).high, siphash(key).high) << width << " bytes";
  }
}

// The i-th multiplier of the integer mixer, from the text of docs/formats/hashing.md.
std::uint64_t multiplier(std::uint64_t i) {
  return scramble(kGolden * (33 + i)) | 1;
}

// Runs one half of the mixer backwards.
std::uint64_t key_behind(std::uint64_t half, Seed seed, std::uint64_t lane) {
  std::uint64_t word = detail::undo_xorshift(half, 32) * detail::odd_inverse(multiplier(lane + 1));
  word = detail::undo_xorshift(word, 29) ^ seed.word(lane + 1);
  word *= detail::odd_inverse(multiplier(lane));
  return detail::undo_xorshift(word, 32) ^ seed.word(lane);
}

// What has an inverse never collides, so this holds for all 2^64 integers and not only the sample.
TEST(IntegerMixer, LetsTheKeyBeRecoveredFromEitherHalfOfItsHash) {
  test::Random random;
  const Seed seed = random.seed();
  const KeyHasher hasher(HashFamily::fast, seed);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t key = random.next();
    const KeyHash hash = hasher(key);
    ASSERT_EQ(key_behind(hash.low, seed, 0), key);
    ASSERT_EQ(key_behind(hash.high, seed, 2), key);
  }
}

TEST(IntegerMixer, GivesAHundredThousandConsecutiveKeysDistinctHalves) {
  const KeyHasher hasher(HashFamily::fast, test::Random{}.seed());
  std::vector<std::uint64_t> lows;
  std::vector<std::uint64_t> highs;
  for (std::uint64_t key = 0; key < 100'000; ++key) {
    lows.push_back(hasher(key).low);
    highs.push_back(hasher(key).high);
  }
  for (auto* halves : {&lows, &highs}) {
    std::sort(halves->begin(), halves->end());
    EXPECT_EQ(std::adjacent_find(halves->begin(), halves->end()), halves->end());
  }
}

}  // namespace
}  // namespace peel
