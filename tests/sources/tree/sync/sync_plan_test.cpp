#include "sources/tree/sync/sync_plan.hpp"

#include <deque>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::sources::tree {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// What is to be done, said by paths: one with a slash at its end is a folder.
class Planned : public ::testing::Test {
 protected:
  const TreeEntry* entry(std::string path) {
    const bool is_folder = path.ends_with('/');
    if (is_folder) path.pop_back();
    entries_.push_back({path, is_folder ? EntryKind::folder : EntryKind::file, is_folder ? 0U : 10U});
    return &entries_.back();
  }
  void add(const std::string& path) { work_.added.push_back(entry(path)); }
  void remove(const std::string& path) { work_.removed.push_back(entry(path)); }
  void replace(const std::string& there, const std::string& wanted) {
    work_.replaced.push_back({entry(there), entry(wanted)});
  }
  void move(const std::string& from, const std::string& to) {
    work_.moved.push_back({entry(from), entry(to)});
  }
  // The new path has a file already, and the old one gets another.
  void pass_on(const std::string& from, const std::string& to) {
    work_.moved.push_back({entry(from), entry(to), entry(to), true});
  }
  void left_has(const std::string& folder) { left_.entries.push_back(*entry(folder)); }

  std::vector<std::string> steps() {
    std::vector<std::string> said;
    for (const Step& step : plan_steps(work_, left_, leftovers_)) said.push_back(in_words(step));
    return said;
  }

  static std::string in_words(const Step& step) {
    const std::string second = step.second_name ? "#" + std::to_string(*step.second_name) : "";
    switch (step.kind) {
      case StepKind::make_folder:
        return "make " + step.path;
      case StepKind::move_folder:
        return "move " + step.from + "/ to " + step.path;
      case StepKind::save:
        return "save " + step.path + " as " + second;
      case StepKind::move_file:
        return "move " + (step.second_name ? second : step.from) + " to " + step.path;
      case StepKind::write:
        return "write " + step.path;
      case StepKind::prepare:
        return "prepare " + step.path + " as " + second;
      case StepKind::adjust:
        return "adjust " + step.path;
      case StepKind::remove_leftover:
        return "remove leftover " + step.path;
      case StepKind::remove:
        return "remove " + step.path;
      case StepKind::remove_folder:
        return "remove " + step.path + "/";
      case StepKind::place:
        return "place " + second + " at " + step.path;
      case StepKind::settle_folder:
        return "settle " + step.path;
    }
    return "?";
  }

  TreeWork work_;
  std::vector<TreeEntry> leftovers_;

 private:
  std::deque<TreeEntry> entries_;
  TreeScan left_{"left", FileDescriptor::borrowed(-1)};
};

using SyncPlan = Planned;

TEST_F(SyncPlan, HasNoStepsWhereNothingIsToBeDone) {
  EXPECT_THAT(steps(), IsEmpty());
}

TEST_F(SyncPlan, MakesFoldersBeforeWhatIsInThem) {
  add("d/");
  add("d/e/");
  add("d/e/f");
  EXPECT_THAT(steps(), ElementsAre("make d", "make d/e", "write d/e/f"));
}

TEST_F(SyncPlan, RemovesLastAndTheDeepestFirst) {
  remove("d/");
  remove("d/a");
  remove("d/e/");
  add("z");
  EXPECT_THAT(steps(), ElementsAre("write z", "remove d/a", "remove d/e/", "remove d/"));
}

TEST_F(SyncPlan, MovesBeforeItWrites) {
  move("b", "c");
  replace("a", "a");
  EXPECT_THAT(steps(), ElementsAre("move b to c", "write a"));
}

TEST_F(SyncPlan, MovesFoldersIntoFoldersThatAreMadeFirst) {
  add("new/");
  move("old/", "new/inner/");
  move("file", "new/inner/file");
  EXPECT_THAT(steps(), ElementsAre("make new", "move old/ to new/inner", "move file to new/inner/file"));
}

