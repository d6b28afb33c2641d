#include "cli/lab/html_experiment.hpp"

#include "cli/lab/html_text.hpp"
#include "cli/lab/report_text.hpp"
#include "cli/output/base64.hpp"

#include <fmt/format.h>
#include <regex>

namespace peel::cli {

namespace {

using lab::Finding;

constexpr const char* kEmpty = "-";

// "0.98 [0.97, 0.99]": the interval apart, since it matters less and must not be torn.
std::string value_text(const std::string& text) {
  const std::size_t bracket = text.find(" [");
  if (bracket == std::string::npos || text.back() != ']') return html_text(text);
  return fmt::format("{} <span class=\"interval\">{}</span>", html_text(text.substr(0, bracket)),
                     html_text(text.substr(bracket + 1)));
}

std::string cell(const char* label, const std::string& text) {
  if (text == kEmpty) {
    return fmt::format("<td role=\"cell\" class=\"value empty\" data-label=\"{}\">\u2013</td>", label);
  }
  return fmt::format("<td role=\"cell\" class=\"value\" data-label=\"{}\"><span>{}</span></td>", label,
                     value_text(text));
}

std::string tags_of(const Finding& finding, const lab::Experiment& experiment) {
  std::string tags(name_of(lab::verdict_of(finding)));
  if (!is_as_anticipated(finding)) tags += " unexpected";
  if (is_ours(experiment)) tags += " ours";
  return tags;
}

std::string finding_rows(const Finding& finding, const lab::Experiment& experiment) {
  std::string text =
      fmt::format("<tbody role=\"rowgroup\" class=\"finding{}\" data-tags=\"{}\">\n<tr role=\"row\">",
                  is_as_anticipated(finding) ? "" : " unexpected", tags_of(finding, experiment));
  text += fmt::format("<td role=\"cell\">{}</td>", html_text(finding.what));
  text += cell("printed", printed_text(finding)) + cell("observed", observed_text(finding)) +
          cell("expected", expected_text(finding));
  text += fmt::format("<td role=\"cell\" data-label=\"verdict\"><span>{}</span></td></tr>\n",
                      html_verdict(finding));
  const std::string reason = lab::reason_of(finding);
  if (!reason.empty()) {
    text +=
        fmt::format("<tr role=\"row\" class=\"why\"><td role=\"cell\" colspan=\"5\"><p>{}</p></td></tr>\n",
                    html_text(reason));
  }
  return text + "</tbody>\n";
}

std::string findings_table(const FinishedRun& run) {
  if (run.outcome.findings.empty()) return "";
  std::string text =
      "<div class=\"scroll\"><table role=\"table\" class=\"findings cards\">\n<thead role=\"rowgroup\"><tr "
      "role=\"row\">";
  for (const char* head : {"what", "printed", "observed [95 %]", "expected", "verdict"}) {
    text += fmt::format("<th role=\"columnheader\" scope=\"col\">{}</th>", head);
  }
  text += "</tr></thead>\n";
  for (const Finding& finding : run.outcome.findings) text += finding_rows(finding, run.experiment);
  return text + "</table></div>\n";
}

std::string interval_text(const plot::Point& point) {
  return point.low && point.high ? fmt::format("{:.5g} to {:.5g}", *point.low, *point.high) : "";
}

// What the plot shows as numbers, for those who want to read or copy them. Curves of theory are left out:
// they are many points of a formula.
std::string numbers_of(const plot::Plot& plot) {
  std::string rows;
  for (const plot::Series& series : plot.series) {
    if (series.source == plot::Source::theory) continue;
    for (const plot::Point& point : series.points) {
      rows += fmt::format(
          "<tr><td>{}{}</td><td class=\"number\">{:.6g}</td><td "
          "class=\"number\">{:.6g}</td><td>{}</td></tr>\n",
          html_text(series.name), html_ours(series.source == plot::Source::ours), point.x, point.y,
          interval_text(point));
    }
  }
  if (rows.empty()) return "";
  return fmt::format(
      "<details><summary>The points as numbers</summary><div class=\"scroll\"><table><thead><tr>"
      "<th scope=\"col\">series</th><th scope=\"col\" class=\"number\">{}</th>"
      "<th scope=\"col\" class=\"number\">{}</th><th scope=\"col\">95 %</th></tr></thead><tbody>\n{}"
      "</tbody></table></div></details>",
      html_text(plot.x.label), html_text(plot.y.label), rows);
}

// "width=... height=...", so that a page keeps its place for the picture; nothing if it does not say.
std::string size_of(const std::string& svg) {
  static const std::regex box("viewBox=\"0 0 ([0-9]+) ([0-9]+)\"");
  std::smatch found;
  if (!std::regex_search(svg, found, box)) return "";
  return fmt::format("width=\"{}\" height=\"{}\" ", found[1].str(), found[2].str());
}

std::string figure(const plot::Plot& plot, const DrawnPlot& drawn) {
  // As a picture of its own, so that names inside it clash with nothing and nothing in it can run.
  return fmt::format(
      "<figure>\n<img {}alt=\"{}\" src=\"data:image/svg+xml;base64,{}\">\n"
      "<figcaption>{}</figcaption>\n{}</figure>\n",
      size_of(drawn.svg), html_text(description_of(plot)), base64(drawn.svg), html_text(caption_of(plot)),
      numbers_of(plot));
}

}  // namespace

std::string html_verdict(const Finding& finding) {
  const lab::Verdict verdict = lab::verdict_of(finding);
  const bool is_expected = is_as_anticipated(finding);
  return fmt::format("<span class=\"verdict {}\"><span aria-hidden=\"true\">{}</span> {}</span>",
                     is_expected ? name_of(verdict) : "unexpected", is_expected ? sign_of(verdict) : "!",
                     html_text(verdict_text(finding)));
}

std::string html_ours(bool is_ours) {
  return is_ours ? " <span class=\"ours\">ours</span>" : "";
}

std::string html_experiment(const FinishedRun& run, const std::vector<DrawnPlot>& plots) {
  const lab::Claim& claim = run.experiment.claim;
  const std::string slug = slug_of(claim.id);
  std::string text =
      fmt::format("<section class=\"experiment\" id=\"{}\">\n<header>\n<h3><a href=\"#{}\">{}</a>{}</h3>\n",
                  slug, slug, html_text(title_of(run.experiment)), html_ours(is_ours(run.experiment)));
  text += fmt::format(
      "<p class=\"claim\">{}</p>\n<p class=\"where\">{} \u00b7 {} \u00b7 <code>peel lab "
      "{}</code></p>\n</header>\n",
      html_text(claim.sentence), html_text(place_text(claim)), trials_text(run), html_text(claim.id));
  text += findings_table(run);
  for (std::size_t i = 0; i < plots.size(); ++i) text += figure(run.outcome.plots[i], plots[i]);
  return text + "</section>\n";
}

}  // namespace peel::cli
