// As golden_test.cpp, for counting, spectral and rotating filters.
#include "wire/golden_counting_filters.hpp"

#include "peel/wire/counting_filter_codec.hpp"
#include "peel/wire/rotating_filter_codec.hpp"
#include "peel/wire/spectral_filter_codec.hpp"

#include "wire/golden_comparison.hpp"
#include "wire/golden_rotating_filters.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace peel::test {
namespace {

// The same, and what is decoded equals `made`.
template <class Golden, class Filter, class Decode>
void expect_golden_filter(const Golden& golden, const Filter& made, Decode decode) {
  expect_golden(golden, made, decode);
  const auto decoded = decode(golden_bytes(golden.name));
  ASSERT_TRUE(decoded) << decoded.error().sentence();
  EXPECT_EQ(*decoded, made);
}

class GoldenCountingFilters : public testing::TestWithParam<GoldenCountingFilter> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenCountingFilters, testing::ValuesIn(golden_counting_filters()),
                         kGoldenTestName);

TEST_P(GoldenCountingFilters, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden_filter(GetParam(), made_counting(GetParam()), wire::decode_counting_filter);
}

TEST_P(GoldenCountingFilters, AreFilledAgainByTheFilterItself) {
  const CountingBloomFilter golden = made_counting(GetParam());
  auto filter = *CountingBloomFilter::make(golden.shape(), GetParam().family, GetParam().seed);
  for (const auto& [key, times] : GetParam().operations) {
    if (times < 0) {
      filter.erase(as_bytes(key));
    } else {
      filter.insert(as_bytes(key));
    }
  }
  EXPECT_EQ(filter, golden);
}

class GoldenSpectralFilters : public testing::TestWithParam<GoldenCountingFilter> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenSpectralFilters, testing::ValuesIn(golden_spectral_filters()),
                         kGoldenTestName);

TEST_P(GoldenSpectralFilters, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden_filter(GetParam(), made_spectral(GetParam()), wire::decode_spectral_filter);
}

TEST_P(GoldenSpectralFilters, AreFilledAgainByTheFilterItself) {
  const SpectralBloomFilter golden = made_spectral(GetParam());
  auto filter =
      *SpectralBloomFilter::make(golden.shape(), golden.insertion(), GetParam().family, GetParam().seed);
  for (const auto& [key, times] : GetParam().operations) {
    if (times < 0) {
      EXPECT_TRUE(filter.erase(as_bytes(key), CopyCount(static_cast<std::uint64_t>(-times))));
    } else {
      filter.insert(as_bytes(key), CopyCount(static_cast<std::uint64_t>(times)));
    }
  }
  EXPECT_EQ(filter, golden);
}

class GoldenRotatingFilters : public testing::TestWithParam<GoldenRotatingFilter> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenRotatingFilters, testing::ValuesIn(golden_rotating_filters()),
                         kGoldenTestName);

TEST_P(GoldenRotatingFilters, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden_filter(GetParam(), made(GetParam()), wire::decode_rotating_filter);
}

TEST(GoldenCountingFiles, AreAllCovered) {
  if (is_writing()) GTEST_SKIP() << "the files are being written";
  std::set<std::string> expected, found;
  const auto expect = [&](const std::string& name) { expected.insert({name + ".peel", name + ".json"}); };
  for (const auto& golden : golden_counting_filters()) expect(golden.name);
  for (const auto& golden : golden_spectral_filters()) expect(golden.name);
  for (const auto& golden : golden_rotating_filters()) expect(golden.name);
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    const std::string name = entry.path().filename().string();
    if (name.find("-filter-") != std::string::npos) found.insert(name);
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace peel::test
