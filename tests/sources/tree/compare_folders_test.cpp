#include "peel/sources/compare_folders.hpp"

#include "sources/tree/entry_rows.hpp"
#include "sources/tree/said_changes.hpp"
#include "sources/tree/temporary_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace peel::sources::tree {
namespace {

using test::SaidChanges;
using test::StageWatch;
using test::TemporaryTree;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Stage = reconcile::Watch::Stage;

// Two folders that are compared, and what came of it.
struct ComparedFolders {
  TemporaryTree left;
  TemporaryTree right;
  FolderReading reading = {};
  SaidChanges changes;

  Result<FolderReport> run(reconcile::Watch& watch) {
    changes = SaidChanges(terms_of_folders(reading));
    return compare_folders(left.root(), right.root(), reading, changes, watch);
  }
  FolderReport run() {
    reconcile::Watch watch;
    auto compared = run(watch);
    EXPECT_TRUE(compared);
    return std::move(*compared);
  }
};

TEST(CompareFolders, HandsOnRemovedChangedMovedAndThenAddedEntries) {
  ComparedFolders folders;
  folders.left.file("a", "was here");
  folders.left.file("b", "one");
  folders.left.file("c/1", "some");
  folders.left.file("c/2", "more");
  folders.right.file("b", "three");
  folders.right.file("d/1", "some");
  folders.right.file("d/2", "more");
  folders.right.file("aa", "new here, and longer");
  const FolderReport compared = folders.run();
  EXPECT_THAT(folders.changes.said, ElementsAre("- a", "~ b: size content*", "> c -> d (2)", "+ aa"));
  EXPECT_THAT(folders.changes.orders, ElementsAre(0U, 1U, 2U, 0U)) << "as many entries as come before";
  const reconcile::Report& report = compared.report;
  EXPECT_EQ((std::vector{report.changes, report.removed, report.changed, report.moved, report.added}),
            (std::vector<std::uint64_t>{4, 1, 1, 2, 1}));
  EXPECT_EQ(report.rows_left, 5U);
  EXPECT_EQ(report.rows_right, 5U);
  EXPECT_EQ(report.method, reconcile::Method::tree);
  EXPECT_EQ(report.reason, reconcile::Reason::contents_read);
  EXPECT_EQ(report.bytes_read, 16U + 16U) << "four files, once for their digests and once to compare them";
  EXPECT_TRUE(report.complete());
}

TEST(CompareFolders, SaysThatContentsDifferThoughNoCellShowsIt) {
  ComparedFolders folders;
  folders.left.file("a", "hello");
  folders.right.file("a", "hallo");
  folders.right.mode("a", 0700);
  folders.run();
  EXPECT_THAT(folders.changes.said, ElementsAre("~ a: mode content*"));
}

TEST(CompareFolders, HandsOnRowsWithThePathAsTheirKey) {
  const TreeEntry entry{.path = "d/a", .size = 5, .mode = 0644};
  const TreeTerms terms;
  EntryRows rows(terms);
  const rows::CanonicalRow row = rows.of(entry);
  const auto cells = rows::cells_of(row.bytes);
  ASSERT_EQ(cells->size(), tree_terms_as_rows(terms).columns.names.size());
  std::string text;
  for (const rows::Cell& cell : *cells) text += rows::text_of(cell) + ",";
  EXPECT_EQ(text, "d/a,file,5,rw-r--r--,,");
  EXPECT_EQ(rows::cells_of(row.key())->front().payload, "d/a");
  EXPECT_EQ(as_text(rows.key_of("d/a").bytes), as_text(rows.of(entry).key()));
}

TEST(CompareFolders, GoesBySizeAndTimeIfAskedTo) {
  ComparedFolders folders;
  folders.reading = FolderReading::quick();
  folders.left.file("a", "hello");
  folders.right.file("a", "hallo");
  folders.left.modified("a", {1, 0});
  folders.right.modified("a", {2, 0});
  EXPECT_EQ(folders.run().report.reason, reconcile::Reason::size_and_time);
  EXPECT_THAT(folders.changes.said, ElementsAre("~ a: mtime"));
}

TEST(CompareFolders, GoesByPathsAloneIfNothingElseCounts) {
  ComparedFolders folders;
  folders.reading = {false, false, false, FolderReading::Content::ignored};
  folders.left.file("a", "hello");
  folders.right.file("a", "bye");
  const FolderReport compared = folders.run();
  EXPECT_EQ(compared.report.reason, reconcile::Reason::paths_alone);
  EXPECT_TRUE(compared.report.same());
}

TEST(CompareFolders, LeavesOutWhatIsExcluded) {
  ComparedFolders folders;
  folders.reading.exclude = {"*.o"};
  folders.left.file("a.o", "");
  folders.run();
  EXPECT_THAT(folders.changes.said, IsEmpty());
}

TEST(CompareFolders, HasAGapWhereAFileCannotBeRead) {
  ComparedFolders folders;
  for (const TemporaryTree* tree : {&folders.left, &folders.right}) tree->file("a", "hello");
  folders.right.file("new", "");
  StageWatch watch([&](Stage stage) {
    if (stage == Stage::reading) std::filesystem::remove(folders.right.at("a"));
  });
  const auto compared = folders.run(watch);
  ASSERT_TRUE(compared);
  EXPECT_EQ(compared->report.gap, reconcile::Gap::unreadable);
  ASSERT_EQ(compared->troubles.size(), 1U);
  EXPECT_EQ(compared->troubles[0], "cannot read " + folders.right.at("a") + ": No such file or directory");
  EXPECT_THAT(folders.changes.said, ElementsAre("+ new")) << "what is certain";
}

TEST(CompareFolders, ShowsWhatItDoes) {
  ComparedFolders folders;
  StageWatch watch;
  ASSERT_TRUE(folders.run(watch));
  EXPECT_THAT(watch.stages, ElementsAre(Stage::finding_files, Stage::reading));
}

TEST(CompareFolders, EndsAtTheDeadline) {
  ComparedFolders folders;
  reconcile::Watch late(reconcile::Watch::Clock::now() - std::chrono::seconds(1));
  const auto compared = folders.run(late);
  ASSERT_FALSE(compared);
  EXPECT_EQ(compared.error().code(), ErrorCode::timed_out);
  EXPECT_EQ(compared.error().sentence(), "reading " + folders.left.root() + " takes longer than allowed");
}

TEST(CompareFolders, EndsIfItIsCancelledWhileItFindsFiles) {
  ComparedFolders folders;
  test::CancelledWatch watch;
  EXPECT_EQ(folders.run(watch).error().code(), ErrorCode::cancelled);
}

TEST(CompareFolders, EndsIfItIsCancelledWhileItReads) {
  ComparedFolders folders;
  for (const TemporaryTree* tree : {&folders.left, &folders.right}) tree->file("a", "hello");
  StageWatch* told = nullptr;
  StageWatch watch([&told](Stage stage) { told->cancelled = stage == Stage::reading; });
  told = &watch;
  const auto compared = folders.run(watch);
  ASSERT_FALSE(compared);
  EXPECT_EQ(compared.error().code(), ErrorCode::cancelled);
  EXPECT_THAT(folders.changes.said, IsEmpty());
}

TEST(CompareFolders, FailsWithoutAFolder) {
  ComparedFolders folders;
  folders.left.file("a", "");
  SaidChanges changes(terms_of_folders({}));
  reconcile::Watch watch;
  EXPECT_EQ(compare_folders(folders.left.at("a"), folders.right.root(), {}, changes, watch).error().code(),
            ErrorCode::io);
}

TEST(CompareFolders, FailsForAPatternThatIsNone) {
  ComparedFolders folders;
  folders.reading.exclude = {"a//b"};
  reconcile::Watch watch;
  const auto compared = folders.run(watch);
  ASSERT_FALSE(compared);
  EXPECT_EQ(compared.error().code(), ErrorCode::invalid_argument);
}

TEST(CompareFolders, TellsTheColumnsOfItsRows) {
  EXPECT_THAT(terms_of_folders({}).columns.names, ElementsAre("path", "kind", "size", "mode", "content"));
  EXPECT_THAT(terms_of_folders(FolderReading::quick()).columns.names,
              ElementsAre("path", "kind", "size", "mode", "mtime", "target"));
}

}  // namespace
}  // namespace peel::sources::tree
