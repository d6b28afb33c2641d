#include "sources/tree/sync/tree_target.hpp"

#include "sources/tree/said_changes.hpp"
#include "sources/tree/temporary_tree.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace peel::sources::tree {
namespace {

using test::SaidChanges;
using test::StageWatch;
using test::TemporaryTree;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Stage = reconcile::Watch::Stage;

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const reconcile::SyncOptions kApplied{.mode = reconcile::SyncOptions::Mode::apply};

// RIGHT shall become like LEFT. Times that nobody asks about are the same everywhere.
struct SyncOfFolders {
  TemporaryTree left;
  TemporaryTree right;
  ExcludeRules excludes = {};
  SaidChanges plan = SaidChanges();
  reconcile::Watch watch = {};

  static void file(const TemporaryTree& tree, std::string_view path, std::string_view contents) {
    tree.file(path, contents);
    tree.modified(path, {1'000'000, 5});
  }
  TreeTarget target(Contents contents = Contents::read) const {
    return TreeTarget({left.root(), right.root(), excludes}, contents);
  }
};

void bind_socket(const TemporaryTree& tree, const char* name) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = tree.at(name);
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::close(socket);
}

TEST(TreeTarget, PlansWhatTurnsRightIntoLeft) {
  SyncOfFolders sync;
  SyncOfFolders::file(sync.left, "a", "hello");
  SyncOfFolders::file(sync.right, "a", "hallo");
  SyncOfFolders::file(sync.left, "b", "new");
  SyncOfFolders::file(sync.right, "c", "to go");
  SyncOfFolders::file(sync.left, "moved", "the same bytes");
  SyncOfFolders::file(sync.right, "d", "the same bytes");
  SyncOfFolders::file(sync.left, "time", "x");
  sync.right.file("time", "x");
  auto target = sync.target();
  const auto report = target.plan(sync.plan, sync.watch);
  ASSERT_TRUE(report);
  EXPECT_THAT(sync.plan.said, ElementsAre("~ a: content*", "- c", "> d -> moved", "~ time: mtime", "+ b"));
  EXPECT_EQ((std::vector{report->removed, report->added, report->changed, report->moved}),
            (std::vector<std::uint64_t>{1, 1, 2, 1}));
  EXPECT_EQ(report->rows_left, 4U) << "what the target has";
  EXPECT_EQ(report->method, reconcile::Method::tree);
  EXPECT_EQ(target.work().counts().all(), 5U);
  EXPECT_EQ(contents_of(sync.right.at("a")), "hallo") << "nothing is written";
}

TEST(TreeTarget, AppliesAndProvesThePlan) {
  SyncOfFolders sync;
  SyncOfFolders::file(sync.left, "d/a", "hello");
  SyncOfFolders::file(sync.right, "d/a", "bye");
  sync.left.link("l", "d/a");
  SyncOfFolders::file(sync.right, "old/c", "to go");
  auto target = sync.target();
  const auto planned = target.plan(sync.plan, sync.watch);
  ASSERT_TRUE(planned && target.has_work(*planned));
  ASSERT_TRUE(target.apply(sync.watch));
  const auto proof = target.prove(sync.watch);
  ASSERT_TRUE(proof);
  EXPECT_TRUE(proof->same());
  EXPECT_TRUE(target.proof()->is_equal());
  EXPECT_EQ(target.proof()->read_back, 1U);
  EXPECT_EQ(target.done().all(), target.work().counts().all());
  EXPECT_EQ(contents_of(sync.right.at("d/a")), "hello");
  EXPECT_FALSE(std::filesystem::exists(sync.right.at("old")));
  EXPECT_THAT(target.troubles(), IsEmpty());
}

TEST(TreeTarget, HasNothingToDoForEqualFolders) {
  SyncOfFolders sync;
  for (const TemporaryTree* tree : {&sync.left, &sync.right}) SyncOfFolders::file(*tree, "a", "hello");
  auto target = sync.target();
  const auto planned = target.plan(sync.plan, sync.watch);
  EXPECT_TRUE(planned->same());
  EXPECT_FALSE(target.has_work(*planned));
}

