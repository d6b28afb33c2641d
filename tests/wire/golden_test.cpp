// The files of tests/golden are the promise that what one peel wrote, every later peel reads and writes
// alike. If one of these tests goes red, the format has changed: that needs a new version and new files, not
// new contents for these. PEEL_WRITE_GOLDEN=1 writes the files; it is for adding some.
#include "peel/wire/iblt_codec.hpp"

#include "wire/golden_json.hpp"
#include "wire/golden_tables.hpp"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace peel::test {
namespace {

std::filesystem::path golden_folder() {
  return std::filesystem::path(PEEL_TESTS_DIR) / "golden";
}

bool is_writing() {
  return std::getenv("PEEL_WRITE_GOLDEN") != nullptr;
}

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

INSTANTIATE_TEST_SUITE_P(Files, GoldenIblt, testing::ValuesIn(golden_tables()), [](const auto& golden) {
  std::string name = golden.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(GoldenFiles, AreAllCoveredByATable) {
  if (is_writing()) GTEST_SKIP() << "the files are being written";
  std::set<std::string> expected;
  for (const GoldenTable& golden : golden_tables()) {
    expected.insert(golden.name + ".peel");
    expected.insert(golden.name + ".json");
  }
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("iblt-")) found.insert(name);
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace peel::test
