#include "cli/lab/html_report.hpp"
#include "cli/lab/json_report.hpp"
#include "cli/lab/markdown_report.hpp"
#include "cli/lab/report.hpp"
#include "cli/lab/report_text.hpp"
#include "cli/lab/text_report.hpp"
#include "cli/output/html.hpp"
#include "lab/facts.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <sstream>

namespace peel::cli {
namespace {

using lab::Estimate;
using lab::Origin;
using lab::Verdict;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kHostile = "<img src=x onerror=alert(1)> | \"'& `*_[a](http://b.example)_*";

lab::Experiment experiment(std::string_view id, std::string_view paper = "Author 2001") {
  return {{id, paper, "2.4, Table 1", "A claim about <keys> & cells."}, {}, nullptr};
}

lab::Printed printed(const std::string& text, double value, Origin origin = Origin::derived) {
  return {text, Estimate::computed(value), 0, origin};
}

lab::Finding that_reproduces() {
  return {.what = "cells per key", .printed = printed("1.5", 1.5), .expected = 1.5};
}
lab::Finding erratum() {
  return {.what = "wrong cells",
          .printed = printed("1.721", 1.721),
          .expected = 1.719,
          .known = lab::Known{Verdict::erratum, "the third digit is wrong"}};
}
lab::Finding unexpected_erratum() {
  return {.what = "surprise", .printed = printed("2", 2), .expected = 3.0};
}

plot::Plot some_plot(const std::string& title) {
  return {title,
          {"cells per key"},
          {"share"},
          {{"Table 2", plot::Source::printed, {{1, 1}, {2, 2}}},
           {"coupled", plot::Source::ours, {{1, 2, 1.5, 2.5}, {2, 3}}}}};
}

ReportHead head() {
  return {"2026-11-16", "2 cores", "as each experiment asks", 7, "0.1.0", "peel lab --out here"};
}

std::string html_of(const std::vector<FinishedRun>& runs) {
  return html_report(head(), runs, draw_plots(runs).value());
}
std::string markdown_of(const std::vector<FinishedRun>& runs) {
  return markdown_report(head(), runs, draw_plots(runs).value());
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What a function prints to an Output.
template <class Print>
std::string captured(const Print& print) {
  std::FILE* const file = std::tmpfile();
  Output output(file);
  print(output);
  output.finish();
  std::rewind(file);
  std::string text;
  for (int byte = std::fgetc(file); byte != EOF; byte = std::fgetc(file)) text += static_cast<char>(byte);
  std::fclose(file);
  return text;
}

class WrittenReport : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_ = testing::TempDir() + "peel_lab_report/deep";
};

TEST(HtmlText, EscapesMarkupAndBytesThatAreNoText) {
  EXPECT_EQ(html_text("<a href=\"x\">'&\x01\xFF"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\\x01\\xFF");
}

TEST(MarkdownText, EscapesPipesAndMarkup) {
  EXPECT_EQ(markdown_text("a|b *c* `d` [e](f) <g> &h; c_3 _i_ $j$"),
            R"(a\|b \*c\* \`d\` \[e\](f) &lt;g&gt; &amp;h; c_3 \_i\_ \$j\$)");
}

TEST(ReportText, SaysSectionOnlyBeforeNumbers) {
  lab::Claim claim{"a/b", "Author 2001", "2.4, Table 1", ""};
  EXPECT_EQ(place_text(claim), "Author 2001, section 2.4, Table 1");
  claim.section = "IV-C, Table II";
  EXPECT_EQ(place_text(claim), "Author 2001, section IV-C, Table II");
  claim.section = "Theorem (1)";
  EXPECT_EQ(place_text(claim), "Author 2001, Theorem (1)");
}

TEST(ReportText, GathersExperimentsByPaper) {
  const auto first = experiment("goodrich/table-1");
  const auto other = experiment("ding/table-1", "Ding");
  const auto ours = experiment("goodrich/coupled", "docs/theory/finite-tables.md");
  const auto own = experiment("our-own/tables", "docs/theory/finite-tables.md");
  const std::vector<FinishedRun> runs{
      {first, 0, {{that_reproduces()}}}, {other, 0, {}}, {ours, 0, {{erratum()}}}, {own, 0, {}}};
  const std::vector<Chapter> chapters = chapters_of(runs);
  ASSERT_EQ(chapters.size(), 3U);
  EXPECT_EQ(chapters[0].title, "Author 2001");
  EXPECT_FALSE(chapters[0].is_ours);
  EXPECT_EQ(chapters[0].runs.size(), 2U);
  EXPECT_EQ(chapters[0].tally.of(Verdict::erratum), 1U);
  EXPECT_EQ(chapters[1].title, "Ding");
  EXPECT_EQ(chapters[2].title, "Our own");
  EXPECT_TRUE(chapters[2].is_ours);
}

TEST(HtmlReport, TellsTheTally) {
  const auto made = experiment("author/table-1");
  EXPECT_THAT(html_of({{made, 0, {{that_reproduces(), erratum()}}}}),
              AllOf(HasSubstr("All 2 numbers are as expected"),
                    HasSubstr("<b>1</b><span class=\"verdict reproduces\">"),
                    HasSubstr("<b>0</b><span class=\"verdict none\">")));
}

TEST(HtmlReport, MarksWhatNobodyExpected) {
  const auto made = experiment("author/table-1");
  EXPECT_THAT(
      html_of({{made, 0, {{unexpected_erratum()}}}}),
      AllOf(HasSubstr("1 of 1 numbers are not as expected"), HasSubstr("data-tags=\"erratum unexpected\""),
            HasSubstr("erratum (EXPECTED: reproduces)")));
}

TEST(HtmlReport, MarksWhatIsOurs) {
  const auto made = experiment("author/coupled", "docs/theory/finite-tables.md");
  EXPECT_THAT(html_of({{made, 0, {{that_reproduces()}}}}),
              AllOf(HasSubstr("Coupled</a> <span class=\"ours\">ours</span></h3>"),
                    HasSubstr("data-tags=\"reproduces ours\"")));
}

TEST(HtmlReport, CollectsErrataWithTheRightValueAndTheReason) {
  const auto made = experiment("author/table-1");
  const std::string page = html_of({{made, 0, {{that_reproduces(), erratum()}}}});
  const std::string errata = page.substr(page.find("<section id=\"errata\">"));
  EXPECT_THAT(errata, AllOf(HasSubstr("wrong cells"), HasSubstr("1.721"), HasSubstr("1.719"),
                            HasSubstr("the third digit is wrong"), HasSubstr("href=\"#author_table-1\"")));
  EXPECT_THAT(errata, Not(HasSubstr("cells per key")));
}

TEST(HtmlReport, SaysSoWhereThereAreNoErrata) {
  const auto made = experiment("author/table-1");
  EXPECT_THAT(html_of({{made, 0, {{that_reproduces()}}}}), HasSubstr("None among these experiments."));
}

TEST(HtmlReport, ShowsHostileTextAsText) {
  const auto made = experiment(kHostile, kHostile);
  lab::Finding finding = erratum();
  finding.what = kHostile;
  finding.known->why = kHostile;
  finding.printed->text = kHostile;
  ReportHead hostile{kHostile, kHostile, kHostile, 1, kHostile, kHostile};
  const std::vector<FinishedRun> runs{{made, 0, {{finding}, {some_plot(kHostile)}}}};
  const std::string page = html_report(hostile, runs, draw_plots(runs).value());
  EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(page, HasSubstr("&lt;img src=x onerror=alert(1)&gt;"));
}

TEST(HtmlReport, AsksNothingOfTheNetwork) {
  const auto made = experiment("author/table-1");
  const std::string page = html_of({{made, 0, {{erratum()}, {some_plot("Cells")}}}});
  const std::regex reference("(src|href|action|data|poster|srcset)=\"([^\"]{0,20})");
  std::size_t references = 0;
  for (std::sregex_iterator match(page.begin(), page.end(), reference), end; match != end;
       ++match, ++references) {
    const std::string target = (*match)[2];
    EXPECT_TRUE(target.starts_with("#") || target.starts_with("data:")) << target;
  }
  EXPECT_GT(references, 5U);
  EXPECT_THAT(page, AllOf(Not(HasSubstr("://")), Not(HasSubstr("url(")), Not(HasSubstr("@import"))));
}

TEST(HtmlReport, LinksOnlyToPlacesThatExist) {
  const auto made = experiment("author/table-1");
  const std::string page = html_of({{made, 0, {{erratum()}}}});
  const std::regex anchor("href=\"#([^\"]*)\"");
  for (std::sregex_iterator match(page.begin(), page.end(), anchor), end; match != end; ++match) {
    EXPECT_THAT(page, HasSubstr(" id=\"" + (*match)[1].str() + "\""));
  }
}

TEST(HtmlReport, DescribesAPlotToThoseWhoDoNotSeeIt) {
  const auto made = experiment("author/table-1");
  EXPECT_THAT(html_of({{made, 0, {{}, {some_plot("Cells")}}}}),
              AllOf(HasSubstr("alt=\"Cells: share against cells per key. Table 2 (printed), 2 points. "
                              "coupled (ours), 2 points.\""),
                    HasSubstr("<img width=\"640\" height=\""), HasSubstr("src=\"data:image/svg+xml;base64,"),
                    HasSubstr("<td>1.5 to 2.5</td>")));
}

TEST(MarkdownReport, HasTablesAndLinksToPlots) {
  const auto made = experiment("author/table-1");
  lab::Finding piped = that_reproduces();
  piped.what = "P(X|Y)";
  const std::string text =
      markdown_of({{made, 400, {{piped, erratum()}, {some_plot("Cells"), some_plot("More")}}}});
  EXPECT_THAT(text, HasSubstr("| P(X\\|Y) | 1.5 | - | 1.5 | \u2713 reproduces |\n"));
  EXPECT_THAT(text, HasSubstr("![Cells](plots/author_table-1.svg)"));
  EXPECT_THAT(text, HasSubstr("![More](plots/author_table-1_2.svg)"));
  EXPECT_THAT(text, HasSubstr("400 trials"));
  EXPECT_THAT(text, HasSubstr("- wrong cells: the third digit is wrong\n"));
  EXPECT_THAT(
      text, EndsWith("## All errata\n\n| where | what | printed | right | why |\n"
                     "| --- | --- | --- | --- | --- |\n"
                     "| Author 2001, section 2.4, Table 1 | wrong cells | 1.721 | 1.719 | the third digit is "
                     "wrong |\n"));
}

TEST(TextReport, ShowsPlotsAsCharacters) {
  const auto made = experiment("author/table-1");
  const FinishedRun run{made, 0, {{}, {some_plot("Cells")}}};
  EXPECT_THAT(captured([&](Output& output) { print_plots_as_text(run, output); }),
              AllOf(HasSubstr("Cells\n"), HasSubstr("  #  coupled (ours)\n")));
}

TEST_F(WrittenReport, IsAFolderOfFiles) {
  const auto made = experiment("author/table-1");
  const std::vector<FinishedRun> runs{{made, 0, {{erratum()}, {some_plot("Cells")}}}};
  const auto written = write_report(folder_, head(), runs);
  ASSERT_TRUE(written) << written.error().sentence();
  EXPECT_EQ(read(folder_ + "/index.html"), html_of(runs));
  EXPECT_EQ(read(folder_ + "/report.md"), markdown_of(runs));
  EXPECT_THAT(read(folder_ + "/plots/author_table-1.svg"), HasSubstr("</svg>"));
}

TEST_F(WrittenReport, HasTheJsonThatTheCommandPrintsAndNothingOfTheMachine) {
  const auto made = experiment("author/table-1");
  const std::vector<FinishedRun> runs{{made, 10, {{that_reproduces(), erratum()}}}};
  ASSERT_TRUE(write_report(folder_, head(), runs));
  const std::string first = read(folder_ + "/report.json");
  EXPECT_EQ(first, captured([&](Output& output) {
              Tally tally;
              tally.add(runs[0]);
              print_run_as_json(runs[0], output);
              print_tally_as_json(tally, 7, output);
            }));
  ASSERT_TRUE(write_report(folder_, {"another day", "another machine", "10", 7, "0.1.0", "again"}, runs));
  EXPECT_EQ(read(folder_ + "/report.json"), first);
}

TEST_F(WrittenReport, FailsWithASentenceWhereTheFolderCannotBeMade) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ + "/file") << "in the way";
  const auto written = write_report(folder_ + "/file/report", head(), {});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), ErrorCode::io);
  EXPECT_THAT(written.error().sentence(),
              HasSubstr("cannot make the folder '" + folder_ + "/file/report': "));
  EXPECT_FALSE(prepare_report(folder_ + "/file"));
}

TEST_F(WrittenReport, IsPreparedByMakingItsFolder) {
  ASSERT_TRUE(prepare_report(folder_));
  EXPECT_TRUE(std::filesystem::is_directory(folder_ + "/plots"));
}

}  // namespace
}  // namespace peel::cli