TEST(TreeTarget, MakesAMissingRight) {
  SyncOfFolders sync;
  SyncOfFolders::file(sync.left, "a", "hello");
  TreeTarget target({sync.left.root(), sync.right.at("made/")});
  ASSERT_TRUE(target.plan(sync.plan, sync.watch));
  EXPECT_TRUE(target.right_was_missing());
  EXPECT_FALSE(std::filesystem::exists(sync.right.at("made")));
  ASSERT_TRUE(target.apply(sync.watch));
  EXPECT_TRUE(target.prove(sync.watch)->same());
  EXPECT_EQ(contents_of(sync.right.at("made/a")), "hello");
}

TEST(TreeTarget, RefusesAFolderInTheOther) {
  SyncOfFolders sync;
  sync.left.folder("inside");
  TreeTarget target({sync.left.root(), sync.left.at("inside")});
  EXPECT_EQ(target.plan(sync.plan, sync.watch).error().code(), ErrorCode::invalid_argument);
  TreeTarget missing({sync.left.root(), sync.left.at("inside/new")});
  EXPECT_EQ(missing.plan(sync.plan, sync.watch).error().code(), ErrorCode::invalid_argument);
}

TEST(TreeTarget, RefusesARightThatCannotBeMade) {
  SyncOfFolders sync;
  TreeTarget target({sync.left.root(), sync.right.at("no/such/folder")});
  EXPECT_EQ(target.plan(sync.plan, sync.watch).error().code(), ErrorCode::io);
}

TEST(TreeTarget, NamesWhatItDoesNotCopyAndDoesTheRest) {
  SyncOfFolders sync;
  bind_socket(sync.left, "s");
  SyncOfFolders::file(sync.left, "a", "hello");
  SyncOfFolders::file(sync.right, "c", "to go");
  auto target = sync.target();
  const auto report = target.plan(sync.plan, sync.watch);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->gap, reconcile::Gap::unreadable);
  ASSERT_EQ(target.troubles().size(), 1U);
  EXPECT_EQ(
      target.troubles()[0].sentence,
      sync.left.at("s") + " is a socket, which is not copied; accepted are files, folders, links and fifos");
  EXPECT_TRUE(target.troubles()[0].ends_if_excluded);
  ASSERT_TRUE(target.apply(sync.watch));
  EXPECT_FALSE(std::filesystem::exists(sync.right.at("c"))) << "such an entry holds nothing back";
  EXPECT_FALSE(target.prove(sync.watch)->same());
  EXPECT_EQ(target.troubles().size(), 1U) << "each is said once";
}

TEST(TreeTarget, RemovesNothingIfSomethingCouldNotBeRead) {
  SyncOfFolders sync;
  for (const TemporaryTree* tree : {&sync.left, &sync.right}) SyncOfFolders::file(*tree, "a", "hello");
  SyncOfFolders::file(sync.left, "new", "comes");
  SyncOfFolders::file(sync.right, "old", "to go");
  StageWatch watch([&](Stage stage) {
    if (stage == Stage::comparing) std::filesystem::remove(sync.left.at("a"));
  });
  auto target = sync.target();
  ASSERT_TRUE(target.plan(sync.plan, watch));
  ASSERT_TRUE(target.apply(sync.watch));
  EXPECT_TRUE(target.has_held_back_removals());
  EXPECT_EQ(contents_of(sync.right.at("new")), "comes");
  EXPECT_EQ(contents_of(sync.right.at("old")), "to go");
}

TEST(TreeTarget, LeavesAloneWhatChangedAfterItWasCompared) {
  SyncOfFolders sync;
  SyncOfFolders::file(sync.left, "a", "hello");
  SyncOfFolders::file(sync.right, "a", "hallo");
  auto target = sync.target();
  ASSERT_TRUE(target.plan(sync.plan, sync.watch));
  sync.right.file("a", "somebody else's");
  ASSERT_TRUE(target.apply(sync.watch));
  EXPECT_EQ(contents_of(sync.right.at("a")), "somebody else's");
  ASSERT_EQ(target.troubles().size(), 1U);
  EXPECT_EQ(target.troubles()[0].sentence,
            sync.right.at("a") + " changed after it was compared; it was left as it is");
  EXPECT_EQ(target.prove(sync.watch)->changes, 1U);
}

