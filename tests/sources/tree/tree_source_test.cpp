#include "sources/tree/tree_source.hpp"

#include "peel/rows/cell.hpp"

#include "sources/tree/listed_paths.hpp"
#include "sources/tree/temporary_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources::tree {
namespace {

using test::TemporaryTree;
using ::testing::ElementsAre;

std::vector<std::string> rows_of(TreeSource& source) {
  std::vector<std::string> rows;
  RowBatch batch;
  for (;;) {
    EXPECT_TRUE(source.next(batch));
    if (batch.empty()) return rows;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      std::string row;
      for (std::size_t column = 1; column < batch.fields(i).size(); ++column) {
        row += (column > 1 ? "," : "") + rows::text_of({batch.tags(i)[column], batch.fields(i)[column]});
      }
      rows.push_back(row);
    }
  }
}

std::unique_ptr<TreeSource> open(const TemporaryTree& tree, TreeTerms terms = {},
                                 std::size_t name_bytes = 18) {
  static reconcile::Watch anybody;
  auto source = TreeSource::open({.path = tree.root(), .terms = terms, .name_bytes = name_bytes}, anybody);
  EXPECT_TRUE(source);
  return std::move(*source);
}

TEST(TreeSource, HasARowForEachEntry) {
  TemporaryTree tree;
  tree.file("d/a", "hello");
  tree.mode("d", 0755);
  tree.mode("d/a", 0644);
  tree.link("l", "d/a");
  const auto source = open(tree);
  EXPECT_THAT(source->schema().columns, ElementsAre("folder", "name", "kind", "size", "mode", "content"));
  EXPECT_THAT(rows_of(*source),
              ElementsAre("d,folder,,rwxr-xr-x,", "a,file,5,rw-r--r--,b5e9c1ad071b3e7fc779cfaa5e523818",
                          "l,link,,,d/a"));
  EXPECT_EQ(source->size(), 5U);
  EXPECT_EQ(source->bytes_read(), 5U);
}

TEST(TreeSource, IsReadAgainWithoutReadingFilesAgain) {
  TemporaryTree tree;
  tree.file("a", "hello");
  const auto source = open(tree);
  const auto first = rows_of(*source);
  std::filesystem::remove(tree.at("a"));
  ASSERT_TRUE(source->rewind());
  EXPECT_EQ(source->bytes_read(), 0U);
  EXPECT_EQ(rows_of(*source), first);
}

TEST(TreeSource, ReadsTheFileOfHardLinksOnce) {
  TemporaryTree tree;
  tree.file("a", "hello");
  tree.hard_link("b", "a");
  const auto source = open(tree, {false, false, false, TreeTerms::Content::read});
  EXPECT_EQ(rows_of(*source).back(), "b,file,b5e9c1ad071b3e7fc779cfaa5e523818");
  EXPECT_EQ(source->bytes_read(), 5U);
}

TEST(TreeSource, OpensNoFileIfContentsDoNotCount) {
  TemporaryTree tree;
  tree.file("a", "hello");
  tree.modified("a", {0, 5'000});
  const auto source = open(tree, TreeTerms::quick());
  EXPECT_THAT(source->schema().columns,
              ElementsAre("folder", "name", "kind", "size", "mode", "mtime", "target"));
  rows_of(*source);
  EXPECT_EQ(source->size(), 0U);
}

TEST(TreeColumns, AreWhatTheirNamesSay) {
  const auto rules = ExcludeRules::from({"b", "a/"});
  for (const TreeTerms& terms :
       {TreeTerms(), TreeTerms::quick(), TreeTerms{false, false, false, TreeTerms::Content::ignored}}) {
    const auto columns = tree_columns(tree_schema(terms, *rules).columns);
    ASSERT_TRUE(columns);
    EXPECT_EQ(columns->terms, terms);
    EXPECT_EQ(columns->excludes.patterns(), rules->patterns());
  }
}

TEST(TreeColumns, AreRefusedIfPeelDoesNotMakeThem) {
  EXPECT_FALSE(tree_columns({"folder", "name"}));
  EXPECT_FALSE(tree_columns({"folder", "name", "kind", "mode", "size"}));
  EXPECT_FALSE(tree_columns({"folder", "name", "kind", "owner"}));
  EXPECT_FALSE(tree_columns({"folder", "name", "kind", "exclude ["}));
}

TEST(EntryNames, AreKeptWholeOrCutWithADigest) {
  EXPECT_EQ(kept_name("exactly 10", 10), "exactly 10");
  const std::string cut = kept_name("eleven byte", 10);
  EXPECT_EQ(cut.size(), 10U);
  EXPECT_TRUE(is_cut(cut));
  EXPECT_EQ(spoken_name(cut).substr(0, 7), "ele...#");
  EXPECT_NE(cut, kept_name("eleven bytE", 10));
}

TEST(ListedPaths, ComeFromTheTreeThatIsThere) {
  TemporaryTree tree;
  tree.file("a/b/c", "");
  const auto source = open(tree);
  ListedPaths paths;
  paths.know(source->folders());
  const ListedPath path = paths.of({source->folders().at("a/b"), "gone"});
  EXPECT_EQ(path.path, "a/b/gone");
  EXPECT_TRUE(path.is_exact);
}

TEST(ListedPaths, ComeFromFoldersThatAreListedInAnyOrder) {
  const FolderNumber a = number_of(kRootNumber, "a");
  const FolderNumber b = number_of(a, "b");
  const std::vector<ListedName> names = {{b, "c"}, {a, "b"}, {kRootNumber, "a"}};
  ListedPaths paths;
  paths.learn(names);
  EXPECT_EQ(paths.of(names[0]).path, "a/b/c");
}

TEST(ListedPaths, SayIfTheyAreNoMoreThanADescription) {
  const std::string cut = kept_name("a name that is long", 10);
  ListedPaths paths;
  paths.learn(std::vector<ListedName>{{kRootNumber, cut}});
  EXPECT_FALSE(paths.of({kRootNumber, cut}).is_exact);
  EXPECT_FALSE(paths.of({number_of(kRootNumber, cut), "inside"}).is_exact);
  EXPECT_FALSE(paths.of({12345, "x"}).is_exact);
  for (const char* const name : {"", ".", "..", "a/b"}) EXPECT_FALSE(paths.of({kRootNumber, name}).is_exact);
}

TEST(ListedPaths, StayShortWhateverIsListed) {
  std::vector<ListedName> names;
  FolderNumber folder = kRootNumber;
  for (int i = 0; i < 3000; ++i) {
    names.push_back({folder, std::string(18, 'x')});
    folder = number_of(folder, names.back().name);
  }
  ListedPaths paths;
  paths.learn(names);
  EXPECT_LT(paths.of(names.back()).path.size(), 2 * kMostPathBytes);
}

}  // namespace
}  // namespace peel::sources::tree
