// Folders opened as targets, as a program does it: what is accepted, and a sync from the plan to the proof.
#include "peel/reconcile/target.hpp"
#include "peel/sources/open_target.hpp"

#include "sources/temporary_file.hpp"
#include "sources/tree/said_changes.hpp"
#include "sources/tree/temporary_tree.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources {
namespace {

using test::SaidChanges;
using test::TemporaryTree;
using ::testing::ElementsAre;

TargetRequest sync_of_paths(const std::string& from, const std::string& target) {
  return {.from = *classify(from), .target = *classify(target)};
}

Error error_of_opening(const TargetRequest& request) {
  const auto target = open_target(request);
  return target ? Error(ErrorCode::cancelled, "none") : target.error();
}

Result<reconcile::SyncReport> applied(const TargetRequest& request, SaidChanges& plan) {
  const auto target = open_target(request);
  if (!target) return failure(target.error());
  reconcile::Watch watch;
  return reconcile::sync(**target, {.mode = reconcile::SyncOptions::Mode::apply}, plan, watch);
}

TEST(OpenFolderTarget, MakesOneFolderLikeAnother) {
  const TemporaryTree from;
  const TemporaryTree target;
  from.file("a", "hello");
  from.file("b/c", "new");
  target.file("a", "bye");
  target.file("old", "to go");
  SaidChanges plan;
  const auto report = applied(sync_of_paths(from.root(), target.root()), plan);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->is_applied && report->is_equal());
  EXPECT_THAT(plan.said, ElementsAre("~ a: size mtime content*", "- old", "+ b", "+ b/c"));
  EXPECT_FALSE(std::filesystem::exists(target.at("old")));
  EXPECT_TRUE(std::filesystem::exists(target.at("b/c")));
}

TEST(OpenFolderTarget, MakesAFolderThatIsNotThere) {
  const TemporaryTree from;
  const TemporaryTree beside;
  SaidChanges plan;
  const auto report = applied(sync_of_paths(from.root(), beside.at("made")), plan);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->has_work && report->planned.same()) << "an empty folder has nothing in it";
  EXPECT_TRUE(std::filesystem::is_directory(beside.at("made")));
}

TEST(OpenFolderTarget, LeavesOutWhatIsExcluded) {
  const TemporaryTree from;
  const TemporaryTree target;
  from.file("a.o", "");
  TargetRequest request = sync_of_paths(from.root(), target.root());
  request.folders.exclude = {"*.o"};
  SaidChanges plan;
  EXPECT_TRUE(applied(request, plan)->is_equal());
  EXPECT_FALSE(std::filesystem::exists(target.at("a.o")));
  request.folders.exclude = {"a//b"};
  EXPECT_EQ(error_of_opening(request).code(), ErrorCode::invalid_argument);
}

TEST(OpenFolderTarget, GoesBySizeAndTimeIfAskedTo) {
  const TemporaryTree from;
  const TemporaryTree target;
  for (const TemporaryTree* tree : {&from, &target}) {
    tree->file("a", tree == &from ? "hello" : "hallo");
    tree->modified("a", {5, 0});
  }
  TargetRequest request = sync_of_paths(from.root(), target.root());
  request.folders = FolderReading::quick();
  SaidChanges plan;
  EXPECT_TRUE(applied(request, plan)->planned.same());
  request.folders.mode = false;
  EXPECT_EQ(error_of_opening(request).sentence(),
            "a sync of folders keeps sizes, contents, times and modes; none of them can be left out");
}

TEST(OpenFolderTarget, TakesTwoFolders) {
  const TemporaryTree folder;
  const test::TemporaryFile file("a\n");
  const Error no_source = error_of_opening(sync_of_paths(folder.at("none"), folder.root()));
  EXPECT_EQ(no_source.code(), ErrorCode::io);
  EXPECT_EQ(no_source.sentence(), "cannot read " + folder.at("none") +
                                      ": No such file or directory; accepted is a folder, as " +
                                      folder.root() + " is one");
  EXPECT_EQ(error_of_opening(sync_of_paths(file.path(), folder.root())).sentence(),
            folder.root() + " is a folder and " + file.path() + " is not; accepted are two folders");
  EXPECT_EQ(error_of_opening(sync_of_paths(folder.root(), file.path())).sentence(),
            folder.root() + " is a folder and " + file.path() +
                " is not; accepted are two folders, or a target that is not there");
  EXPECT_EQ(
      error_of_opening({.from = *classify(folder.root()), .target = {.given = "-", .path = "-"}}).code(),
      ErrorCode::incompatible);
}

}  // namespace
}  // namespace peel::sources
