// Tables against a model, with the ends of blocks wherever they may fall.
#include "sources/model_reader.hpp"
#include "sources/random_text.hpp"
#include "sources/temporary_file.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <sstream>

namespace peel::sources {
namespace {

// The model does not put the stray byte into words.
test::Reading simplified(test::Reading reading) {
  const std::size_t fault = reading.error.find(" after a closing quote");
  if (fault != std::string::npos)
    reading.error = reading.error.substr(0, reading.error.find(':')) + ": stray";
  return reading;
}

// A single line, blank ones not counted, with a CR inside it and nothing in quotes: the model takes it for a
// header.
bool may_be_of_cr_lines(const std::string& text) {
  int lines = 0;
  bool has_return = false;
  const bool has_mark = text.starts_with("\xEF\xBB\xBF");
  std::istringstream each(text.substr(has_mark ? 3 : 0));
  for (std::string line; std::getline(each, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines += line.empty() ? 0 : 1;
    has_return = has_return || line.find('\r') != std::string::npos;
  }
  return lines == 1 && has_return && text.find('"') == std::string::npos;
}

void expect_as_modelled(const std::string& text, std::size_t block_bytes, bool has_header) {
  const test::TemporaryFile file(text, ".csv");
  SourceSpec spec{file.path()};
  spec.header = has_header;
  const test::Reading reading = simplified(test::read_all(spec, {block_bytes}));
  if (reading.error.find("CR alone") != std::string::npos) {
    ASSERT_TRUE(has_header && may_be_of_cr_lines(text)) << ::testing::PrintToString(text);
    return;
  }
  ASSERT_EQ(reading, test::model_of_table(text, ',', has_header))
      << ::testing::PrintToString(text) << " in blocks of " << block_bytes;
}

TEST(TableModel, ReadsAnySoupAlike) {
  test::Random random;
  for (int round = 0; round < test::rounds(5'000) && !::testing::Test::HasFailure(); ++round) {
    expect_as_modelled(test::random_soup(random), 1 + random.below(24), random.below(2) == 0);
  }
}

TEST(TableModel, ReadsTablesAlike) {
  test::Random random;
  for (int round = 0; round < test::rounds(5'000) && !::testing::Test::HasFailure(); ++round) {
    expect_as_modelled(test::random_table(random), 1 + random.below(200), random.below(4) > 0);
  }
}

TEST(TableModel, ReadsTablesAlikeASecondTime) {
  test::Random random;
  for (int round = 0; round < test::rounds(1'000); ++round) {
    const test::TemporaryFile file(test::random_table(random), ".csv");
    const auto source = open_source_with({file.path()}, {1 + random.below(40)});
    if (!source) continue;
    const test::Reading first = test::read_rest(**source);
    ASSERT_TRUE((*source)->rewind());
    ASSERT_EQ(test::read_rest(**source), first);
  }
}

TEST(TableModel, ReadsAFileOfManyBatchesAlike) {
  test::Random random;
  std::string text = "a,b\n";
  for (int row = 0; row < 20'000; ++row) {
    text += std::to_string(random.below(1'000'000)) + (row % 7 == 0 ? ",\"x\"\"y\"\n" : ",z\n");
  }
  expect_as_modelled(text, 1'000, true);
  expect_as_modelled(text, std::size_t{1} << 20, true);
}

}  // namespace
}  // namespace peel::sources
