// Watching a log that grows, is truncated and is replaced.
#include "peel/sources/follow_top.hpp"

#include "sources/temporary_file.hpp"

#include <cstdio>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::sources {
namespace {

using namespace std::chrono_literals;

// Shows often; does one thing at each show, and ends when there is none left.
class Script : public FollowViewer {
 public:
  explicit Script(std::vector<std::function<void()>> steps) : steps_(std::move(steps)) {}

  void show(const FollowedTop& now) override {
    totals.push_back(now.stream.texts.total().value);
    halvings = now.fading.halvings;
    if (step_ < steps_.size()) steps_[step_]();
    ++step_;
  }
  void remark(const std::vector<std::string>& words, const FollowedTop&) override {
    remarks.insert(remarks.end(), words.begin(), words.end());
  }
  bool goes_on(const FollowedTop&) override { return step_ <= steps_.size(); }

  std::vector<std::uint64_t> totals;
  std::vector<std::string> remarks;
  std::uint64_t halvings = 0;

 private:
  std::vector<std::function<void()>> steps_;
  std::size_t step_ = 0;
};

HeavyStream empty_stream_of_lines() {
  return {.part = {}, .texts = *HeavyTexts::make({}, HashFamily::fast, kDefaultSeed)};
}

// Longer than the time between two looks at a file.
constexpr FollowPlan kPlan{.interval = 300ms, .shows_at_once = true};

TEST(FollowedTop, HasWhatIsThereAtOnceAndThenWhatComes) {
  const test::TemporaryFile file("a\nb\na\n");
  HeavyStream stream = empty_stream_of_lines();
  Script viewer({[&] { file.append("a\nno end"); }});
  ASSERT_TRUE(follow_top(file.path(), stream, kPlan, viewer));
  EXPECT_EQ(viewer.totals, (std::vector<std::uint64_t>{3, 4}));
  EXPECT_EQ(stream.texts.top(ItemCount(1)).front().count.upper, 3U);
}

TEST(FollowedTop, BeginsAgainWithAFileThatWasTruncated) {
  const test::TemporaryFile file("a\nb\n");
  HeavyStream stream = empty_stream_of_lines();
  Script viewer({[&] { file.write("c\n"); }});
  ASSERT_TRUE(follow_top(file.path(), stream, kPlan, viewer));
  EXPECT_EQ(viewer.totals, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(viewer.remarks.size(), 1U);
}

TEST(FollowedTop, GoesOnWithTheFileThatTookTheName) {
  const test::TemporaryFile file("a\n"), next("b\nc\n");
  HeavyStream stream = empty_stream_of_lines();
  Script viewer({[&] { std::rename(next.path().c_str(), file.path().c_str()); }});
  ASSERT_TRUE(follow_top(file.path(), stream, kPlan, viewer));
  EXPECT_EQ(viewer.totals, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_FALSE(viewer.remarks.empty());
}

TEST(FollowedTop, HalvesAsTimePasses) {
  const test::TemporaryFile file("a\na\n");
  HeavyStream stream = empty_stream_of_lines();
  Script viewer({[] {}});
  const auto fading = follow_top(
      file.path(), stream, {.interval = 300ms, .half_life = {.time = 100ms}, .shows_at_once = true}, viewer);
  ASSERT_TRUE(fading);
  EXPECT_GE(viewer.halvings, 2U);
  EXPECT_EQ(fading->halvings, viewer.halvings);
  EXPECT_LT(stream.texts.total().value, fading->parts);
}

TEST(FollowedTop, EndsAsTheViewerSays) {
  class Nobody : public FollowViewer {
    void show(const FollowedTop&) override {}
    bool goes_on(const FollowedTop&) override { return false; }
  } viewer;
  const test::TemporaryFile file("a\n");
  HeavyStream stream = empty_stream_of_lines();
  ASSERT_TRUE(follow_top(file.path(), stream, {}, viewer));
  EXPECT_EQ(stream.lines, 0U);
}

TEST(FollowedTop, FailsForWhatIsNotThere) {
  HeavyStream stream = empty_stream_of_lines();
  Script viewer({});
  EXPECT_EQ(follow_top("/nowhere/at/all", stream, {}, viewer).error().code(), ErrorCode::io);
}

}  // namespace
}  // namespace peel::sources
