// As golden_test.cpp, for summaries of tables.
#include "wire/golden_folder.hpp"
#include "wire/golden_summary_files.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace peel::test {
namespace {

class GoldenSummaryFiles : public testing::TestWithParam<GoldenSummary> {
 protected:
  void SetUp() override {
    if (!is_writing()) return;
    const wire::SavedSummary saved = made(GetParam());
    write_file(file(".peel"), value_of(wire::encode(saved)));
    write_file(file(".json"), as_bytes(json_of(GetParam(), saved)));
  }

  std::filesystem::path file(const std::string& extension) const {
    return golden_folder() / (GetParam().name + extension);
  }
};

TEST_P(GoldenSummaryFiles, AreMadeAgainByteForByte) {
  EXPECT_EQ(hex(value_of(wire::encode(made(GetParam())))), hex(read_file(file(".peel"))));
}

TEST_P(GoldenSummaryFiles, DecodeToTheRecordedParametersAndAnswers) {
  const auto saved = wire::decode_table_summary(read_file(file(".peel")));
  ASSERT_TRUE(saved) << saved.error().sentence();
  EXPECT_EQ(json_of(GetParam(), *saved), as_text(read_file(file(".json"))));
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenSummaryFiles, testing::ValuesIn(golden_summaries()), kGoldenTestName);

TEST(GoldenSummaries, AreAllCovered) {
  if (is_writing()) GTEST_SKIP() << "the files are being written";
  std::set<std::string> expected, found;
  for (const auto& golden : golden_summaries())
    expected.insert({golden.name + ".peel", golden.name + ".json"});
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("table-summary-")) found.insert(name);
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace peel::test