TEST(TreeTarget, RemovesLeftoversOfKilledSyncs) {
  SyncOfFolders sync;
  const std::string leftover = ".peel-sync-2147483646-0.tmp";  // no process has that number
  sync.right.file(leftover, "half");
  auto target = sync.target();
  const auto synced = reconcile::sync(target, kApplied, sync.plan, sync.watch);
  ASSERT_TRUE(synced);
  EXPECT_TRUE(synced->planned.same()) << "it is no content";
  EXPECT_TRUE(synced->is_applied && synced->is_equal());
  EXPECT_FALSE(std::filesystem::exists(sync.right.at(leftover)));
  EXPECT_THAT(target.notes(),
              ElementsAre(sync.right.at(leftover) + " was left by a peel that was killed; it was removed"));
}

TEST(TreeTarget, KeepsFoldersWithSomethingExcludedInThem) {
  SyncOfFolders sync;
  sync.excludes = *ExcludeRules::from({"*.o"});
  sync.right.file("d/a.o", "mine");
  auto target = sync.target();
  EXPECT_TRUE(target.plan(sync.plan, sync.watch)->same());
  EXPECT_THAT(target.notes(),
              ElementsAre(sync.right.at("d") + " is kept, since something in it is left out"));
}

TEST(TreeTarget, EndsIfItIsCancelledAndTheNextOneDoesTheRest) {
  SyncOfFolders sync;
  SyncOfFolders::file(sync.left, "a", "hello");
  SyncOfFolders::file(sync.right, "old", "to go");
  auto target = sync.target();
  ASSERT_TRUE(target.plan(sync.plan, sync.watch));
  test::CancelledWatch cancelled;
  const auto applied = target.apply(cancelled);
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().code(), ErrorCode::cancelled);
  EXPECT_EQ(applied.error().sentence(),
            sync.right.root() +
                " was not finished; every file in it is as it was or as it shall be, "
                "and the next sync does the rest");
  EXPECT_EQ(contents_of(sync.right.at("old")), "to go");
  auto next = sync.target();
  ASSERT_TRUE(next.plan(sync.plan, sync.watch));
  ASSERT_TRUE(next.apply(sync.watch));
  EXPECT_TRUE(next.prove(sync.watch)->same());
}

TEST(TreeTarget, EndsAtTheDeadline) {
  SyncOfFolders sync;
  SyncOfFolders::file(sync.left, "a", "hello");
  auto target = sync.target();
  reconcile::Watch late(reconcile::Watch::Clock::now() - std::chrono::seconds(1));
  EXPECT_EQ(target.plan(sync.plan, late).error().code(), ErrorCode::timed_out);
  ASSERT_TRUE(target.plan(sync.plan, sync.watch));
  const auto applied = target.apply(late);
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().code(), ErrorCode::timed_out);
  EXPECT_THAT(applied.error().sentence(), ::testing::HasSubstr(" was not finished in the time allowed; "));
  EXPECT_EQ(target.prove(late).error().code(), ErrorCode::timed_out);
}

TEST(TreeTarget, GoesBySizeAndTimeIfAskedTo) {
  SyncOfFolders sync;
  SyncOfFolders::file(sync.left, "a", "hello");
  SyncOfFolders::file(sync.right, "a", "hallo");
  SyncOfFolders::file(sync.left, "b", "new");
  SyncOfFolders::file(sync.right, "b", "longer");
  auto target = sync.target(Contents::by_size_and_time);
  const auto report = target.plan(sync.plan, sync.watch);
  EXPECT_EQ(report->reason, reconcile::Reason::size_and_time);
  EXPECT_THAT(sync.plan.said, ElementsAre("~ b: size"));
}

TEST(TreeTarget, IsSyncedByTheEngineOfAllTargets) {
  SyncOfFolders sync;
  SyncOfFolders::file(sync.left, "a", "hello");
  SyncOfFolders::file(sync.right, "b", "to go");
  auto limited = sync.target();
  const auto stopped = reconcile::sync(
      limited, {reconcile::SyncOptions::Mode::apply, reconcile::DeleteLimit::rows(0)}, sync.plan, sync.watch);
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->is_exceeded);
  auto target = sync.target();
  const auto done = reconcile::sync(target, kApplied, sync.plan, sync.watch);
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->is_equal());
  EXPECT_EQ(contents_of(sync.right.at("a")), "hello");
}

}  // namespace
}  // namespace peel::sources::tree
