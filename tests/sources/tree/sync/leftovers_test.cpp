#include "sources/tree/sync/leftovers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace peel::sources::tree {
namespace {

TEST(Leftovers, AreKnownByTheirNames) {
  EXPECT_EQ(process_of_temporary(temporary_name(4711, 3)), 4711);
}

TEST(Leftovers, HaveNoOtherNames) {
  for (const char* const name :
       {"", ".peel-sync-.tmp", ".peel-sync-1.tmp", ".peel-sync-1-.tmp", ".peel-sync--1-1.tmp",
        ".peel-sync-1-1.tmp.gz", ".peel-sync-0-1.tmp", "x.peel-sync-1-1.tmp", ".peel-sync-1-1-1.tmp",
        ".peel-sync-99999999999-1.tmp", ".peel-sync-1-99999999999999999999.tmp", ".peel-sync-+1-1.tmp",
        ".peel-sync-01-1.tmp", ".peel-sync-1-01.tmp", ".peel-sync-lab.tmp", ".peel-1-1.tmp"}) {
    EXPECT_EQ(process_of_temporary(name), 0) << name;
  }
}

TEST(Leftovers, OfAProcessThatRunsAreNone) {
  EXPECT_TRUE(is_running(::getppid()));
  EXPECT_FALSE(is_running(0x7FFFFFFE));
}

TEST(Leftovers, AreTakenOutOfAScanWithAllThatIsInThem) {
  TreeScan scan{"right", FileDescriptor::borrowed(-1)};
  scan.entries = {
      {".peel-sync-1-1.tmp", EntryKind::folder}, {".peel-sync-1-1.tmp/in"}, {"a"}, {"b/.peel-sync-2-0.tmp"}};
  const auto taken = take_temporaries(scan);
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].path, ".peel-sync-1-1.tmp");
  EXPECT_EQ(taken[1].path, "b/.peel-sync-2-0.tmp");
  ASSERT_EQ(scan.entries.size(), 1U);
  EXPECT_EQ(scan.entries[0].path, "a");
}

}  // namespace
}  // namespace peel::sources::tree
