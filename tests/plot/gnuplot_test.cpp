#include "plot/gnuplot.hpp"

#include "plot/child_process.hpp"
#include "plot/no_numbers.hpp"

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>

namespace peel::plot {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Plot plot_of_all_sources() {
  return {"Keys that stay",
          {"cells per key"},
          {"share of keys", Scale::logarithmic},
          {{"evolution", Source::theory, {{1.0, 1.0}, {1.5, 0.01}}},
           {"uniform", Source::observed, {{1.1, 0.8, 0.6, 1.0}, {1.4, 0.4, 0.2, 0.6}, {1.5, 0, 0, 0.03}}},
           {"Table 2", Source::printed, {{1.2, 0.4}, {1.8, 0.2}}},
           {"coupled", Source::ours, {{1.0, 0.2}}}},
          {{"threshold", 1.3}}};
}

// Text that would run a command, or end the string, or break the XML, wherever it is not quoted.
std::string hostile(const std::string& path) {
  return "\"; system \"touch " + path + "\" ; `touch " + path + "` '; !touch " + path + "\n!touch " + path +
         "\n<script>&{/Bold x}_a^b @m $d \\\" \\";
}

std::string svg_of(const Plot& plot) {
  auto svg = as_svg(plot);
  EXPECT_TRUE(svg) << (svg ? "" : svg.error().sentence());
  return svg.value_or("");
}

std::string path_now() {
  const char* const path = std::getenv("PATH");
  return path != nullptr ? path : "";
}

class ChangedPath {
 public:
  explicit ChangedPath(const std::string& path) : before_(path_now()) { setenv("PATH", path.c_str(), 1); }
  ~ChangedPath() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST(GnuplotScript, DrawsEachSourceInItsOwnWay) {
  const std::string script = gnuplot_script(plot_of_all_sources());
  EXPECT_THAT(script, HasSubstr("with lines lc rgb \"#0072B2\" lw 1.3 dt 1 title \"evolution\""));
  EXPECT_THAT(script,
              HasSubstr("with linespoints lc rgb \"#0072B2\" lw 0.8 pt 7 ps 0.6 dt 1 title \"uniform\""));
  EXPECT_THAT(script, HasSubstr("with points lc rgb \"black\" lw 1.2 ps 1.1 pt 6 title \"Table 2\""));
  EXPECT_THAT(script, HasSubstr("lw 2.4 pt 7 ps 0.9 dt 1 title \"coupled (ours)\""));
}

TEST(GnuplotScript, GivesSeriesOfOneSourceDifferentDashesAndPoints) {
  Plot plot = plot_of_all_sources();
  plot.series = {{"a", Source::observed, {{1, 1}}}, {"b", Source::observed, {{1, 2}}}};
  const std::string script = gnuplot_script(plot);
  EXPECT_THAT(script, HasSubstr("lc rgb \"#0072B2\" lw 0.8 pt 7 ps 0.6 dt 1 title \"a\""));
  EXPECT_THAT(script, HasSubstr("lc rgb \"#D55E00\" lw 0.8 pt 5 ps 0.6 dt (10,4) title \"b\""));
}

TEST(GnuplotScript, KeepsTheIntervalOfAZeroOnALogarithmicAxis) {
  EXPECT_THAT(gnuplot_script(plot_of_all_sources()),
              HasSubstr("$bars2 << end_of_data\n1.1 0.8 0.6 1\n1.4 0.4 0.2 0.6\n1.5 0.01 0.01 0.03\n"));
}

TEST(GnuplotScript, InterruptsACurveWhereAPointIsMissing) {
  const Plot plot{"", {"x"}, {"y"}, {{"a", Source::theory, {{1, 1}, {2, test::kNan}, {3, 1}, {4, 2}}}}};
  EXPECT_THAT(gnuplot_script(plot), HasSubstr("1 1\n\n3 1\n4 2\n"));
}

TEST(GnuplotScript, QuotesWhatMeansAnythingToGnuplot) {
  const Plot plot{"a\"b`c\\d@e$f{g}h^i_j", {"x"}, {"y"}, {}};
  EXPECT_THAT(gnuplot_script(plot), HasSubstr(R"("a\042b\140c\134d\100e\044f\173g\175h\136i\137j")"));
}

TEST(GnuplotScript, WritesPowersOfTenOnLogarithmicAxes) {
  const Plot plot{"", {"x", Scale::logarithmic, 1.0, 1e9}, {"y"}, {}};
  EXPECT_THAT(gnuplot_script(plot), HasSubstr("\"10^{2}\" 100"));
}

TEST(PlotAsSvg, IsADocumentWithTheTitleAndTheNamesOfAllSeries) {
  const std::string svg = svg_of(plot_of_all_sources());
  EXPECT_THAT(svg, StartsWith("<?xml"));
  EXPECT_THAT(svg, EndsWith("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr("<title>Keys that stay</title>"));
  EXPECT_THAT(svg, HasSubstr("fill=\"#ffffff\""));
  for (const char* text :
       {"share of keys", "cells per key", "evolution", "uniform", "Table 2", "coupled (ours)", "threshold"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

TEST(PlotAsSvg, IsTheSameForTheSamePlot) {
  EXPECT_EQ(svg_of(plot_of_all_sources()), svg_of(plot_of_all_sources()));
}

TEST(PlotAsSvg, ShowsHostileTextAndRunsNoneOfIt) {
  const std::string path = testing::TempDir() + "peel_plot_was_here";
  std::filesystem::remove(path);
  const std::string text = hostile(path);
  const std::string svg =
      svg_of({text, {text}, {text}, {{text, Source::ours, {{1, 1}, {2, 2}}}}, {{text, 1.5}}});
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, HasSubstr("&lt;script>"));
}

TEST(PlotAsSvg, HasOnlyCharactersThatXmlHas) {
  const std::string svg =
      svg_of({"a\xFF"
              "b\x01"
              "c\xED\xA0\x80"
              "d\xC3\xA9",
              {"x"},
              {"y"},
              {}});
  EXPECT_THAT(svg, HasSubstr("a?b c???d\xC3\xA9"));
}

TEST(PlotAsSvg, IsDrawnAlsoWhereThereIsNothingToSee) {
  svg_of({"", {""}, {""}, {}});
  svg_of({"", {"x", Scale::logarithmic}, {"y", Scale::logarithmic}, {{"none", Source::printed, {}}}});
  svg_of({"", {"x"}, {"y"}, {{"nowhere", Source::theory, {{test::kNan, 1}, {1, test::kNan}}}}});
  svg_of({"", {"x"}, {"y"}, {{"an interval nowhere", Source::observed, {{1, test::kNan, 0, 1}}}}});
  svg_of({"", {"x"}, {"y"}, {{"one", Source::observed, {{1, 1, 0, 2}}}}});
  svg_of({"", {"x", Scale::linear, 5.0, 6.0}, {"y"}, {{"beyond", Source::ours, {{1, 1}, {2, 2}}}}});
}

TEST(PlotAsSvg, SaysWhatToInstallWhereGnuplotIsMissing) {
  const ChangedPath nowhere("/nonexistent");
  const auto svg = as_svg(plot_of_all_sources());
  ASSERT_FALSE(svg);
  EXPECT_EQ(svg.error().code(), ErrorCode::io);
  EXPECT_THAT(svg.error().sentence(), HasSubstr("install the package gnuplot-nox"));
}

TEST(ChildProcess, PassesMoreThanAPipeHoldsInBothDirections) {
  const std::string text(std::size_t{3} << 20, 'x');
  const auto echoed = run_child({"cat"}, text);
  ASSERT_TRUE(echoed);
  EXPECT_TRUE(echoed->succeeded);
  EXPECT_EQ(echoed->output, text);
}

TEST(ChildProcess, SurvivesAChildThatDoesNotListen) {
  const auto ended = run_child({"false"}, std::string(std::size_t{3} << 20, 'x'));
  ASSERT_TRUE(ended);
  EXPECT_FALSE(ended->succeeded);
}

TEST(ChildProcess, HearsComplaints) {
  const auto complained = run_child({"cat", "/nonexistent/file"}, "");
  ASSERT_TRUE(complained);
  EXPECT_FALSE(complained->succeeded);
  EXPECT_THAT(complained->complaints, HasSubstr("No such file"));
}

}  // namespace
}  // namespace peel::plot
