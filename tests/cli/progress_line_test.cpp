#include "cli/progress_line.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace peel::cli {
namespace {

TEST(RateMeter, KnowsNothingBeforeTimeHasPassed) {
  RateMeter meter;
  EXPECT_EQ(meter.bytes_per_second(), std::nullopt);
  meter.add(1, 100);
  EXPECT_EQ(meter.bytes_per_second(), std::nullopt);
}

TEST(RateMeter, DividesBytesByTime) {
  RateMeter meter;
  meter.add(1, 100);
  meter.add(3, 700);
  EXPECT_EQ(meter.bytes_per_second(), 300);
}

TEST(RateMeter, ForgetsWhatIsOlderThanTenSeconds) {
  RateMeter meter;
  for (int second = 0; second <= 10; ++second) meter.add(second, static_cast<std::uint64_t>(second) * 1000);
  for (int second = 11; second <= 20; ++second) meter.add(second, 10'000);
  EXPECT_EQ(meter.bytes_per_second(), 0);
}

TEST(RateMeter, OfWorkRemembersTenMinutes) {
  RateMeter meter(ProgressUnit::work);
  meter.add(0, 0);
  meter.add(100, 1000);
  meter.add(599, 1000);
  EXPECT_EQ(meter.bytes_per_second(), 1000.0 / 599);
}

TEST(RateMeter, IsNotNegativeWhenTheWorkStartsOver) {
  RateMeter meter;
  meter.add(1, 700);
  meter.add(2, 100);
  EXPECT_EQ(meter.bytes_per_second(), 0);
}

TEST(SecondsLeft, IsTheRestDividedByTheRateRoundedUp) {
  EXPECT_EQ(seconds_left({"", 100, 201, 10.0}), 11U);
}

TEST(SecondsLeft, IsZeroWhenMoreIsDoneThanExpected) {
  EXPECT_EQ(seconds_left({"", 300, 201, 10.0}), 0U);
}

TEST(SecondsLeft, IsNotSaidWithoutATotal) {
  EXPECT_EQ(seconds_left({"", 100, std::nullopt, 10.0}), std::nullopt);
}

TEST(SecondsLeft, IsNotSaidWhenNothingMoves) {
  EXPECT_EQ(seconds_left({"", 100, 200, 0.0}), std::nullopt);
}

TEST(SecondsLeft, IsNotSaidBeyondAHundredHours) {
  EXPECT_EQ(seconds_left({"", 0, 360'000, 1.0}), 360'000U);
  EXPECT_EQ(seconds_left({"", 0, 360'001, 1.0}), std::nullopt);
  EXPECT_EQ(seconds_left({"", 0, std::numeric_limits<std::uint64_t>::max(), 1e-300}), std::nullopt);
}

TEST(SizeInWords, HasThreeDigitsAndADecimalUnit) {
  EXPECT_EQ(size_in_words(0), "0 B");
  EXPECT_EQ(size_in_words(999), "999 B");
  EXPECT_EQ(size_in_words(1000), "1.00 kB");
  EXPECT_EQ(size_in_words(12'340), "12.3 kB");
  EXPECT_EQ(size_in_words(123'400'000), "123 MB");
  EXPECT_EQ(size_in_words(4.5e18), "4.50 EB");
}

TEST(SizeInWords, NeverRoundsUpToAFourthDigit) {
  EXPECT_EQ(size_in_words(999'499), "999 kB");
  EXPECT_EQ(size_in_words(999'500), "1.00 MB");
  EXPECT_EQ(size_in_words(9'995), "10.0 kB");
  EXPECT_EQ(size_in_words(99'950), "100 kB");
}

TEST(TimeInWords, HasHoursOnlyWhenThereAreSome) {
  EXPECT_EQ(time_in_words(7), "0:07");
  EXPECT_EQ(time_in_words(754), "12:34");
  EXPECT_EQ(time_in_words(3599), "59:59");
  EXPECT_EQ(time_in_words(3723), "1:02:03");
}

TEST(Bar, GrowsFromLeftToRight) {
  EXPECT_EQ(bar(0, 12), "[>         ]");
  EXPECT_EQ(bar(0.5, 12), "[=====>    ]");
  EXPECT_EQ(bar(0.999, 12), "[=========>]");
  EXPECT_EQ(bar(1, 12), "[==========]");
}

const ProgressView kHalf{"reading left.csv", 48'000'000, 96'000'000, 120e6};

TEST(ProgressLine, FillsTheWidthWithABar) {
  EXPECT_EQ(progress_line(kHalf, 80),
            "reading left.csv  [===============>              ]   50 %   120 MB/s  ETA  0:01");
  EXPECT_EQ(progress_line(kHalf, 80).size(), 79U);
}

TEST(ProgressLine, WithoutATotalSaysSizeAndRate) {
  EXPECT_EQ(progress_line({"reading standard input", 1'500'000, std::nullopt, 2e6}, 80),
            "reading standard input  1.50 MB  2.00 MB/s");
}

TEST(ProgressLine, SaysAHundredPercentOnlyWhenAllIsDone) {
  EXPECT_NE(progress_line({"x", 999'999, 1'000'000, 1.0}, 80).find("  99 %"), std::string::npos);
  EXPECT_NE(progress_line({"x", 1'000'000, 1'000'000, 1.0}, 80).find(" 100 %"), std::string::npos);
}

TEST(ProgressLine, OfAnEmptyFileIsComplete) {
  EXPECT_NE(progress_line({"x", 0, 0, std::nullopt}, 80).find(" 100 %"), std::string::npos);
}

TEST(ProgressLine, LeavesOutTheBarFirst) {
  EXPECT_EQ(progress_line(kHalf, 50), "reading left.csv   50 %   120 MB/s  ETA  0:01");
}

TEST(ProgressLine, ThenShortensTheName) {
  EXPECT_EQ(progress_line(kHalf, 42), "reading l...   50 %   120 MB/s  ETA  0:01");
}

TEST(ProgressLine, ThenLeavesOutTheTimeAndTheRate) {
  EXPECT_EQ(progress_line(kHalf, 40), "reading left.csv   50 %   120 MB/s");
  EXPECT_EQ(progress_line(kHalf, 26), "reading left.csv   50 %");
}

TEST(ProgressLine, IsShorterThanAnyTerminal) {
  for (std::size_t columns = 1; columns < 200; ++columns) {
    EXPECT_LT(progress_line(kHalf, columns).size(), columns);
  }
}

TEST(ProgressLine, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(progress_line({"reading \x1b[2J", 1, std::nullopt, std::nullopt}, 80),
            "reading \\x1B[2J      1 B");
}

TEST(ProgressLine, CutsBetweenCharactersAndTakesForeignOnesForWide) {
  EXPECT_EQ(progress_line({"äöüäöüäöü", 1, std::nullopt, std::nullopt}, 22), "äöüä...      1 B");
}

TEST(ProgressLine, OfWorkHasNoRate) {
  const std::string line = progress_line({"lab", 50, 100, 10.0, ProgressUnit::work}, 40);
  EXPECT_NE(line.find("50 %  ETA  0:05"), std::string::npos) << line;
  EXPECT_EQ(line.find("/s"), std::string::npos) << line;
}

TEST(ProgressLine, OfWorkWithoutEndCountsPieces) {
  EXPECT_EQ(progress_line({"finding files", 12'345, std::nullopt, 10.0, ProgressUnit::work}, 40),
            "finding files   12,345");
}

}  // namespace
}  // namespace peel::cli
