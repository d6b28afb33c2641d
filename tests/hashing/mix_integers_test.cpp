#include "hashing/mix_integers.hpp"

#include "support/random.hpp"
#include "support/vector_targets.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel {
namespace {

class EveryVectorTarget : public testing::TestWithParam<std::int64_t> {};
INSTANTIATE_TEST_SUITE_P(MixIntegers, EveryVectorTarget, testing::ValuesIn(test::vector_targets()),
                         [](const auto& target) { return std::string(hwy::TargetName(target.param)); });

TEST_P(EveryVectorTarget, MixesABatchOfAnyLengthLikeEachAlone) {
  const test::OnlyTarget only(GetParam());
  test::Random random;
  const detail::RoundKeys round_keys = {random.next(), random.next(), random.next(), random.next()};
  for (std::size_t length = 0; length <= 67; ++length) {
    const auto keys = random.distinct_keys(length);
    std::vector<KeyHash> hashes(length);
    detail::mix_integers(keys, round_keys, hashes);
    for (std::size_t i = 0; i < length; ++i)
      ASSERT_EQ(hashes[i], detail::mix_integer(keys[i], round_keys)) << length << ' ' << i;
  }
}

}  // namespace
}  // namespace peel
