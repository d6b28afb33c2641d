// A file of rows written anew: what stays is copied whatever the blocks in which it is read, and a row that
// is not where it was compared stops everything.
#include "sources/text/row_rewriter.hpp"

#include "sources/open_source.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace peel::sources {
namespace {

namespace fs = std::filesystem;
using reconcile::Change;

// A change of rows of one column, as a diff of two tables without a key finds it.
struct Edit {
  Change::Kind kind;
  std::string cell;
  std::uint64_t line;
  std::uint64_t count = 1;
};

struct RewritingSetup {
  std::size_t block_bytes = std::size_t{1} << 20;
  std::uint64_t memory_bytes = std::uint64_t{1} << 20;
  std::optional<reconcile::Watch::Clock::time_point> deadline = {};
};

class RowRewriting : public testing::Test {
 protected:
  RowRewriting() {
    std::string name = (fs::temp_directory_path() / "peel-rewriting-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    folder_ = name;
  }
  ~RowRewriting() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Applies the edits to a table of this text, without header.
  Result<std::string> rewritten(const std::string& text, const std::vector<Edit>& edits,
                                RewritingSetup limits) {
    std::ofstream(path("in"), std::ios::binary) << text;
    const SourceSpec spec{.path = path("in"), .kind = SourceKind::csv, .header = false};
    auto source = open_source_with(spec, {.block_bytes = limits.block_bytes});
    if (!source) return failure(source.error());
    const auto terms = reconcile::find_terms(reconcile::Party::of(**source), {});
    const auto maker = RecordMaker::for_file(**source, (*source)->schema().columns, *terms);
    auto reader = reconcile::RowReader::of(**source, *terms, reconcile::Side::left);
    auto file = OutputFile::create(path("out"));
    if (!reader || !maker || !file) std::abort();
    RecordOutput output(*file, maker->delimiter());
    const reconcile::Watch watch(limits.deadline);
    RowRewriter rewriter(*reader, *maker, output, {limits.memory_bytes, Seed(1)}, watch);
    rows::RowEncoder encoder({{0}, 1});
    for (const Edit& edit : edits) {
      const std::vector<std::string_view> fields{edit.cell};
      const auto row = encoder.encode({fields});
      Change change{.kind = edit.kind, .count = edit.count};
      (edit.kind == Change::Kind::added ? change.right : change.left) =
          reconcile::KnownRow::whole(row, edit.line);
      if (auto taken = rewriter.take(change); !taken) return failure(taken.error());
    }
    if (auto finished = rewriter.finish(); !finished) return failure(finished.error());
    if (auto committed = file->commit(); !committed) return failure(committed.error());
    std::ifstream in(path("out"), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }

  std::string sentence(const std::string& text, const std::vector<Edit>& edits, RewritingSetup limits = {}) {
    const auto result = rewritten(text, edits, limits);
    return result ? "none" : result.error().sentence();
  }

  fs::path folder_;
};

constexpr auto kRemoved = Change::Kind::removed;
constexpr auto kAdded = Change::Kind::added;

TEST_F(RowRewriting, IsTheSameForBlocksOfAnySize) {
  const std::string text = "a\r\n\"b\r\n\r\nb\"\r\n\r\n\"c\"\"c\"\r\na\r\n" + std::string(100, 'd') + "\r\ne";
  const std::string expected =
      "\"b\r\n\r\nb\"\r\n\r\n\"c\"\"c\"\r\n" + std::string(100, 'd') + "\r\ne\r\nf\r\nf\r\n";
  for (std::size_t block_bytes = 1; block_bytes < 64; ++block_bytes) {
    const auto result =
        rewritten(text, {{kRemoved, "a", 1, 2}, {kAdded, "f", 1, 2}}, {.block_bytes = block_bytes});
    ASSERT_TRUE(result) << result.error().sentence();
    EXPECT_EQ(*result, expected) << block_bytes;
  }
}

TEST_F(RowRewriting, StopsAtARowThatIsAnother) {
  EXPECT_EQ(sentence("a\nb\nc\n", {{kRemoved, "x", 2}}),
            path("in") +
                ", line 2: this is not the row that was compared; the file changed meanwhile, and "
                "nothing was written");
}

TEST_F(RowRewriting, StopsIfNoRowBeginsInTheLine) {
  EXPECT_EQ(sentence("a\n\"b\n\"\nc\n", {{kRemoved, "c", 3}}),
            path("in") +
                ", line 3: this is not the row that was compared; the file changed meanwhile, and "
                "nothing was written");
}

TEST_F(RowRewriting, StopsIfTheFileEndsBefore) {
  EXPECT_EQ(sentence("a\n", {{kRemoved, "b", 2}}),
            path("in") +
                ", line 2: this is not the row that was compared; the file changed meanwhile, and "
                "nothing was written");
}

TEST_F(RowRewriting, StopsIfThereAreFewerEqualRowsThanCompared) {
  EXPECT_EQ(sentence("a\nb\na\n", {{kRemoved, "a", 1, 3}}),
            path("in") +
                ", line 4: this is not the row that was compared; the file changed meanwhile, and "
                "nothing was written");
  EXPECT_EQ(sentence("a\nb\na\n", {{kRemoved, "a", 1, 3}, {kAdded, "c", 1}}),
            path("in") +
                ", line 4: this is not the row that was compared; the file changed meanwhile, and "
                "nothing was written");
}

TEST_F(RowRewriting, StopsIfRowsToBeRemovedAgainExceedTheMemory) {
  EXPECT_EQ(
      sentence("a\nb\na\nb\n", {{kRemoved, "a", 1, 2}, {kRemoved, "b", 2, 2}}, {.memory_bytes = 200}),
      "too many rows of " + path("in") +
          " are to be removed several times, and to remember them takes more than the 200 bytes of memory "
          "allowed; nothing was written");
}

TEST_F(RowRewriting, StopsAfterTheDeadline) {
  EXPECT_EQ(sentence("a\nb\n" + std::string(100, 'c') + "\n", {{kRemoved, "b", 2}},
                     {.block_bytes = 1, .deadline = reconcile::Watch::Clock::now()}),
            "reading " + path("in") + " takes longer than allowed");
}

TEST_F(RowRewriting, NeedsNoMemoryForRowsThatWereRemovedAsOftenAsTheyShould) {
  const auto result =
      rewritten("a\na\nb\nb\nc\n", {{kRemoved, "a", 1, 2}, {kRemoved, "b", 3, 2}}, {.memory_bytes = 200});
  ASSERT_TRUE(result) << result.error().sentence();
  EXPECT_EQ(*result, "c\n");
}

}  // namespace
}  // namespace peel::sources
