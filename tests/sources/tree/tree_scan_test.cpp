#include "sources/tree/tree_scan.hpp"

#include "sources/tree/temporary_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace peel::sources::tree {
namespace {

using test::TemporaryTree;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TreeScan scan(const TemporaryTree& tree, std::vector<std::string> excludes = {}) {
  auto scanned = TreeScan::of(tree.root(), *ExcludeRules::from(std::move(excludes)));
  EXPECT_TRUE(scanned);
  return std::move(*scanned);
}

std::vector<std::string> paths(const TreeScan& scan) {
  std::vector<std::string> paths;
  for (const TreeEntry& entry : scan.entries) paths.push_back(entry.path);
  return paths;
}

TEST(TreeScan, FindsEverythingInTheOrderOfPathBytes) {
  TemporaryTree tree;
  tree.file("b/z", "");
  tree.file("a", "");
  tree.file("b-c", "");
  tree.folder("b/empty");
  EXPECT_THAT(paths(scan(tree)), ElementsAre("a", "b", "b-c", "b/empty", "b/z"));
}

TEST(TreeScan, DescribesFiles) {
  TemporaryTree tree;
  tree.file("a", "hello");
  tree.mode("a", 0640);
  tree.modified("a", {1'600'000'000, 123'456'789});
  const TreeScan seen = scan(tree);
  const TreeEntry& entry = seen.entries.at(0);
  EXPECT_EQ(entry.kind, EntryKind::file);
  EXPECT_EQ(entry.size, 5U);
  EXPECT_EQ(mode_text(entry.mode), "rw-r-----");
  EXPECT_EQ(entry.modified, (FileTime{1'600'000'000, 123'456'789}));
  EXPECT_EQ(entry.modified.microseconds(), 1'600'000'000'123'456);
}

TEST(TreeScan, DoesNotFollowLinks) {
  TemporaryTree tree;
  tree.file("folder/a", "x");
  tree.link("link", "folder");
  tree.link("broken", "nowhere");
  tree.link("itself", "..");
  const TreeScan seen = scan(tree);
  EXPECT_THAT(paths(seen), ElementsAre("broken", "folder", "folder/a", "itself", "link"));
  EXPECT_EQ(seen.find("link")->kind, EntryKind::link);
  EXPECT_EQ(seen.find("link")->target, "folder");
  EXPECT_EQ(seen.find("link")->mode, 0U);
  EXPECT_THAT(seen.troubles, IsEmpty());
}

TEST(TreeScan, MayBeginAtALink) {
  TemporaryTree tree;
  tree.file("folder/a", "x");
  tree.link("link", "folder");
  const auto seen = TreeScan::of(tree.at("link"), {});
  ASSERT_TRUE(seen);
  EXPECT_THAT(paths(*seen), ElementsAre("a"));
}

TEST(TreeScan, DescribesWhatIsNeitherFileNorFolderWithoutOpeningIt) {
  TemporaryTree tree;
  tree.fifo("pipe");
  const TreeScan seen = scan(tree);
  EXPECT_EQ(seen.entries.at(0).kind, EntryKind::fifo);
}

TEST(TreeScan, TakesNamesOfAnyBytes) {
  TemporaryTree tree;
  tree.file("\xff\x01\n", "x");
  EXPECT_THAT(paths(scan(tree)), ElementsAre("\xff\x01\n"));
}

TEST(TreeScan, TellsHardLinksByTheirIdentity) {
  TemporaryTree tree;
  tree.file("a", "x");
  tree.hard_link("b", "a");
  tree.file("c", "x");
  const TreeScan seen = scan(tree);
  EXPECT_EQ(seen.find("a")->identity, seen.find("b")->identity);
  EXPECT_EQ(seen.find("a")->links, 2U);
  EXPECT_NE(seen.find("a")->identity, seen.find("c")->identity);
}

TEST(TreeScan, LeavesOutWhatIsExcludedAndAllThatIsInIt) {
  TemporaryTree tree;
  tree.file("build/a", "");
  tree.file("src/build/b", "");
  tree.file("src/a.o", "");
  tree.file("src/a.c", "");
  EXPECT_THAT(paths(scan(tree, {"build/", "*.o"})), ElementsAre("src", "src/a.c"));
}

TEST(TreeScan, RemembersWhereSomethingWasExcluded) {
  TemporaryTree tree;
  tree.file("build/a", "");
  tree.file("src/deep/a.o", "");
  tree.file("src-o/a.c", "");
  const TreeScan seen = scan(tree, {"build/", "*.o"});
  EXPECT_THAT(seen.excluded, ElementsAre("build", "src/deep/a.o"));
  EXPECT_TRUE(seen.excludes("build"));
  EXPECT_FALSE(seen.excludes("src"));
  EXPECT_TRUE(seen.has_excluded_in("src"));
  EXPECT_TRUE(seen.has_excluded_in("src/deep"));
  EXPECT_TRUE(seen.has_excluded_in(""));
  EXPECT_FALSE(seen.has_excluded_in("src-o"));
  EXPECT_FALSE(seen.has_excluded_in("sr"));
}

TEST(TreeScan, GoesDeeperThanTheSystemsLongestPath) {
  TemporaryTree tree;
  const std::string name(200, 'd');
  int here = ::open(tree.root().c_str(), O_RDONLY | O_DIRECTORY);
  for (int depth = 0; depth < 70; ++depth) {
    ASSERT_EQ(::mkdirat(here, name.c_str(), 0700), 0);
    const int next = ::openat(here, name.c_str(), O_RDONLY | O_DIRECTORY);
    ::close(here);
    here = next;
  }
  const int file = ::openat(here, "end", O_CREAT | O_WRONLY, 0600);
  EXPECT_GE(file, 0);
  ::close(file);
  ::close(here);
  const TreeScan seen = scan(tree);
  EXPECT_THAT(seen.troubles, IsEmpty());
  ASSERT_EQ(seen.entries.size(), 71U);
  EXPECT_EQ(seen.entries.back().path.size(), 70U * 201 + 3);
}

TEST(TreeScan, SaysOfAPathThatIsTooLongThatItsFolderIsNotAllKnown) {
  TemporaryTree tree;
  const std::string name(250, 'd');
  int here = ::open(tree.root().c_str(), O_RDONLY | O_DIRECTORY);
  for (int depth = 0; depth < 67; ++depth) {
    ASSERT_EQ(::mkdirat(here, name.c_str(), 0700), 0);
    const int next = ::openat(here, name.c_str(), O_RDONLY | O_DIRECTORY);
    ::close(here);
    here = next;
  }
  ::close(here);
  const TreeScan seen = scan(tree);
  ASSERT_EQ(seen.troubles.size(), 1U);
  EXPECT_EQ(seen.entries.size(), 65U);
  EXPECT_TRUE(HiddenPaths(seen.troubles).may_hold(seen.troubles[0].path + "/x"));
}

TEST(TreeScan, RefusesWhatIsNoFolder) {
  TemporaryTree tree;
  tree.file("a", "");
  const auto refused = TreeScan::of(tree.at("a"), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence(), "cannot read " + tree.at("a") + ": Not a directory");
}

// Root may read everything, so it becomes somebody else for a while.
class WithoutPrivileges {
 public:
  WithoutPrivileges() : is_root_(::geteuid() == 0) {
    if (is_root_ && ::seteuid(65534) != 0) std::abort();
  }
  ~WithoutPrivileges() {
    if (is_root_ && ::seteuid(0) != 0) std::abort();
  }

 private:
  bool is_root_;
};

TEST(TreeScan, NamesFoldersThatItMayNotRead) {
  TemporaryTree tree;
  tree.mode("", 0755);
  tree.file("closed/a", "");
  tree.file("open/a", "");
  tree.mode("closed", 0000);
  {
    const WithoutPrivileges somebody;
    const TreeScan seen = scan(tree);
    EXPECT_THAT(paths(seen), ElementsAre("closed", "open", "open/a"));
    ASSERT_EQ(seen.troubles.size(), 1U);
    EXPECT_EQ(seen.troubles[0].sentence, "cannot read " + tree.at("closed") + ": Permission denied");
    const HiddenPaths hidden(seen.troubles);
    EXPECT_TRUE(hidden.may_hold("closed/a"));
    EXPECT_TRUE(hidden.may_hold("closed/b/c"));
    EXPECT_FALSE(hidden.may_hold("closed"));
    EXPECT_FALSE(hidden.may_hold("open/b"));
  }
  tree.mode("closed", 0700);
}

TEST(ModeText, IsAsLsWritesIt) {
  EXPECT_EQ(mode_text(0), "---------");
  EXPECT_EQ(mode_text(0777), "rwxrwxrwx");
  EXPECT_EQ(mode_text(06755), "rwsr-sr-x");
  EXPECT_EQ(mode_text(07644), "rwSr-Sr-T");
  EXPECT_EQ(mode_text(01777), "rwxrwxrwt");
}

}  // namespace
}  // namespace peel::sources::tree
