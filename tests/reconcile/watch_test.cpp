// Work that is ended from outside, and two jobs of which one ends the other.
#include "peel/reconcile/watch.hpp"

#include "reconcile/live/both_sides.hpp"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <new>
#include <string>
#include <thread>

namespace peel::reconcile {
namespace {

using namespace std::chrono_literals;

class CancelledWatch : public Watch {
 public:
  using Watch::Watch;
  bool is_cancelled() const override { return is_set; }
  std::atomic<bool> is_set = true;
};

Watch::Clock::time_point in(std::chrono::milliseconds time) {
  return Watch::Clock::now() + time;
}

// Works until it is told to stop, which a test without a fault does at once.
Result<void> work_until_stopped(const Watch& watch) {
  for (const auto give_up = in(10s); Watch::Clock::now() < give_up; std::this_thread::yield()) {
    if (auto going = watch.may_go_on("a side"); !going) return going;
  }
  return failure(ErrorCode::unsupported, "nobody stopped this job");
}

Result<void> fail(const std::string& sentence) {
  return failure(ErrorCode::io, sentence);
}

TEST(Watch, LetsWorkGoOnWithoutADeadline) {
  EXPECT_TRUE(Watch().may_go_on("a.csv"));
  EXPECT_FALSE(Watch().deadline());
}

TEST(Watch, LetsWorkGoOnBeforeTheDeadline) {
  EXPECT_TRUE(Watch(in(1h)).may_go_on("a.csv"));
}

TEST(Watch, EndsWorkAfterTheDeadlineAndNamesIt) {
  const auto going = Watch(in(-1ms)).may_go_on("a.csv");
  ASSERT_FALSE(going);
  EXPECT_EQ(going.error().code(), ErrorCode::timed_out);
  EXPECT_NE(going.error().sentence().find("a.csv"), std::string::npos);
}

TEST(Watch, EndsWorkThatWasCancelledWhateverTheDeadline) {
  for (const auto time : {-1ms, 1'000'000ms}) {
    const auto going = CancelledWatch(in(time)).may_go_on("a.csv");
    ASSERT_FALSE(going);
    EXPECT_EQ(going.error().code(), ErrorCode::cancelled);
    EXPECT_NE(going.error().sentence().find("a.csv"), std::string::npos);
  }
}

TEST(Watch, ShowsNothingByItself) {
  Watch watch;
  EXPECT_EQ(watch.show({Watch::Stage::reading, [] { return std::uint64_t{0}; }}), nullptr);
}

TEST(SharedWatch, EndsWorkAsTheOuterOneDoes) {
  CancelledWatch outer;
  SharedWatch watch(outer);
  EXPECT_EQ(watch.may_go_on("a.csv").error().code(), ErrorCode::cancelled);
  outer.is_set = false;
  EXPECT_TRUE(watch.may_go_on("a.csv"));
  watch.stop();
  EXPECT_EQ(watch.may_go_on("a.csv").error().code(), ErrorCode::cancelled);
  EXPECT_TRUE(outer.may_go_on("a.csv"));
  const Watch late(in(-1ms));
  EXPECT_EQ(SharedWatch(late).may_go_on("a.csv").error().code(), ErrorCode::timed_out);
}

class BothSides : public testing::Test {
 protected:
  template <class Left, class Right>
  Result<void> both(Left left, Right right) {
    return at_the_same_time(left, right, shared);
  }
  Watch outer;
  SharedWatch shared{outer};
};

TEST_F(BothSides, SucceedTogether) {
  std::atomic<int> done = 0;
  const auto job = [&]() -> Result<void> {
    ++done;
    return {};
  };
  EXPECT_TRUE(both(job, job));
  EXPECT_EQ(done, 2);
}

// Each waits for the other, so neither comes first.
TEST_F(BothSides, RunAtTheSameTime) {
  std::atomic<int> waiting = 0;
  const auto job = [&]() -> Result<void> {
    ++waiting;
    for (const auto give_up = in(10s); waiting < 2; std::this_thread::yield()) {
      if (Watch::Clock::now() > give_up) return fail("the other job never began");
    }
    return {};
  };
  EXPECT_TRUE(both(job, job));
}

TEST_F(BothSides, StopTheRightOneIfTheLeftOneFails) {
  const auto done = both([] { return fail("left"); }, [&] { return work_until_stopped(shared); });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().sentence(), "left");
}

TEST_F(BothSides, StopTheLeftOneIfTheRightOneFailsAndTellWhy) {
  const auto done = both([&] { return work_until_stopped(shared); }, [] { return fail("right"); });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().sentence(), "right");
}

TEST_F(BothSides, FailAsTheOneThatFailedWhileTheOtherWasDone) {
  const auto fine = [] { return Result<void>(); };
  EXPECT_EQ(both([] { return fail("left"); }, fine).error().sentence(), "left");
  EXPECT_EQ(both(fine, [] { return fail("right"); }).error().sentence(), "right");
}

TEST_F(BothSides, FailAsTheLeftOneIfBothFailByThemselves) {
  EXPECT_EQ(both([] { return fail("left"); }, [] { return fail("right"); }).error().sentence(), "left");
}

TEST_F(BothSides, StopTheOtherOneIfOneRunsOutOfMemory) {
  const auto run_out = []() -> Result<void> { throw std::bad_alloc(); };
  bool was_stopped = false;
  const auto work = [&]() -> Result<void> {
    auto stopped = work_until_stopped(shared);
    was_stopped = stopped.error().code() == ErrorCode::cancelled;
    return stopped;
  };
  EXPECT_THROW(static_cast<void>(both(run_out, work)), std::bad_alloc);
  EXPECT_TRUE(was_stopped);
}

TEST_F(BothSides, AreCancelledByWhoeverWaitsForThem) {
  CancelledWatch cancelled;
  SharedWatch watch(cancelled);
  const auto job = [&watch] { return work_until_stopped(watch); };
  EXPECT_EQ(at_the_same_time(job, job, watch).error().code(), ErrorCode::cancelled);
}

TEST_F(BothSides, AreEndedByTheDeadlineOfWhoeverWaits) {
  const Watch late(in(5ms));
  SharedWatch watch(late);
  const auto job = [&watch] { return work_until_stopped(watch); };
  EXPECT_EQ(at_the_same_time(job, job, watch).error().code(), ErrorCode::timed_out);
}

}  // namespace
}  // namespace peel::reconcile
