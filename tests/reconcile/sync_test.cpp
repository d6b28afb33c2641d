// sync(): when a plan is applied, when it is not, and what proves it. The reports that it is about.
#include "peel/reconcile/change_counter.hpp"
#include "peel/reconcile/target.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using Mode = SyncOptions::Mode;

Report report_of(std::uint64_t removed_rows, std::uint64_t rows = 100) {
  Report report;
  report.removed = removed_rows;
  report.changes = removed_rows;
  report.rows_left = rows;
  return report;
}

// Does what it is told, and remembers it.
class FakeTarget : public Target {
 public:
  Result<Report> planned = report_of(3);
  Result<void> applied = {};
  Result<Report> proved = Report();
  bool has_leftovers = false;
  std::vector<std::string> calls;

  std::string name() const override { return "RIGHT"; }
  Result<Report> plan(TableSink&, Watch&) override { return called("plan", planned); }
  bool has_work(const Report& plan) const override { return has_leftovers || Target::has_work(plan); }
  Result<void> apply(Watch&) override { return called("apply", applied); }
  Result<Report> prove(Watch&) override { return called("prove", proved); }

 private:
  template <class T>
  T called(const char* what, const T& result) {
    calls.emplace_back(what);
    return result;
  }
};

class Sync : public testing::Test, public TableSink {
 protected:
  Result<ChangeSink*> begin(const Terms&) override { return nullptr; }
  Result<void> end(const Terms&, const Report&) override { return {}; }

  Result<SyncReport> run(const BeforeApplying& before = {}) {
    return sync(target, options, *this, watch, before);
  }
  Error broken() const { return Error(ErrorCode::io, "broken"); }

  FakeTarget target;
  SyncOptions options{.mode = Mode::apply};
  Watch watch;
};

using Calls = std::vector<std::string>;

TEST_F(Sync, WritesNothingInADryRun) {
  options.mode = Mode::dry_run;
  const auto report = run();
  ASSERT_TRUE(report);
  EXPECT_EQ(target.calls, Calls{"plan"});
  EXPECT_FALSE(report->is_applied);
  EXPECT_FALSE(report->is_equal());
  EXPECT_EQ(&report->last(), &report->planned);
  EXPECT_EQ(SyncOptions{}.mode, Mode::dry_run);
}

TEST_F(Sync, AppliesThePlanAndProvesIt) {
  const auto report = run();
  ASSERT_TRUE(report);
  EXPECT_EQ(target.calls, (Calls{"plan", "apply", "prove"}));
  EXPECT_TRUE(report->is_applied);
  EXPECT_TRUE(report->proof);
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(report->planned.removed, 3U);
}

TEST_F(Sync, LeavesEqualDataAlone) {
  target.planned = Report();
  const auto report = run([](const Report&) -> Result<void> { return failure(ErrorCode::io, "called"); });
  ASSERT_TRUE(report);
  EXPECT_EQ(target.calls, Calls{"plan"});
  EXPECT_FALSE(report->is_applied);
  EXPECT_TRUE(report->is_equal());
}

TEST_F(Sync, AppliesWhatIsStillToBeDoneWhereNothingDiffers) {
  target.planned = Report();
  target.has_leftovers = true;
  const auto report = run();
  ASSERT_TRUE(report);
  EXPECT_EQ(target.calls, (Calls{"plan", "apply", "prove"}));
  EXPECT_TRUE(report->has_work && report->is_applied && report->is_equal());
}

TEST_F(Sync, WritesNothingIfMoreWouldBeRemovedThanAllowed) {
  options.most_removed = DeleteLimit::rows(2);
  const auto report = run([](const Report&) -> Result<void> { return failure(ErrorCode::io, "called"); });
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->is_exceeded);
  EXPECT_FALSE(report->is_applied);
  EXPECT_EQ(target.calls, Calls{"plan"});
  options.most_removed = DeleteLimit::rows(3);
  EXPECT_FALSE(run()->is_exceeded);
}

TEST_F(Sync, SaysInADryRunThatALimitWouldBeExceeded) {
  options = {.mode = Mode::dry_run, .most_removed = DeleteLimit::percent(2)};
  EXPECT_TRUE(run()->is_exceeded);
}

