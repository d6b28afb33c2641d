#include "sources/tree/tree_comparison.hpp"

#include "sources/tree/temporary_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <unistd.h>

namespace peel::sources::tree {
namespace {

using test::TemporaryTree;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Two trees, and what is said of their difference: "- a", "+ b", "~ c: size content", "> d -> e", "> d -> e
// (3)".
struct Compared {
  TemporaryTree left;
  TemporaryTree right;
  TreeTerms terms = {};
  reconcile::Watch anybody = {};
  ReadingWatch watch{anybody};
  std::vector<std::string> troubles = {};

  std::vector<std::string> changes() {
    auto one = TreeScan::of(left.root(), {});
    auto other = TreeScan::of(right.root(), {});
    EXPECT_TRUE(one && other);
    TreeComparison comparison{*one, *other, terms, 2};
    const auto found = comparison.run(watch);
    EXPECT_TRUE(found);
    std::vector<std::string> said;
    for (const TreeChange& change : found->changes) said.push_back(in_words(change));
    for (const TreeScan* scan : {&*one, &*other}) {
      for (const TreeTrouble& trouble : scan->troubles) troubles.push_back(trouble.sentence);
    }
    EXPECT_EQ(found->complete, troubles.empty());
    return said;
  }

  static std::string in_words(const TreeChange& change) {
    switch (change.kind) {
      case TreeChange::Kind::removed:
        return "- " + change.left->path;
      case TreeChange::Kind::added:
        return "+ " + change.right->path;
      case TreeChange::Kind::moved:
        return "> " + change.left->path + " -> " + change.right->path +
               (change.left->is_folder() ? " (" + std::to_string(change.files) + ")" : "");
      case TreeChange::Kind::changed:
        break;
    }
    std::string text = "~ " + change.left->path + ":";
    for (const ValueColumn& column : value_columns({true, true, true, TreeTerms::Content::read})) {
      if (change.difference.of(column.value)) text += " " + std::string(column.name);
    }
    return text;
  }
};

TEST(TreeComparison, FindsNothingInEqualTrees) {
  Compared trees;
  for (const TemporaryTree* tree : {&trees.left, &trees.right}) {
    tree->file("a/b", "hello");
    tree->link("l", "a");
    tree->fifo("p");
    tree->folder("e");
  }
  trees.right.modified("a/b", {1, 0});  // does not count
  EXPECT_THAT(trees.changes(), IsEmpty());
  EXPECT_EQ(trees.watch.bytes, 10U);
}

TEST(TreeComparison, SaysInWhatEntriesDiffer) {
  Compared trees;
  trees.left.file("bytes", "hello");
  trees.right.file("bytes", "hallo");
  trees.left.file("gone", "this was only there");
  trees.left.file("kind", "");
  trees.right.folder("kind");
  trees.left.link("link", "a");
  trees.right.link("link", "b");
  trees.left.file("mode", "x");
  trees.right.file("mode", "x");
  trees.right.mode("mode", 0700);
  trees.right.file("new", "here");
  trees.left.file("size", "x");
  trees.right.file("size", "xx");
  EXPECT_THAT(trees.changes(), ElementsAre("~ bytes: content", "- gone", "~ kind: kind", "~ link: content",
                                           "~ mode: mode", "~ size: size content", "+ new"));
}

TEST(TreeComparison, ReadsOnlyWhatMayMatter) {
  Compared trees;
  trees.left.file("other size", "12345");
  trees.right.file("other size", "123456");
  trees.left.file("only left", "1234567");
  trees.right.file("only right", "12345678");
  trees.changes();
  EXPECT_EQ(trees.watch.bytes, 0U);
}

TEST(TreeComparison, DoesNotReadHardLinksOfOneFile) {
  Compared trees;
  trees.left.file("a", "hello");
  ASSERT_EQ(::link(trees.left.at("a").c_str(), trees.right.at("a").c_str()), 0);
  EXPECT_THAT(trees.changes(), IsEmpty());
  EXPECT_EQ(trees.watch.bytes, 0U);
}

TEST(TreeComparison, ReadsTheFilesOfHardLinksOnce) {
  Compared trees;
  for (const TemporaryTree* tree : {&trees.left, &trees.right}) {
    tree->file("a", "hello");
    tree->hard_link("b", "a");
    tree->hard_link("c", "a");
  }
  EXPECT_THAT(trees.changes(), IsEmpty());
  EXPECT_EQ(trees.watch.bytes, 10U);
}

TEST(TreeComparison, ComparesEachPathOfAHardLink) {
  Compared trees;
  trees.left.file("a", "hello");
  trees.left.hard_link("b", "a");
  trees.right.file("a", "hello");
  trees.right.file("b", "hallo");
  EXPECT_THAT(trees.changes(), ElementsAre("~ b: content"));
}

TEST(TreeComparison, ReportsAMovedFile) {
  Compared trees;
  trees.left.file("old/a", "some bytes");
  trees.right.file("new/b", "some bytes");
  EXPECT_THAT(trees.changes(), ElementsAre("- old", "> old/a -> new/b", "+ new"));
}

TEST(TreeComparison, ReportsAMovedFolderAsOneMove) {
  Compared trees;
  for (const auto& [tree, folder] : {std::pair(&trees.left, "old"), std::pair(&trees.right, "far/new")}) {
    tree->file(std::string(folder) + "/a", "first");
    tree->file(std::string(folder) + "/sub/b", "second");
    tree->file(std::string(folder) + "/sub/empty", "");
    tree->folder(std::string(folder) + "/bare");
    tree->link(std::string(folder) + "/l", "a");
  }
  EXPECT_THAT(trees.changes(), ElementsAre("> old -> far/new (4)", "+ far"));
}

TEST(TreeComparison, ReportsWhatWasAddedToAMovedFolder) {
  Compared trees;
  trees.left.file("old/a", "first");
  trees.right.file("new/a", "first");
  trees.right.file("new/b", "second");
  EXPECT_THAT(trees.changes(), ElementsAre("> old -> new (1)", "+ new/b"));
}

TEST(TreeComparison, DoesNotCallAFolderMovedOfWhichSomethingIsMissing) {
  Compared trees;
  trees.left.file("old/a", "first");
  trees.left.file("old/b", "second");
  trees.right.file("new/a", "first");
  EXPECT_THAT(trees.changes(), ElementsAre("- old", "> old/a -> new/a", "- old/b", "+ new"));
}

TEST(TreeComparison, PrefersTheSameNameAmongEqualFiles) {
  Compared trees;
  trees.left.file("x/a", "same");
  trees.left.file("x/b", "same");
  trees.left.file("x/more", "");
  trees.right.file("y/1", "same");
  trees.right.file("y/b", "same");
  trees.right.file("y/z", "same");
  EXPECT_THAT(trees.changes(),
              ElementsAre("- x", "> x/a -> y/1", "> x/b -> y/b", "- x/more", "+ y", "+ y/z"));
}

TEST(TreeComparison, MovesEmptyFilesOnlyUnderTheirName) {
  Compared trees;
  trees.left.file("x/a", "");
  trees.left.file("x/same", "");
  trees.right.file("y/b", "");
  trees.right.file("y/same", "");
  EXPECT_THAT(trees.changes(), ElementsAre("- x", "- x/a", "> x/same -> y/same", "+ y", "+ y/b"));
}

TEST(TreeComparison, DoesNotHideAChangeOfModeInAMove) {
  Compared trees;
  trees.left.file("a", "bytes");
  trees.right.file("b", "bytes");
  trees.right.mode("b", 0700);
  EXPECT_THAT(trees.changes(), ElementsAre("- a", "+ b"));
  trees.terms.mode = false;
  EXPECT_THAT(trees.changes(), ElementsAre("> a -> b"));
}

TEST(TreeComparison, GoesBySizeAndTimeWithoutReadingIfAskedTo) {
  Compared trees;
  trees.terms = TreeTerms::quick();
  for (const char* const name : {"same", "touched"}) {
    trees.left.file(name, "12345");
    trees.right.file(name, "54321");
    trees.left.modified(name, {1'000'000, 5'000});
    trees.right.modified(name, {1'000'000, 5'000});
  }
  trees.right.modified("touched", {1'000'000, 6'000});
  EXPECT_THAT(trees.changes(), ElementsAre("~ touched: mtime"));
  EXPECT_EQ(trees.watch.bytes, 0U);
}

TEST(TreeComparison, StopsAtTheDeadline) {
  Compared trees;
  trees.left.file("a", "hello");
  trees.right.file("a", "hallo");
  auto one = TreeScan::of(trees.left.root(), {});
  auto other = TreeScan::of(trees.right.root(), {});
  reconcile::Watch late(reconcile::Watch::Clock::now() - std::chrono::seconds(1));
  ReadingWatch watch(late);
  const auto found = TreeComparison{*one, *other}.run(watch);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), ErrorCode::timed_out);
  EXPECT_EQ(found.error().sentence(), "reading " + trees.left.root() + " takes longer than allowed");
}

TEST(TreeComparison, IsIncompleteWithAFileThatVanished) {
  Compared trees;
  for (const TemporaryTree* tree : {&trees.left, &trees.right}) {
    tree->file("a", "hello");
    tree->file("b", "hello");
  }
  trees.right.file("c", "new");
  auto one = TreeScan::of(trees.left.root(), {});
  auto other = TreeScan::of(trees.right.root(), {});
  ASSERT_EQ(::unlink(trees.right.at("a").c_str()), 0);
  const auto found = TreeComparison{*one, *other}.run(trees.watch);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->complete);
  ASSERT_EQ(found->changes.size(), 1U);
  EXPECT_EQ(found->changes[0].right->path, "c");
  ASSERT_EQ(other->troubles.size(), 1U);
  EXPECT_EQ(other->troubles[0].sentence,
            "cannot read " + trees.right.at("a") + ": No such file or directory");
}

TEST(TreeComparison, IsNotLedOutOfTheTreeByALink) {
  Compared trees;
  TemporaryTree outside;
  outside.file("a", "hello");
  for (const TemporaryTree* tree : {&trees.left, &trees.right}) tree->file("folder/a", "hello");
  auto one = TreeScan::of(trees.left.root(), {});
  auto other = TreeScan::of(trees.right.root(), {});
  std::filesystem::remove_all(trees.right.at("folder"));
  trees.right.link("folder", outside.root());
  const auto found = TreeComparison{*one, *other}.run(trees.watch);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->complete);
}

}  // namespace
}  // namespace peel::sources::tree
