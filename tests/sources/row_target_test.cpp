// A file made equal to a source: what is planned, what is written, and what stops it.
#include "sources/row_target.hpp"

#include "sources/recorded_tables.hpp"
#include "sources/temporary_file.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <thread>

namespace peel::sources {
namespace {

using reconcile::SyncOptions;
using test::RecordedTables;
using test::TemporaryFile;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const SyncOptions kApply{.mode = SyncOptions::Mode::apply};

std::string text_in(const TemporaryFile& file) {
  std::ifstream in(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TargetRequest sync_of(const TemporaryFile& from, const TemporaryFile& target,
                      reconcile::TermsRequest terms = {}) {
  return {.from = *classify(from.path()), .target = *classify(target.path()), .terms = std::move(terms)};
}

// The sentence of a failure to open.
std::string refusal_of(const TargetRequest& request) {
  const auto target = RowTarget::open(request);
  return target ? "none" : target.error().sentence();
}

TEST(RowTarget, IsChangedInPlaceAndAddedToAtItsEnd) {
  const TemporaryFile from("id,v\n1,a\n2,B\n4,d\n", ".csv");
  const TemporaryFile file("id,v\n3,\"c\"\n2,b\n1,\"a\"\n", ".csv");
  auto target = RowTarget::open(sync_of(from, file, {.key = {"id"}}));
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApply, shown, watch);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->is_applied && report->is_equal());
  EXPECT_THAT(shown.changes, ElementsAre("- 3,c", "~ 2,b -> 2,B", "+ 4,d"));
  EXPECT_EQ(text_in(file), "id,v\n2,B\n1,\"a\"\n4,d\n");
}

TEST(RowTarget, ReportsItsOwnRowsOnTheLeft) {
  const TemporaryFile from("a\nb\nc\n");
  const TemporaryFile file("a\n");
  auto target = RowTarget::open(sync_of(from, file));
  RecordedTables shown;
  reconcile::Watch watch;
  const auto planned = target->plan(shown, watch);
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->rows_left, 1U);
  EXPECT_EQ(planned->rows_right, 3U);
  EXPECT_EQ(planned->added, 2U);
  EXPECT_EQ(planned->removed, 0U);
}

TEST(RowTarget, IsNotWrittenByAPlan) {
  const TemporaryFile from("b\n");
  const TemporaryFile file("a\n");
  auto target = RowTarget::open(sync_of(from, file));
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, {}, shown, watch);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->is_applied || report->is_equal());
  EXPECT_EQ(text_in(file), "a\n");
}

TEST(RowTarget, StaysAsItIsWhereMoreWouldBeRemovedThanAllowed) {
  const TemporaryFile from("a\n");
  const TemporaryFile file("a\nb\nc\n");
  auto target = RowTarget::open(sync_of(from, file));
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(
      *target, {.mode = SyncOptions::Mode::apply, .most_removed = reconcile::DeleteLimit::percent(50)}, shown,
      watch);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->is_exceeded);
  EXPECT_EQ(text_in(file), "a\nb\nc\n");
}

TEST(RowTarget, ThatChangedAfterThePlanIsLeftAsItIs) {
  const TemporaryFile from("a\nb\n");
  const TemporaryFile file("a\nc\n");
  auto target = RowTarget::open(sync_of(from, file));
  RecordedTables shown;
  reconcile::Watch watch;
  ASSERT_TRUE(target->plan(shown, watch));
  file.append("d\n");
  const auto applied = target->apply(watch);
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().code(), ErrorCode::io);
  EXPECT_EQ(text_in(file), "a\nc\nd\n");
}

TEST(RowTarget, ThatWasReplacedAfterThePlanIsLeftAsItIs) {
  const TemporaryFile from("a\nb\n");
  const TemporaryFile file("a\nc\n");
  auto target = RowTarget::open(sync_of(from, file));
  RecordedTables shown;
  reconcile::Watch watch;
  ASSERT_TRUE(target->plan(shown, watch));
  const std::string other = file.path() + ".other";
  std::ofstream(other) << "x\n";
  ASSERT_EQ(std::rename(other.c_str(), file.path().c_str()), 0);
  const auto applied = target->apply(watch);
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().sentence(), file.path() + " changed after it was compared; nothing was written");
  EXPECT_EQ(text_in(file), "x\n");
}

TEST(RowTarget, WithoutHeaderGetsTheColumns) {
  const TemporaryFile from("id,\"a b \"\n1,x\n", ".csv");
  const TemporaryFile file("\xEF\xBB\xBF\n\n", ".csv");
  auto target = RowTarget::open(sync_of(from, file));
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApply, shown, watch);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(text_in(file), "\xEF\xBB\xBFid,\"a b \"\n1,x\n");
}

TEST(RowTarget, WithoutHeaderCallsNoColumnOtherwise) {
  const TemporaryFile from("id\n1\n", ".csv");
  const TemporaryFile file("", ".csv");
  EXPECT_EQ(
      refusal_of(sync_of(from, file, {.map = {{"id", "number"}}})),
      file.path() + " is empty and gets the columns of " + from.path() + ", so it calls none otherwise");
}

TEST(RowTarget, LosesAndGetsEqualRowsByTheirNumber) {
  const TemporaryFile from("a\nb\nb\nb\n");
  const TemporaryFile file("a\nb\na\na\n");
  auto target = RowTarget::open(sync_of(from, file));
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApply, shown, watch);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->is_equal());
  EXPECT_THAT(shown.changes, ElementsAre("- a x2", "+ b x2"));
  EXPECT_EQ(report->planned.removed, 2U);
  EXPECT_EQ(text_in(file), "b\na\nb\nb\n");
}