TEST_F(Sync, TakesAShareOfTheRowsThatAreThere) {
  options.most_removed = DeleteLimit::percent(3);
  EXPECT_TRUE(run()->is_applied);
  target.planned = report_of(3, 99);
  EXPECT_TRUE(run()->is_exceeded);
}

TEST_F(Sync, AsksBeforeItAppliesAndStopsIfThatFails) {
  std::uint64_t planned_rows = 0;
  const auto report = run([&](const Report& plan) -> Result<void> {
    planned_rows = plan.removed;
    return failure(ErrorCode::io, "no backup");
  });
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().sentence(), "no backup");
  EXPECT_EQ(planned_rows, 3U);
  EXPECT_EQ(target.calls, Calls{"plan"});
}

TEST_F(Sync, FailsAsThePlanAndItsApplicationDo) {
  target.planned = failure(broken());
  EXPECT_EQ(run().error().sentence(), "broken");
  EXPECT_EQ(target.calls, Calls{"plan"});
  target.planned = report_of(3);
  target.applied = failure(broken());
  EXPECT_EQ(run().error().sentence(), "broken");
  EXPECT_EQ(target.calls, (Calls{"plan", "plan", "apply"}));
}

TEST_F(Sync, SaysThatItWasWrittenIfTheProofFails) {
  target.proved = failure(broken());
  const auto report = run();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code(), ErrorCode::io);
  EXPECT_NE(report.error().sentence().find("RIGHT was written"), std::string::npos)
      << report.error().sentence();
  EXPECT_NE(report.error().sentence().find("broken"), std::string::npos);
}

TEST_F(Sync, IsNotEqualIfTheProofFindsADifference) {
  target.proved = report_of(1);
  const auto report = run();
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->is_applied);
  EXPECT_FALSE(report->is_equal());
  EXPECT_EQ(report->last().removed, 1U);
}

TEST(DeleteLimit, IsSoManyRowsOrAShareRoundedDown) {
  EXPECT_EQ(DeleteLimit::rows(7).allowed_of(0), 7U);
  EXPECT_EQ(DeleteLimit::percent(10).allowed_of(99), 9U);
  EXPECT_EQ(DeleteLimit::percent(10).allowed_of(1'234), 123U);
  EXPECT_EQ(DeleteLimit::percent(0).allowed_of(1'000), 0U);
  EXPECT_EQ(DeleteLimit::percent(100).allowed_of(UINT64_MAX), UINT64_MAX);
}

TEST(Report, AddsUpSeveralTables) {
  Report all;
  Report one = report_of(2);
  one.method = Method::sketch;
  one.pair_error = 0x1p-56;
  one.passes = 2;
  Report other = report_of(1, 50);
  other.method = Method::exact;
  other.passes = 1;
  all.add(one);
  EXPECT_EQ(all.method, Method::sketch);
  all.add(other);
  EXPECT_EQ(all.method, Method::mixed);
  EXPECT_EQ(all.reason, Reason::each_table_by_itself);
  EXPECT_EQ(all.removed, 3U);
  EXPECT_EQ(all.rows_left, 150U);
  EXPECT_EQ(all.passes, 2U);
  EXPECT_DOUBLE_EQ(all.error_bound(), 3 * 1 * 0x1p-56);
}

TEST(ChangeCounter, CountsRowsByKindAndStaysAtTheMostThatFits) {
  struct NoSink : ChangeSink {
    Result<void> take(const Change&) override { return {}; }
  } sink;
  ChangeCounter counter(sink);
  using enum Change::Kind;
  for (const Change& change :
       {Change{.kind = removed, .count = UINT64_MAX - 1}, Change{.kind = removed, .count = 5},
        Change{.kind = added, .count = 2}, Change{.kind = changed}, Change{.kind = moved}}) {
    ASSERT_TRUE(counter.take(change));
  }
  const Report report = counter.counted(report_of(77));
  EXPECT_EQ(report.removed, UINT64_MAX);
  EXPECT_EQ(report.added, 2U);
  EXPECT_EQ(report.changed, 1U);
  EXPECT_EQ(report.moved, 1U);
  EXPECT_EQ(report.changes, 5U);
  EXPECT_EQ(report.rows_left, 100U);
}

}  // namespace
}  // namespace peel::reconcile