TEST_F(SyncPlan, MovesTheLastOfAChainFirst) {
  pass_on("log.1", "log.2");
  pass_on("log.2", "log.3");
  replace("log.1", "log.1");
  EXPECT_THAT(steps(), ElementsAre("move log.2 to log.3", "move log.1 to log.2", "write log.1"));
}

TEST_F(SyncPlan, GivesOneFileOfACircleASecondName) {
  pass_on("a", "b");
  pass_on("b", "a");
  EXPECT_THAT(steps(), ElementsAre("save a as #0", "move b to a", "move #0 to b"));
}

TEST_F(SyncPlan, BreaksEachCircleOnce) {
  pass_on("a", "b");
  pass_on("b", "c");
  pass_on("c", "a");
  pass_on("x", "y");
  pass_on("y", "x");
  EXPECT_THAT(steps(), ElementsAre("save a as #0", "move c to a", "move b to c", "move #0 to b",
                                   "save x as #1", "move y to x", "move #1 to y"));
}

TEST_F(SyncPlan, FollowsAChainOfAnyLength) {
  constexpr int kFiles = 100'000;
  for (int i = 0; i < kFiles; ++i) pass_on(std::to_string(i), std::to_string(i + 1));
  const auto planned = steps();
  ASSERT_EQ(planned.size(), kFiles);
  EXPECT_EQ(planned.front(), "move 99999 to 100000");
}

TEST_F(SyncPlan, PutsAFolderInThePlaceOfAFileAtOnce) {
  replace("a", "a/");
  add("a/b");
  EXPECT_THAT(steps(), ElementsAre("make a", "write a/b"));
}

TEST_F(SyncPlan, WritesAFileBeforeTheFolderGoesWhosePlaceItGets) {
  replace("a/", "a");
  remove("a/b");
  add("c");
  move("d", "e");
  EXPECT_THAT(steps(),
              ElementsAre("move d to e", "prepare a as #1", "write c", "remove a/b", "place #1 at a"));
}

TEST_F(SyncPlan, RemovesLeftoversOnceAllIsWrittenAndBeforeTheirFoldersGo) {
  leftovers_.push_back(*entry("d/.peel-sync-1-1.tmp"));
  remove("d/");
  add("c");
  EXPECT_THAT(steps(), ElementsAre("write c", "remove leftover d/.peel-sync-1-1.tmp", "remove d/"));
}

TEST_F(SyncPlan, RemovesALeftoverWhereItsFolderWasMoved) {
  leftovers_.push_back(*entry("old/d/.peel-sync-1-1.tmp"));
  move("old/", "new/");
  EXPECT_THAT(steps(), ElementsAre("move old/ to new", "remove leftover new/d/.peel-sync-1-1.tmp"));
}

TEST_F(SyncPlan, CountsEachChangeOnce) {
  add("a");
  add("d/");
  replace("b", "b");
  replace("f/", "f");
  replace("g", "g/");
  pass_on("x", "y");
  pass_on("y", "x");
  move("old/", "new/");
  remove("r");
  remove("s/");
  const TreeScan left{"left", FileDescriptor::borrowed(-1)};
  ChangeCounts done;
  for (const Step& step : plan_steps(work_, left)) done.add(step.counts_as);
  EXPECT_EQ((std::vector{done.changed, done.added, done.moved, done.removed}),
            (std::vector<std::uint64_t>{3, 2, 3, 2}));
  EXPECT_EQ(work_.counts().without(done).all(), 0U);
}

TEST_F(SyncPlan, SettlesFoldersInWhichSomethingHappenedTheDeepestFirst) {
  left_has("d/");
  left_has("d/e/");
  left_has("f/");
  add("d/e/a");
  remove("d/b");
  EXPECT_THAT(steps(), ElementsAre("write d/e/a", "remove d/b", "settle d/e", "settle d"));
}

TEST_F(SyncPlan, CountsBytesOfWhatIsWritten) {
  add("a");
  move("b", "c");
  add("d/");
  const TreeScan left{"left", FileDescriptor::borrowed(-1)};
  EXPECT_EQ(bytes_to_write(plan_steps(work_, left)), 10U);
}

}  // namespace
}  // namespace peel::sources::tree