TEST(RowTarget, KeepsAPlanThatDoesNotFitIntoMemory) {
  std::string wanted;
  std::string there;
  for (int i = 0; i < 30'000; ++i) {
    wanted += "new row " + std::to_string(i) + "\n";
    there += "old row " + std::to_string(i) + "\n";
  }
  const TemporaryFile from(wanted);
  const TemporaryFile file(there);
  TargetRequest request = sync_of(from, file);
  request.memory_bytes = std::uint64_t{1} << 20;
  auto target = RowTarget::open(request);
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApply, shown, watch);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->is_equal());
  EXPECT_GT(report->planned.spilled_bytes, 0U);
  EXPECT_EQ(report->planned.changes, 60'000U);
  EXPECT_EQ(text_in(file), wanted);
}

TEST(RowTarget, KeepsColumnsThatAreNotCompared) {
  const TemporaryFile from("id,v\n1,b\n2,c\n", ".csv");
  const TemporaryFile file("note,key,v\nmine,1,a\n", ".csv");
  auto target =
      RowTarget::open(sync_of(from, file, {.key = {"id"}, .columns = {"v"}, .map = {{"id", "key"}}}));
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApply, shown, watch);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(text_in(file), "note,key,v\nmine,1,b\n,2,c\n");
}

TEST(RowTarget, IsMadeEqualToWhatComesThroughAPipe) {
  const TemporaryFile file("a\n", ".txt");
  const std::string pipe = file.path() + ".pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&pipe] { std::ofstream(pipe) << "a\nb\n"; });
  auto target = RowTarget::open({.from = *classify(pipe), .target = *classify(file.path())});
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApply, shown, watch);
  writer.join();
  std::remove(pipe.c_str());
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(text_in(file), "a\nb\n");
}

TEST(RowTarget, SaysThatItWasWrittenWhereTheProofFails) {
  const TemporaryFile from("b\n");
  const TemporaryFile file("a\n");
  auto target = RowTarget::open(sync_of(from, file));
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApply, shown, watch, [&](const reconcile::Report&) {
    std::remove(from.path().c_str());
    return Result<void>();
  });
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().sentence(),
              HasSubstr(file.path() + " was written, but comparing it again failed"));
  EXPECT_EQ(text_in(file), "b\n");
}

TEST(RowTarget, OfJsonLinesTakesWholeLines) {
  const TemporaryFile from("{\"id\": 1, \"v\": 2}\n", ".jsonl");
  const TemporaryFile file("{\"v\":1,\"id\":1}\n", ".jsonl");
  EXPECT_EQ(refusal_of(sync_of(from, file, {.ignore = {"v"}})),
            file.path() +
                " is JSON Lines, which are written as whole lines; no columns can be chosen, ignored, "
                "renamed or given a tolerance");
  auto target = RowTarget::open(sync_of(from, file, {.key = {"id"}}));
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  ASSERT_TRUE(reconcile::sync(*target, kApply, shown, watch));
  EXPECT_EQ(text_in(file), "{\"id\": 1, \"v\": 2}\n");
}

TEST(RowTarget, LetsTheCallerExplainADisagreement) {
  const TemporaryFile from("id,v\n", ".csv");
  const TemporaryFile file("id,w\n", ".csv");
  TargetRequest request = sync_of(from, file);
  request.explain = [](const reconcile::Disagreement& disagreement, const reconcile::Party& left,
                       const reconcile::Party& right) {
    return Error(disagreement.error.code(),
                 std::string(left.name) + " and " + std::string(right.name) + " at " + disagreement.column);
  };
  EXPECT_EQ(refusal_of(request), from.path() + " and " + file.path() + " at w");
}

TEST(RowTarget, IsAFileThatIsThere) {
  const TemporaryFile from("a\n");
  EXPECT_THAT(refusal_of({.from = *classify(from.path()), .target = *classify(from.path() + ".none")}),
              HasSubstr("No such file or directory; a target must be there already"));
  EXPECT_EQ(
      refusal_of({.from = *classify(from.path()), .target = {.given = "/dev/null", .path = "/dev/null"}}),
      "/dev/null is no ordinary file; accepted as a target is a file that can be replaced");
  EXPECT_EQ(refusal_of({.from = *classify(from.path()), .target = {.given = "-", .path = "-"}}),
            "standard input cannot be written as text; accepted is the name of a file");
}

TEST(OpenTarget, OpensAFile) {
  const TemporaryFile from("a\n");
  const TemporaryFile file("a\n");
  const auto target = open_target(sync_of(from, file));
  ASSERT_TRUE(target);
  EXPECT_EQ((*target)->name(), file.path());
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(**target, kApply, shown, watch);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->is_equal() && !report->is_applied);
  EXPECT_THAT(shown.changes, IsEmpty());
}

TEST(OpenTarget, RefusesAFileThatPeelWrote) {
  const TemporaryFile from("a\n");
  const TemporaryFile sketch("", ".peel");
  const auto target = open_target({.from = *classify(from.path()), .target = *classify(sketch.path())});
  ASSERT_FALSE(target);
  EXPECT_EQ(target.error().code(), ErrorCode::unsupported);
}

}  // namespace
}  // namespace peel::sources
