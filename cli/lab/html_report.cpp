#include "cli/lab/html_report.hpp"

#include "cli/lab/html_experiment.hpp"
#include "cli/lab/html_page.hpp"
#include "cli/lab/html_text.hpp"
#include "cli/lab/report_text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

using lab::Finding;
using lab::Verdict;

// The browser itself then refuses whatever would come from elsewhere.
constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>peel lab: the papers&#39; numbers, recomputed</title>
<link rel="icon" href="data:,">
<style>)";

std::string verdict_mark(Verdict verdict) {
  return fmt::format("<span class=\"verdict {0}\"><span aria-hidden=\"true\">{1}</span> {0}</span>",
                     name_of(verdict), sign_of(verdict));
}

std::string unexpected_mark(std::uint64_t count) {
  return fmt::format("<span class=\"verdict {}\"><span aria-hidden=\"true\">!</span> unexpected</span>",
                     count == 0 ? "none" : "unexpected");
}

std::string tally_cards(const Tally& all) {
  std::string text = "<ul class=\"tally\">\n";
  for (const Verdict verdict : kVerdicts) {
    text += fmt::format("<li><b>{}</b>{}</li>\n", all.of(verdict), verdict_mark(verdict));
  }
  return text +
         fmt::format("<li><b>{}</b>{}</li>\n</ul>\n", all.unexpected(), unexpected_mark(all.unexpected()));
}

std::string count_cells(const Tally& tally) {
  std::string text = fmt::format("<td class=\"number\">{}</td>", tally.findings());
  const auto add = [&text](std::uint64_t count) {
    text += fmt::format("<td class=\"number{}\">{}</td>", count == 0 ? " zero" : "", count);
  };
  for (const Verdict verdict : kVerdicts) add(tally.of(verdict));
  add(tally.unexpected());
  return text;
}

std::string table_by_paper(const std::vector<Chapter>& chapters, const Tally& all) {
  std::string text =
      "<div class=\"scroll\"><table class=\"counts\"><caption>By paper</caption>\n<thead><tr>"
      "<th scope=\"col\">paper</th>";
  const auto add_head = [&text](std::string_view sign, std::string_view name) {
    text += fmt::format(
        "<th scope=\"col\" class=\"number\"><abbr title=\"{1}\">{0}</abbr> <span "
        "class=\"long\">{1}</span></th>",
        sign, name);
  };
  add_head("\u03a3", "numbers");
  for (const Verdict verdict : kVerdicts) add_head(sign_of(verdict), name_of(verdict));
  add_head("!", "unexpected");
  text += "</tr></thead>\n<tbody>\n";
  for (const Chapter& chapter : chapters) {
    text += fmt::format("<tr><th scope=\"row\"><a href=\"#{}\">{}</a>{}</th>{}</tr>\n", slug_of(chapter.name),
                        html_text(chapter.title), html_ours(chapter.is_ours), count_cells(chapter.tally));
  }
  return text + fmt::format("</tbody>\n<tfoot><tr><th scope=\"row\">all</th>{}</tr></tfoot></table></div>\n",
                            count_cells(all));
}

std::string key_of_marks() {
  std::string text = "<ul class=\"key\">\n";
  for (const Verdict verdict : kVerdicts) {
    text +=
        fmt::format("<li><span>{}</span><span>{}</span></li>\n", verdict_mark(verdict), meaning_of(verdict));
  }
  text += fmt::format(
      "<li><span>{}</span><span>Another verdict, or another number, than is known of the paper. "
      "This must never be.</span></li>\n",
      unexpected_mark(1));
  return text + fmt::format(
                    "<li><span>{}</span><span>No number of a paper, but of a structure or a question that "
                    "the papers "
                    "do not have.</span></li>\n</ul>\n",
                    html_ours(true));
}

std::string conditions(const ReportHead& head) {
  std::string text = "<dl class=\"meta\">\n";
  const auto add = [&text](const char* name, const std::string& value) {
    text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, value);
  };
  add("Date", html_text(head.date));
  add("Machine", html_text(head.machine));
  add("Trials", html_text(head.trials));
  add("Seed", std::to_string(head.seed));
  add("Again", fmt::format("<code>{}</code>", html_text(head.command)));
  return text + "</dl>\n";
}

std::string first_screen(const ReportHead& head, const std::vector<Chapter>& chapters, const Tally& all) {
  const auto papers = std::ranges::count(chapters, false, &Chapter::is_ours);
  std::string text = fmt::format(
      "<header id=\"top\">\n<p class=\"kicker\">peel {} \u00b7 lab report</p>\n"
      "<h1>The papers\u2019 numbers, recomputed</h1>\n",
      html_text(head.version));
  text += fmt::format(
      "<p class=\"lead\">{} numbers from {} experiments on {} {}, run on peel\u2019s own structures. What is "
      "printed "
      "stands beside what was observed, with its 95 % interval, and what theory expects.</p>\n",
      all.findings(), all.experiments(), papers, papers == 1 ? "paper" : "papers");
  const bool is_good = all.unexpected() == 0;
  text += fmt::format(
      "<p class=\"status {}\"><span aria-hidden=\"true\">{}</span> {}</p>\n", is_good ? "good" : "bad",
      is_good ? "\u2713" : "!",
      is_good ? fmt::format("All {} numbers are as expected", all.findings())
              : fmt::format("{} of {} numbers are not as expected", all.unexpected(), all.findings()));
  return text + tally_cards(all) + table_by_paper(chapters, all) + "<div class=\"about\">\n" +
         key_of_marks() + conditions(head) + "</div>\n</header>\n";
}

