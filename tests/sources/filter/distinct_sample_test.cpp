// About how many distinct keys there are.
#include "sources/filter/distinct_sample.hpp"

#include "peel/hashing/key_hasher.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace peel::sources {
namespace {

std::vector<KeyHash> hashes_of(std::uint64_t count, Seed seed) {
  const KeyHasher hasher(HashFamily::fast, seed);
  std::vector<KeyHash> hashes;
  for (std::uint64_t key = 0; key < count; ++key) hashes.push_back(hasher(key));
  return hashes;
}

TEST(DistinctSample, OfNothingIsNothing) {
  EXPECT_EQ(DistinctSample().total(3).most, 0);
}

TEST(DistinctSample, CountsExactlyWhatItHasRoomFor) {
  DistinctSample sample;
  const auto hashes = hashes_of(DistinctSample::kRoom, Seed(1));
  sample.add(hashes);
  sample.add(hashes);
  EXPECT_EQ(sample.total(3).least, DistinctSample::kRoom);
  EXPECT_EQ(sample.total(3).most, DistinctSample::kRoom);
}

TEST(DistinctSample, IsWithinFiveStandardErrorsBeyond) {
  test::Random random;
  constexpr std::uint64_t kKeys = 500'000;
  DistinctSample sample;
  const auto hashes = hashes_of(kKeys, random.seed());
  sample.add(hashes);
  sample.add(std::span(hashes).first(1'000));
  const auto total = sample.total(5);
  EXPECT_LE(total.least, kKeys);
  EXPECT_GE(total.most, kKeys);
  EXPECT_LT(total.most / total.least, 1.07);
}

// Whichever way the keys come, the same hashes are kept.
TEST(DistinctSample, DoesNotDependOnTheOrderOfKeys) {
  const auto hashes = hashes_of(200'000, Seed(2));
  DistinctSample forward, backward;
  forward.add(hashes);
  backward.add(std::vector<KeyHash>(hashes.rbegin(), hashes.rend()));
  EXPECT_EQ(forward.total(3).likely, backward.total(3).likely);
}

}  // namespace
}  // namespace peel::sources
