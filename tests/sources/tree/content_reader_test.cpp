#include "sources/tree/content_reader.hpp"

#include "sources/tree/temporary_tree.hpp"

#include <gtest/gtest.h>

namespace peel::sources::tree {
namespace {

using test::TemporaryTree;

// A tree with one file, and a reader of it.
struct Reading {
  TemporaryTree tree;
  reconcile::Watch anybody = {};
  ReadingWatch watch{anybody};
  ContentReader reader{watch};

  explicit Reading(std::string_view contents) { tree.file("a", contents); }

  Result<ContentDigest> digest() {
    auto scan = TreeScan::of(tree.root(), {});
    TreeOpener opener(scan->root.number());
    return reader.digest({*scan, opener, scan->entries.at(0)});
  }
};

TEST(ContentReader, MakesTheDigestThatXxh128sumPrints) {
  EXPECT_EQ(Reading("").digest()->text(), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(Reading("hello").digest()->text(), "b5e9c1ad071b3e7fc779cfaa5e523818");
}

TEST(ContentReader, ReadsFilesOfSeveralBlocks) {
  const std::string contents(1'000'000, 'x');
  Reading reading(contents);
  const auto whole = reading.digest();
  ASSERT_TRUE(whole);
  EXPECT_EQ(reading.watch.bytes, 1'000'000U);
  EXPECT_NE(*whole, *Reading(contents.substr(1)).digest());
}

TEST(ContentReader, ReadsAgainWhatChangedWhileItWasRead) {
  Reading reading("before");
  int changes = 0;
  reading.reader.after_first_block = [&](const TreeEntry&) {
    if (changes++ == 0) reading.tree.file("a", "afterwards");
  };
  const auto digest = reading.digest();
  ASSERT_TRUE(digest);
  EXPECT_EQ(*digest, *Reading("afterwards").digest());
}

TEST(ContentReader, GivesUpOnAFileThatDoesNotStopChanging) {
  Reading reading("x");
  std::string contents = "x";
  reading.reader.after_first_block = [&](const TreeEntry&) { reading.tree.file("a", contents += "x"); };
  const auto digest = reading.digest();
  ASSERT_FALSE(digest);
  EXPECT_EQ(digest.error().sentence(),
            reading.tree.at("a") +
                " changes while it is read; accepted is a file that stays as it is for that time");
}

TEST(ContentReader, GivesUpOnAFileThatIsCutWhileItIsRead) {
  Reading reading(std::string(1'000'000, 'x'));
  reading.reader.after_first_block = [&](const TreeEntry&) {
    reading.tree.file("a", "x");
    reading.tree.file("a", std::string(1'000'000, 'x'));
    ASSERT_EQ(::truncate(reading.tree.at("a").c_str(), 300'000), 0);
  };
  EXPECT_FALSE(reading.digest());
}

TEST(ContentReader, RefusesWhatIsNoFileAnyMore) {
  Reading reading("x");
  auto scan = TreeScan::of(reading.tree.root(), {});
  TreeOpener opener(scan->root.number());
  std::filesystem::remove(reading.tree.at("a"));
  reading.tree.fifo("a");
  const auto digest = reading.reader.digest({*scan, opener, scan->entries.at(0)});
  ASSERT_FALSE(digest);
  EXPECT_EQ(digest.error().sentence(),
            reading.tree.at("a") + " is no file any more; it was one when the folder was read");
}

TEST(ContentReader, DescribesAnewWhatChangedSinceItWasFound) {
  Reading reading("before");
  auto scan = TreeScan::of(reading.tree.root(), {});
  reading.tree.file("a", "afterwards");
  TreeOpener opener(scan->root.number());
  ASSERT_TRUE(reading.reader.digest({*scan, opener, scan->entries.at(0)}));
  EXPECT_EQ(scan->entries.at(0).size, 10U);
}

}  // namespace
}  // namespace peel::sources::tree
