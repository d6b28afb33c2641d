// Results of trials come back from the file in which they were kept, and nothing else does.
#include "cli/lab/checkpoint.hpp"

#include "support/random.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace peel::cli {
namespace {

using lab::TrialRange;
using lab::TrialSeries;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr KeyHash kBuild{1, 2};
constexpr TrialSeries kSeries{.purpose = 7, .trials = 10, .result_bytes = 2};

class CheckpointTest : public testing::Test {
 protected:
  CheckpointTest() : path_(testing::TempDir() + "checkpoint-" + std::to_string(::getpid())) {
    std::filesystem::remove(path_);
  }
  ~CheckpointTest() override { std::filesystem::remove(path_); }

  Checkpoint open(KeyHash build = kBuild) const { return Checkpoint::open(path_, build).value(); }

  // What is known of the series, with 0xFF where nothing is.
  static std::pair<std::vector<TrialRange>, Bytes> recalled(Checkpoint checkpoint, SeriesName name,
                                                            const TrialSeries& series = kSeries) {
    Bytes results(series.trials * series.result_bytes, std::byte{0xFF});
    auto known = checkpoint.recall(name, series, results);
    return {known, results};
  }

  std::string path_;
  const SeriesName name_ = series_name("paper/experiment", Seed(1), kSeries);
};

Bytes some_bytes(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST_F(CheckpointTest, OfAFirstRunIsEmpty) {
  Checkpoint checkpoint = open();
  EXPECT_EQ(checkpoint.trials_kept(), 0U);
  EXPECT_THAT(recalled(std::move(checkpoint), name_).first, IsEmpty());
}

TEST_F(CheckpointTest, KeepsResultsInAnyOrder) {
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {4, 2}, some_bytes({8, 9, 10, 11}));
    checkpoint.append(name_, {0, 1}, some_bytes({1, 2}));
  }
  Checkpoint checkpoint = open();
  EXPECT_EQ(checkpoint.trials_kept(), 3U);
  const auto [known, results] = recalled(std::move(checkpoint), name_);
  EXPECT_THAT(known, ElementsAre(TrialRange{0, 1}, TrialRange{4, 2}));
  EXPECT_EQ(results, some_bytes({1,  2,  255, 255, 255, 255, 255, 255, 8,   9,
                                 10, 11, 255, 255, 255, 255, 255, 255, 255, 255}));
}

TEST_F(CheckpointTest, GivesNoMoreTrialsThanAreWanted) {
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {0, 3}, some_bytes({1, 2, 3, 4, 5, 6}));
  }
  TrialSeries fewer = kSeries;
  fewer.trials = 2;
  const auto [known, results] = recalled(open(), name_, fewer);
  EXPECT_THAT(known, ElementsAre(TrialRange{0, 2}));
  EXPECT_EQ(results, some_bytes({1, 2, 3, 4}));
}

TEST_F(CheckpointTest, TellsSeriesApart) {
  TrialSeries other_purpose = kSeries;
  ++other_purpose.purpose;
  TrialSeries wider = kSeries;
  ++wider.result_bytes;
  EXPECT_NE(series_name("paper/experiment", Seed(1), other_purpose), name_);
  EXPECT_NE(series_name("paper/experiment", Seed(1), wider), name_);
  EXPECT_NE(series_name("paper/experiment", Seed(2), kSeries), name_);
  EXPECT_NE(series_name("paper/another", Seed(1), kSeries), name_);
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {0, 1}, some_bytes({1, 2}));
  }
  EXPECT_THAT(recalled(open(), series_name("paper/another", Seed(1), kSeries)).first, IsEmpty());
}

TEST_F(CheckpointTest, BelievesNoOtherBuildAndKeepsWhatItLeft) {
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {0, 1}, some_bytes({1, 2}));
  }
  const auto other = Checkpoint::open(path_, KeyHash(3, 4));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().sentence(), HasSubstr("of another build"));
  EXPECT_EQ(open().trials_kept(), 1U);
}

TEST_F(CheckpointTest, StartsAnewIfAsked) {
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {0, 1}, some_bytes({1, 2}));
  }
  EXPECT_EQ(Checkpoint::open(path_, KeyHash(3, 4), Checkpoint::Start::anew).value().trials_kept(), 0U);
  EXPECT_EQ(open(KeyHash(3, 4)).trials_kept(), 0U);
}

TEST_F(CheckpointTest, LeavesAFileOfSomebodyElseAlone) {
  std::ofstream(path_) << "my own";
  EXPECT_FALSE(Checkpoint::open(path_, kBuild));
  EXPECT_FALSE(Checkpoint::open(path_, kBuild, Checkpoint::Start::anew));
  EXPECT_EQ(std::filesystem::file_size(path_), 6U);
}

TEST_F(CheckpointTest, FollowsNoLink) {
  std::filesystem::create_symlink("/dev/null", path_);
  EXPECT_FALSE(Checkpoint::open(path_, kBuild));
}

TEST_F(CheckpointTest, StaysWhenItKeepsMoreThanTheRunAskedFor) {
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {0, 1}, some_bytes({1, 2}));
  }
  {
    Checkpoint checkpoint = open();
    Bytes results(20);
    checkpoint.recall(series_name("paper/another", Seed(1), kSeries), kSeries, results);
    checkpoint.complete();
  }
  EXPECT_EQ(open().trials_kept(), 1U);
}

TEST_F(CheckpointTest, LosesOnlyWhatWasBeingWritten) {
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {0, 1}, some_bytes({1, 2}));
    checkpoint.append(name_, {1, 1}, some_bytes({3, 4}));
  }
  const auto size = std::filesystem::file_size(path_);
  std::filesystem::resize_file(path_, size - 1);
  {
    Checkpoint checkpoint = open();
    EXPECT_EQ(checkpoint.trials_kept(), 1U);
    checkpoint.append(name_, {1, 1}, some_bytes({3, 4}));
  }
  EXPECT_EQ(open().trials_kept(), 2U);
  EXPECT_EQ(std::filesystem::file_size(path_), size);
}

TEST_F(CheckpointTest, SurvivesAnyDamagedByte) {
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {0, 1}, some_bytes({1, 2}));
  }
  std::ifstream file(path_, std::ios::binary);
  const std::string sound((std::istreambuf_iterator<char>(file)), {});
  for (std::size_t i = 0; i < sound.size(); ++i) {
    std::string damaged = sound;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x80);
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << damaged;
    const auto opened = Checkpoint::open(path_, kBuild);
    EXPECT_TRUE(!opened || opened->trials_kept() == 0) << "byte " << i;
  }
}

TEST_F(CheckpointTest, IsForOneRunAtATime) {
  const Checkpoint first = open();
  const auto second = Checkpoint::open(path_, kBuild);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().sentence(), HasSubstr("another run keeps its results there"));
}

TEST_F(CheckpointTest, GoesWhenTheRunIsComplete) {
  {
    Checkpoint checkpoint = open();
    checkpoint.append(name_, {0, 1}, some_bytes({1, 2}));
  }
  {
    Checkpoint checkpoint = open();
    Bytes results(20);
    checkpoint.recall(name_, kSeries, results);
    checkpoint.complete();
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST(BuildName, IsThatOfThisProgram) {
  EXPECT_EQ(build_name().value(), build_name().value());
}

}  // namespace
}  // namespace peel::cli
