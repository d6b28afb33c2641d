// The files of tests/golden are the promise that what one peel wrote, every later peel reads and writes
// alike. If one of these tests goes red, the format has changed: that needs a new version and new files, not
// new contents for these. PEEL_WRITE_GOLDEN=1 writes the files; it is for adding some.
#include "peel/wire/counter_codec.hpp"
#include "peel/wire/filter_codec.hpp"
#include "peel/wire/iblt_codec.hpp"
#include "peel/wire/sketch_codec.hpp"

#include "wire/golden_counters.hpp"
#include "wire/golden_filters.hpp"
#include "wire/golden_folder.hpp"
#include "wire/golden_json.hpp"
#include "wire/golden_sketches.hpp"
#include "wire/golden_tables.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace peel::test {
namespace {

class GoldenIblt : public testing::TestWithParam<GoldenTable> {
 protected:
  void SetUp() override {
    if (!is_writing()) return;
    const Iblt table = made(GetParam());
    write_file(file(".peel"), encoded(GetParam()));
    write_file(file(".json"), as_bytes(json_of(GetParam(), table, table.list())));
  }

  std::filesystem::path file(const std::string& extension) const {
    return golden_folder() / (GetParam().name + extension);
  }
};

TEST_P(GoldenIblt, IsMadeAgainByteForByte) {
  EXPECT_EQ(hex(encoded(GetParam())), hex(read_file(file(".peel"))));
}

TEST_P(GoldenIblt, DecodesToTheRecordedParametersAndListing) {
  const auto table = wire::decode_iblt(read_file(file(".peel")));
  ASSERT_TRUE(table) << table.error().sentence();
  EXPECT_EQ(json_of(GetParam(), *table, table->list()), as_text(read_file(file(".json"))));
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenIblt, testing::ValuesIn(golden_tables()), kGoldenTestName);

class GoldenSketches : public testing::TestWithParam<GoldenSketch> {
 protected:
  void SetUp() override {
    if (!is_writing()) return;
    const Sketch sketch = made(GetParam());
    write_file(file(".peel"), *wire::encode(sketch));
    write_file(file(".json"), as_bytes(json_of(GetParam(), sketch)));
  }

  std::filesystem::path file(const std::string& extension) const {
    return golden_folder() / (GetParam().table.name + extension);
  }
};

TEST_P(GoldenSketches, AreMadeAgainByteForByte) {
  EXPECT_EQ(hex(*wire::encode(made(GetParam()))), hex(read_file(file(".peel"))));
}

TEST_P(GoldenSketches, DecodeToTheRecordedParametersAndListing) {
  const auto sketch = wire::decode_sketch(read_file(file(".peel")));
  ASSERT_TRUE(sketch) << sketch.error().sentence();
  EXPECT_EQ(json_of(GetParam(), *sketch), as_text(read_file(file(".json"))));
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenSketches, testing::ValuesIn(golden_sketches()),
                         [](const auto& golden) { return golden_test_name(golden.param.table.name); });

class GoldenCounters : public testing::TestWithParam<GoldenCounter> {
 protected:
  void SetUp() override {
    if (!is_writing()) return;
    const CountedStream stream = made(GetParam());
    write_file(file(".peel"), *wire::encode(stream));
    write_file(file(".json"), as_bytes(json_of(GetParam(), stream)));
  }

  std::filesystem::path file(const std::string& extension) const {
    return golden_folder() / (GetParam().name + extension);
  }
};

TEST_P(GoldenCounters, AreMadeAgainByteForByte) {
  EXPECT_EQ(hex(*wire::encode(made(GetParam()))), hex(read_file(file(".peel"))));
}

TEST_P(GoldenCounters, DecodeToTheRecordedParametersAndListing) {
  const auto stream = wire::decode_counter(read_file(file(".peel")));
  ASSERT_TRUE(stream) << stream.error().sentence();
  EXPECT_EQ(json_of(GetParam(), *stream), as_text(read_file(file(".json"))));
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenCounters, testing::ValuesIn(golden_counters()), kGoldenTestName);

class GoldenFilters : public testing::TestWithParam<GoldenFilter> {
 protected:
  void SetUp() override {
    if (!is_writing()) return;
    const BloomFilter filter = made(GetParam());
    write_file(file(".peel"), *wire::encode(filter));
    write_file(file(".json"), as_bytes(json_of(GetParam(), filter)));
  }

  std::filesystem::path file(const std::string& extension) const {
    return golden_folder() / (GetParam().name + extension);
  }
};

TEST_P(GoldenFilters, AreMadeAgainByteForByte) {
  EXPECT_EQ(hex(*wire::encode(made(GetParam()))), hex(read_file(file(".peel"))));
}

// By whatever instructions this machine has.
TEST_P(GoldenFilters, AreFilledAgainByteForByte) {
  BloomFilter filter = made(GetParam());
  filter = *BloomFilter::make(filter.shape(), GetParam().family, GetParam().seed);
  filter.describe_keys(GetParam().described);
  std::vector<KeyHash> hashes;
  for (const std::string& key : GetParam().keys) hashes.push_back(filter.hasher()(as_bytes(key)));
  filter.insert(hashes);
  EXPECT_EQ(hex(*wire::encode(filter)), hex(read_file(file(".peel"))));
}

TEST_P(GoldenFilters, DecodeToTheRecordedParametersAndAnswers) {
  const auto filter = wire::decode_filter(read_file(file(".peel")));
  ASSERT_TRUE(filter) << filter.error().sentence();
  EXPECT_EQ(json_of(GetParam(), *filter), as_text(read_file(file(".json"))));
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenFilters, testing::ValuesIn(golden_filters()), kGoldenTestName);

TEST(GoldenFiles, AreAllCovered) {
  if (is_writing()) GTEST_SKIP() << "the files are being written";
  std::set<std::string> names;
  for (const GoldenTable& golden : golden_tables()) names.insert(golden.name);
  for (const GoldenSketch& golden : golden_sketches()) names.insert(golden.table.name);
  for (const GoldenCounter& golden : golden_counters()) names.insert(golden.name);
  for (const GoldenFilter& golden : golden_filters()) names.insert(golden.name);
  std::set<std::string> expected, found;
  for (const std::string& name : names) expected.insert({name + ".peel", name + ".json"});
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    const std::string name = entry.path().filename().string();
    const bool is_ours = name.starts_with("iblt-") || name.starts_with("sketch-") ||
                         name.starts_with("counter-") || name.starts_with("filter-");
    if (is_ours) found.insert(name);
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace peel::test
