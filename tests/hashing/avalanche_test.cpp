// Avalanche: flipping one bit of a key or of the seed flips every bit of the hash, and of every word
// derived from it, with probability 1/2.
#include "peel/hashing/key_hasher.hpp"

#include "hashing/deviation.hpp"
#include "support/random.hpp"

#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace peel {
namespace {

using FlipCounts = std::array<std::uint32_t, 64>;  // how often each output bit flipped

void count_flips(std::uint64_t flips, FlipCounts& counts) {
  for (unsigned bit = 0; bit < 64; ++bit) counts[bit] += static_cast<std::uint32_t>(flips >> bit) & 1U;
}

void expect_fair(const FlipCounts& counts, unsigned samples, unsigned input_bit) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    EXPECT_LT(std::fabs(test::fair_coin_deviation(counts[bit], samples)), test::kLimit)
        << "input bit " << input_bit << " flips output bit " << bit << " in " << counts[bit] << " of "
        << samples;
  }
}

// Which 64 bits of a hash are looked at: its two halves, or a derived word.
struct Output {
  std::string name;
  std::function<std::uint64_t(const KeyHash&)> of;
};

Output half(const char* name, std::uint64_t KeyHash::*member) {
  return {name, [member](const KeyHash& hash) { return hash.*member; }};
}

Output derived(unsigned i) {
  return {"Word" + std::to_string(i), [i](const KeyHash& hash) { return hash.word(i); }};
}

void PrintTo(const Output& output, std::ostream* out) {
  *out << output.name;
}

class Avalanche : public ::testing::TestWithParam<Output> {};
INSTANTIATE_TEST_SUITE_P(KeyHasher, Avalanche,
                         ::testing::Values(half("Low", &KeyHash::low), half("High", &KeyHash::high),
                                           derived(0), derived(1), derived(2), derived(3), derived(4),
                                           derived(5), derived(6), derived(7), derived(8)),
                         [](const auto& instance) { return instance.param.name; });

TEST_P(Avalanche, OfAnIntegerReachesEveryBit) {
  constexpr unsigned kSamples = 4096;
  test::Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  for (unsigned input_bit = 0; input_bit < 64; ++input_bit) {
    FlipCounts counts{};
    for (unsigned i = 0; i < kSamples; ++i) {
      const std::uint64_t key = random.next();
      const KeyHash flipped = hasher(key ^ (std::uint64_t{1} << input_bit));
      count_flips(GetParam().of(hasher(key)) ^ GetParam().of(flipped), counts);
    }
    expect_fair(counts, kSamples, input_bit);
  }
}

// A hash of 3 bytes, of 16, and of 24 takes three different ways through XXH3.
TEST_P(Avalanche, OfAByteStringReachesEveryBit) {
  constexpr unsigned kSamples = 1024;
  test::Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  for (const std::size_t width : {3U, 16U, 24U}) {
    Bytes key(width);
    for (unsigned input_bit = 0; input_bit < 8 * width; ++input_bit) {
      FlipCounts counts{};
      for (unsigned i = 0; i < kSamples; ++i) {
        for (std::byte& byte : key) byte = static_cast<std::byte>(random.next() >> 56);
        const std::uint64_t before = GetParam().of(hasher(key));
        key[input_bit / 8] ^= std::byte{1} << (input_bit % 8);
        count_flips(before ^ GetParam().of(hasher(key)), counts);
      }
      expect_fair(counts, kSamples, input_bit);
    }
  }
}

TEST_P(Avalanche, OfTheSeedReachesEveryBitOfAnIntegersHash) {
  constexpr unsigned kSamples = 1024;
  test::Random random;
  for (unsigned input_bit = 0; input_bit < 128; ++input_bit) {
    FlipCounts counts{};
    for (unsigned i = 0; i < kSamples; ++i) {
      const Seed seed = random.seed();
      const std::uint64_t flip = std::uint64_t{1} << (input_bit % 64);
      const Seed flipped =
          input_bit < 64 ? Seed(seed.low ^ flip, seed.high) : Seed(seed.low, seed.high ^ flip);
      const std::uint64_t key = random.next();
      count_flips(GetParam().of(KeyHasher(HashFamily::fast, seed)(key)) ^
                      GetParam().of(KeyHasher(HashFamily::fast, flipped)(key)),
                  counts);
    }
    expect_fair(counts, kSamples, input_bit);
  }
}

// The integer mixer alone lets these two bits cancel: its first multiplication passes them on as one. The low
// and high of such keys agree in some bits for certain; the words derived from them must not show it.
TEST(DerivedWord, ShowsNothingOfTheTwoKeyBitsThatCancelInTheIntegerMixer) {
  constexpr unsigned kSamples = 16'384;
  constexpr std::uint64_t kBits63And31 = std::uint64_t{1} << 63 | std::uint64_t{1} << 31;
  test::Random random;
  const KeyHasher hasher(HashFamily::fast, random.seed());
  for (unsigned word = 0; word <= kCheckWord; ++word) {
    FlipCounts counts{};
    for (unsigned i = 0; i < kSamples; ++i) {
      const std::uint64_t key = random.next();
      count_flips(hasher(key).word(word) ^ hasher(key ^ kBits63And31).word(word), counts);
    }
    expect_fair(counts, kSamples, 63);
  }
}

// One key under seeds that differ in one bit: half of all 128 bits differ, for each of the 128 seed bits.
class SeedBit : public ::testing::TestWithParam<HashFamily> {};
INSTANTIATE_TEST_SUITE_P(KeyHasher, SeedBit, ::testing::Values(HashFamily::fast, HashFamily::siphash),
                         [](const auto& instance) {
                           return std::string(instance.param == HashFamily::fast ? "Fast" : "SipHash");
                         });

TEST_P(SeedBit, GivesByteStringsUnrelatedHashes) {
  constexpr unsigned kKeys = 256;
  test::Random random;
  const Seed seed = random.seed();
  for (unsigned seed_bit = 0; seed_bit < 128; ++seed_bit) {
    const std::uint64_t flip = std::uint64_t{1} << (seed_bit % 64);
    const Seed other = seed_bit < 64 ? Seed(seed.low ^ flip, seed.high) : Seed(seed.low, seed.high ^ flip);
    int flips = 0;
    for (unsigned i = 0; i < kKeys; ++i) {
      const std::string key = "key " + std::to_string(i);
      const KeyHash a = KeyHasher(GetParam(), seed)(as_bytes(key));
      const KeyHash b = KeyHasher(GetParam(), other)(as_bytes(key));
      flips += std::popcount(a.low ^ b.low) + std::popcount(a.high ^ b.high);
    }
    EXPECT_LT(std::fabs(test::fair_coin_deviation(flips, 128.0 * kKeys)), test::kLimit)
        << "seed bit " << seed_bit;
  }
}

}  // namespace
}  // namespace peel
