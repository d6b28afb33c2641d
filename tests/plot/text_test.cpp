#include "plot/text.hpp"

#include "plot/no_numbers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace peel::plot {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr TextSize kSmall{40, 6};

std::string drawn(const Plot& plot) {
  return "\n" + as_text(plot, kSmall);
}

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

TEST(PlotAsText, ShowsCurvesPointsIntervalsAndMarks) {
  const Plot plot{"Keys that stay",
                  {"cells per key"},
                  {"share"},
                  {{"evolution", Source::theory, {{1.0, 1.0}, {1.5, 0.0}, {2.0, 0.0}}},
                   {"uniform", Source::observed, {{1.1, 0.8, 0.6, 1.0}, {1.4, 0.4, 0.2, 0.6}}},
                   {"Table 2", Source::printed, {{1.2, 0.4}, {1.8, 0.2}}},
                   {"coupled", Source::ours, {{1.0, 0.2}}}},
                  {{"threshold", 1.3}}};
  EXPECT_EQ(drawn(plot), R"(
Keys that stay

share
           threshold
1.0 +.. |      :
    |  .*..
0.5 +   |  ... :   |
    |       o ...  *
    |#         : ....           o
0.0 +                ...................
    ++----------------+----------------+
    1.0              1.5             2.0
                cells per key

  .  evolution (theory)
  *  uniform (observed)
  o  Table 2 (printed)
  #  coupled (ours)
)");
}

TEST(PlotAsText, HasDecadesOnLogarithmicAxes) {
  const Plot plot{"",
                  {"keys", Scale::logarithmic},
                  {"failures", Scale::logarithmic},
                  {{"bound", Source::theory, {{100, 1e-2}, {1e6, 1e-6}}}}};
  EXPECT_EQ(drawn(plot), R"(
failures
10^-2 +....
      |    ......
10^-4 +          .......
      |                 ......
      |                       ......
10^-6 +                             ....
      ++---------------+---------------+
     10^2            10^4           10^6
                     keys

  .  bound (theory)
)");
}

TEST(PlotAsText, OfNothingIsTheAxes) {
  EXPECT_EQ(drawn({"Nothing", {"x"}, {"y"}, {{"empty", Source::observed, {}}}}), R"(
Nothing

y
1.0 +
    |
0.5 +
    |
    |
0.0 +
    ++----------------+----------------+
    0.0              0.5             1.0
                      x

  *  empty (observed)
)");
}

TEST(PlotAsText, ClipsWhatIsOutsideTheAxes) {
  const Plot plot{"",
                  {"x", Scale::linear, 0.0, 1.0},
                  {"y", Scale::linear, 0.0, 1.0},
                  {{"curve", Source::theory, {{-1, -1}, {2, 2}}},
                   {"points", Source::observed, {{0.5, 7}, {3, 0.5}, {0.75, 0.2, -5, 0.4}}}},
                  {{"beyond", 9}}};
  EXPECT_EQ(drawn(plot), R"(
y
1.0 +                               ....
    |                        .......
0.5 +                 .......
    |           ......         |
    |    .......               *
0.0 +....                      |
    ++----------------+----------------+
    0.0              0.5             1.0
                      x

  .  curve (theory)
  *  points (observed)
)");
}

TEST(PlotAsText, LeavesOutWhatIsNotFiniteAndInterruptsTheCurve) {
  const Plot plot{"",
                  {"x"},
                  {"y"},
                  {{"curve", Source::theory, {{0, 0}, {2, 1}, {5, test::kNan}, {8, 1}, {10, 0}}},
                   {"points", Source::observed, {{5, test::kInfinity}, {test::kNan, 0.5}, {5, 0.5}}}}};
  EXPECT_EQ(drawn(plot), R"(
y
1.0 +       .                   .
    |     ..                     ..
0.5 +    .            *            .
    |   .                           .
    | ..                             ..
0.0 +.                                 .
    ++----------------+----------------+
     0                5               10
                      x

  .  curve (theory)
  *  points (observed)
)");
}

TEST(PlotAsText, ShowsOnlyTheIntervalOfAZeroOnALogarithmicAxis) {
  const Plot plot{"",
                  {"x"},
                  {"y", Scale::logarithmic, 1e-4, 1},
                  {{"none of 100", Source::observed, {{1, 0, 0, 0.03}, {0, 0.5}, {2, 0.5}}}}};
  EXPECT_EQ(drawn(plot), R"(
y
 10^0 +*                               *
      |
10^-2 +                |
      |                |
      |                |
10^-4 +                |
      ++---------------+---------------+
       0               1               2
                       x

  *  none of 100 (observed)
)");
}

TEST(PlotAsText, ShowsASinglePointInTheMiddle) {
  EXPECT_EQ(drawn({"", {"x"}, {"y"}, {{"one", Source::ours, {{4, 4}}}}}), R"(
y
5 +
  |
4 +                  #
  |
  |
3 +
  ++-----------------+-----------------+
   3                 4                 5
                     x

  #  one (ours)
)");
}

TEST(PlotAsText, GivesEverySeriesACharacterOfItsOwn) {
  Plot plot{"", {"x"}, {"y"}, {}};
  for (int i = 0; i < 6; ++i) {
    plot.series.push_back({"series " + std::to_string(i), Source::observed, {{double(i), double(i)}}});
  }
  const std::string text = as_text(plot);
  EXPECT_THAT(text, HasSubstr("  *  series 0 (observed)\n  x  series 1 (observed)\n  +  series 2 (observed)\n"
                              "  v  series 3 (observed)\n  a  series 4 (observed)\n  b  series 5"));
}

TEST(PlotAsText, StaysWithinItsColumnsAndInAscii) {
  const std::string words =
      "a title of many words that goes on \xE2\x89\xA4 and on \x1b[31m, far beyond one line";
  const Plot plot{
      words, {words}, {words}, {{words, Source::printed, {{1, 1}, {2, 1e-9}}}}, {{words, 1.5}, {words, 1.6}}};
  const std::string text = as_text(plot);
  EXPECT_LE(longest_line(text), 72U);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  for (const char character : text) EXPECT_GE(character, '\n');
  EXPECT_THAT(text, HasSubstr("a title of many words that goes on ? and on"));
}

TEST(PlotAsText, EndsNoLineInBlanks) {
  EXPECT_THAT(as_text({"t", {"x"}, {"y"}, {{"s", Source::observed, {{0, 0}, {1, 1}}}}}),
              Not(HasSubstr(" \n")));
}

TEST(PlotAsText, DrawsAlsoWhereThereIsHardlyRoom) {
  const Plot plot{"t", {"x"}, {"y"}, {{"s", Source::observed, {{0, 0}, {1, 123456789}}}}};
  EXPECT_THAT(as_text(plot, {0, 0}), HasSubstr("*"));
}

}  // namespace
}  // namespace peel::plot