std::string contents(const std::vector<Chapter>& chapters) {
  std::string text = "<nav aria-label=\"Contents\"><details open><summary>Contents</summary>\n";
  for (const Chapter& chapter : chapters) {
    text +=
        fmt::format("<p><a href=\"#{}\">{}</a></p>\n<ul>\n", slug_of(chapter.name), html_text(chapter.title));
    for (const FinishedRun* run : chapter.runs) {
      text += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", slug_of(run->experiment.claim.id),
                          html_text(title_of(run->experiment)));
    }
    text += "</ul>\n";
  }
  return text + "<p><a href=\"#errata\">All errata</a></p>\n</details></nav>\n";
}

std::string filter_bar() {
  std::string text =
      "<form class=\"filter\" id=\"filter\" role=\"search\" hidden>\n"
      "<input type=\"search\" placeholder=\"Search numbers and claims\" aria-label=\"Search numbers and "
      "claims\">\n"
      "<div class=\"chips\" role=\"group\" aria-label=\"Show by verdict\">\n"
      "<button type=\"button\" data-tag=\"all\" aria-pressed=\"true\">all</button>\n";
  const auto add = [&text](std::string_view tag, std::string_view sign) {
    text += fmt::format(
        "<button type=\"button\" data-tag=\"{0}\" aria-pressed=\"false\"><span "
        "aria-hidden=\"true\">{1}</span> {0}</button>\n",
        tag, sign);
  };
  for (const Verdict verdict : kVerdicts) add(name_of(verdict), sign_of(verdict));
  add("unexpected", "!");
  add("ours", "\u2606");
  return text + "</div>\n<p class=\"found\" aria-live=\"polite\"></p>\n</form>\n";
}

std::string all_errata(std::span<const FinishedRun> runs) {
  std::string rows;
  const auto cell = [](const char* label, const std::string& text) {
    return fmt::format("<td role=\"cell\" data-label=\"{}\"><span>{}</span></td>", label, text);
  };
  for (const FinishedRun& run : runs) {
    const lab::Claim& claim = run.experiment.claim;
    for (const Finding& finding : run.outcome.findings) {
      if (lab::verdict_of(finding) != Verdict::erratum) continue;
      rows += "<tbody role=\"rowgroup\"><tr role=\"row\">";
      rows += fmt::format("<td role=\"cell\">{}<br><a class=\"where\" href=\"#{}\">{}</a></td>",
                          html_text(finding.what), slug_of(claim.id), html_text(place_text(claim)));
      rows += cell("printed", html_text(printed_text(finding))) +
              cell("right", html_text(right_text(finding))) +
              cell("why", html_text(lab::reason_of(finding))) + "</tr></tbody>\n";
    }
  }
  std::string text = "<section id=\"errata\">\n<h2>All errata</h2>\n";
  if (rows.empty()) return text + "<p>None among these experiments.</p>\n</section>\n";
  text +=
      "<div class=\"scroll\"><table role=\"table\" class=\"cards errata\">\n<thead role=\"rowgroup\"><tr "
      "role=\"row\">";
  for (const char* head : {"what", "printed", "right", "why"}) {
    text += fmt::format("<th role=\"columnheader\" scope=\"col\">{}</th>", head);
  }
  return text + "</tr></thead>\n" + rows + "</table></div>\n</section>\n";
}

}  // namespace

std::string html_report(const ReportHead& head, std::span<const FinishedRun> runs, const DrawnPlots& plots) {
  const std::vector<Chapter> chapters = chapters_of(runs);
  Tally all;
  for (const FinishedRun& run : runs) all.add(run);
  std::string page = kHead;
  page += fmt::format("{}</style>\n</head>\n<body>\n<div class=\"page\">\n", kPageStyle);
  page += first_screen(head, chapters, all) + contents(chapters) + filter_bar() + "<main>\n";
  for (const Chapter& chapter : chapters) {
    page += fmt::format("<section class=\"chapter\" id=\"{}\">\n<h2>{}{}</h2>\n", slug_of(chapter.name),
                        html_text(chapter.title), html_ours(chapter.is_ours));
    for (const FinishedRun* run : chapter.runs) {
      page += html_experiment(*run, plots.find(run->experiment.claim.id)->second);
    }
    page += "</section>\n";
  }
  page += all_errata(runs) + "</main>\n<p class=\"up\"><a href=\"#top\">To the top</a></p>\n</div>\n";
  return page + fmt::format("<script>{}</script>\n</body>\n</html>\n", kPageScript);
}

}  // namespace peel::cli
