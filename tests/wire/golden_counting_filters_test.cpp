// As golden_test.cpp, for counting, spectral and rotating filters.
#include "wire/golden_counting_filters.hpp"

#include "peel/wire/counting_filter_codec.hpp"
#include "peel/wire/rotating_filter_codec.hpp"
#include "peel/wire/spectral_filter_codec.hpp"

#include "wire/golden_folder.hpp"
#include "wire/golden_rotating_filters.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace peel::test {
namespace {

template <class Golden, class Filter>
void write_if_asked(const Golden& golden, const Filter& filter) {
  if (!is_writing()) return;
  write_file(golden_folder() / (golden.name + ".peel"), *wire::encode(filter));
  write_file(golden_folder() / (golden.name + ".json"), as_bytes(json_of(golden, filter)));
}

// The file has the bytes of `made`, which decode to what the JSON beside it records.
template <class Golden, class Filter, class Decode>
void expect_golden(const Golden& golden, const Filter& made, Decode decode) {
  write_if_asked(golden, made);
  const Bytes bytes = read_file(golden_folder() / (golden.name + ".peel"));
  EXPECT_EQ(hex(*wire::encode(made)), hex(bytes));
  const auto decoded = decode(bytes);
  ASSERT_TRUE(decoded) << decoded.error().sentence();
  EXPECT_EQ(*decoded, made);
  EXPECT_EQ(json_of(golden, *decoded), as_text(read_file(golden_folder() / (golden.name + ".json"))));
}

std::string test_name(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}
constexpr auto kName = [](const auto& golden) { return test_name(golden.param.name); };

class GoldenCountingFilters : public testing::TestWithParam<GoldenCountingFilter> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenCountingFilters, testing::ValuesIn(golden_counting_filters()), kName);

TEST_P(GoldenCountingFilters, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made_counting(GetParam()), wire::decode_counting_filter);
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
INSTANTIATE_TEST_SUITE_P(Files, GoldenSpectralFilters, testing::ValuesIn(golden_spectral_filters()), kName);

TEST_P(GoldenSpectralFilters, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made_spectral(GetParam()), wire::decode_spectral_filter);
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
INSTANTIATE_TEST_SUITE_P(Files, GoldenRotatingFilters, testing::ValuesIn(golden_rotating_filters()), kName);

TEST_P(GoldenRotatingFilters, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made(GetParam()), wire::decode_rotating_filter);
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
