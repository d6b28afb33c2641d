// The hex dumps in docs/formats and docs/protocol.md show real files: a fenced block that opens with
// ```hexdump NAME holds bytes of tests/golden/NAME, from the offset of its first line on.
#include "wire/wire_support.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace peel::test {
namespace {

std::filesystem::path tests_folder() {
  return PEEL_TESTS_DIR;
}

// The bytes of one line: an offset of eight hex digits, up to sixteen bytes, then words for people.
std::string bytes_of_line(const std::string& line, std::size_t offset) {
  std::istringstream words(line.substr(0, 8 + 2 + 16 * 3));
  std::string word, digits;
  words >> word;
  EXPECT_EQ(std::stoul(word, nullptr, 16), offset) << line;
  while (words >> word) digits += word;
  return digits;
}

std::size_t offset_of_line(const std::string& line) {
  return std::stoul(line, nullptr, 16);
}

// Compares every dump of a document, and says how many there are, how long the longest is, and how many bytes
// they show where each begins at the end of the one before.
struct DumpsSeen {
  std::size_t count = 0;
  std::size_t longest = 0;
  std::size_t shown_in_a_row = 0;
};

DumpsSeen compare_dumps(const std::string& document) {
  static const std::string kFence = "```hexdump ";
  std::ifstream in(tests_folder().parent_path() / "docs" / "formats" / document);
  DumpsSeen seen;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(kFence)) continue;
    const std::string file = line.substr(kFence.size());
    std::string digits;
    std::size_t first = 0;
    while (std::getline(in, line) && line != "```") {
      if (digits.empty()) first = offset_of_line(line);
      digits += bytes_of_line(line, first + digits.size() / 2);
    }
    EXPECT_EQ(digits, hex(read_file(tests_folder() / "golden" / file)).substr(2 * first, digits.size()))
        << document;
    ++seen.count;
    seen.longest = std::max(seen.longest, digits.size() / 2);
    if (first == seen.shown_in_a_row) seen.shown_in_a_row += digits.size() / 2;
  }
  return seen;
}

TEST(FormatDocuments, ShowTheHeaderOfAGoldenFileAsItIs) {
  const DumpsSeen seen = compare_dumps("envelope.md");
  EXPECT_EQ(seen.count, 1U);
  EXPECT_EQ(seen.longest, wire::kEnvelopeHeaderBytes);
}

TEST(FormatDocuments, ShowAWholeGoldenTableInEachFormAsItIs) {
  const DumpsSeen seen = compare_dumps("iblt.md");
  EXPECT_EQ(seen.count, 2U);
  EXPECT_EQ(seen.longest, read_file(tests_folder() / "golden" / "iblt-xor.peel").size());
}

TEST(FormatDocuments, ShowAWholeGoldenSketchAsItIs) {
  const DumpsSeen seen = compare_dumps("sketch.md");
  EXPECT_EQ(seen.count, 1U);
  EXPECT_EQ(seen.longest, read_file(tests_folder() / "golden" / "sketch-lines.peel").size());
}

TEST(FormatDocuments, ShowAWholeGoldenCounterAsItIs) {
  const DumpsSeen seen = compare_dumps("counter.md");
  EXPECT_EQ(seen.count, 1U);
  EXPECT_EQ(seen.longest, read_file(tests_folder() / "golden" / "counter-lines.peel").size());
}

TEST(FormatDocuments, ShowAWholeGoldenFilterAsItIs) {
  const DumpsSeen seen = compare_dumps("filter.md");
  EXPECT_EQ(seen.count, 1U);
  EXPECT_EQ(seen.longest, read_file(tests_folder() / "golden" / "filter-classic.peel").size());
}

void expect_whole(const char* document, const char* file) {
  const DumpsSeen seen = compare_dumps(document);
  EXPECT_EQ(seen.count, 1U) << document;
  EXPECT_EQ(seen.longest, read_file(tests_folder() / "golden" / file).size()) << document;
}

TEST(FormatDocuments, ShowWholeGoldenFiltersOfEveryKindAsTheyAre) {
  expect_whole("counting-filter.md", "counting-filter-classic.peel");
  expect_whole("spectral-filter.md", "spectral-filter-selection.peel");
  expect_whole("rotating-filter.md", "rotating-filter-insertions.peel");
}

TEST(FormatDocuments, ShowWholeStructuresThatCountAsTheyAre) {
  expect_whole("heavy-texts.md", "heavy-texts-lines.peel");
  expect_whole("heavy-hitters.md", "heavy-hitters-exact.peel");
  expect_whole("count-min.md", "count-min-plain.peel");
  expect_whole("signed-sketch.md", "signed-sketch-fruits.peel");
  expect_whole("range-sketch.md", "range-sketch-bytes.peel");
}

TEST(FormatDocuments, ShowAWholeRatelessSketchAsItIs) {
  expect_whole("rateless.md", "rateless-lines.peel");
}

TEST(FormatDocuments, ShowWholeSummariesOfATableAsTheyAre) {
  const DumpsSeen seen = compare_dumps("table-summary.md");
  EXPECT_EQ(seen.count, 3U);
  EXPECT_EQ(seen.longest, read_file(tests_folder() / "golden" / "table-summary-multiple.peel").size());
}

TEST(FormatDocuments, ShowAWholeSessionMessageByMessageAsItIs) {
  const DumpsSeen seen = compare_dumps("../protocol.md");
  EXPECT_EQ(seen.count, 10U);
  EXPECT_EQ(seen.shown_in_a_row, read_file(tests_folder() / "golden" / "session" / "three-rows.bin").size());
}

}  // namespace
}  // namespace peel::test
