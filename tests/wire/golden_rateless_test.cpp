// The rateless sketches of tests/golden: see golden_test.cpp for what they promise.
#include "wire/golden_rateless.hpp"

#include "peel/wire/rateless_codec.hpp"

#include "wire/golden_comparison.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

class GoldenRatelessSketches : public testing::TestWithParam<GoldenRateless> {};

TEST_P(GoldenRatelessSketches, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made(GetParam()), wire::decode_rateless_sketch);
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenRatelessSketches, testing::ValuesIn(golden_rateless_sketches()),
                         kGoldenTestName);

TEST(GoldenRatelessSketches, AreAllCovered) {
  if (is_writing()) GTEST_SKIP() << "the files are being written";
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("rateless-") && name.ends_with(".peel")) ++found;
  }
  EXPECT_EQ(found, golden_rateless_sketches().size());
}

}  // namespace
}  // namespace peel::test
