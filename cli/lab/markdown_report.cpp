#include "cli/lab/markdown_report.hpp"

#include "cli/lab/report_text.hpp"
#include "cli/output/printable.hpp"

#include <cctype>
#include <fmt/format.h>

namespace peel::cli {

namespace {

using lab::Finding;
using lab::Verdict;

bool is_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0;
}

std::string ours_mark(bool is_ours) {
  return is_ours ? " **ours**" : "";
}

std::string tally_row(const std::string& name, const Tally& tally) {
  std::string row = fmt::format("| {} | {} |", name, tally.findings());
  for (const Verdict verdict : kVerdicts) row += fmt::format(" {} |", tally.of(verdict));
  return row + fmt::format(" {} |\n", tally.unexpected());
}

std::string summary(const ReportHead& head, const std::vector<Chapter>& chapters, const Tally& all) {
  std::string text = "# The papers' numbers, recomputed\n\n";
  text += fmt::format("{} numbers of {} experiments: {}.\n\n", all.findings(), all.experiments(),
                      expectation_text(all));
  text += "| | numbers |";
  for (const Verdict verdict : kVerdicts) text += fmt::format(" {} {} |", sign_of(verdict), name_of(verdict));
  text += " ! unexpected |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const Chapter& chapter : chapters) {
    text += tally_row(fmt::format("[{}](#{}){}", markdown_text(chapter.title), slug_of(chapter.name),
                                  ours_mark(chapter.is_ours)),
                      chapter.tally);
  }
  text += tally_row("**all**", all) + "\n";
  for (const Verdict verdict : kVerdicts) {
    text += fmt::format("- {} **{}**: {}\n", sign_of(verdict), name_of(verdict), meaning_of(verdict));
  }
  text +=
      "- **ours**: no number of a paper, but of a structure or a question that the papers do not have.\n\n";
  text += fmt::format("Made on {} by peel {}; {}; trials {}; seed {}. Again: {}\n\n",
                      markdown_text(head.date), markdown_text(head.version), markdown_text(head.machine),
                      markdown_text(head.trials), head.seed, markdown_text(head.command));
  return text;
}

std::string finding_row(const Finding& finding) {
  const std::string verdict =
      fmt::format("{} {}", sign_of(lab::verdict_of(finding)), markdown_text(verdict_text(finding)));
  return fmt::format("| {} | {} | {} | {} | {} |\n", markdown_text(finding.what),
                     markdown_text(printed_text(finding)), markdown_text(observed_text(finding)),
                     markdown_text(expected_text(finding)),
                     is_as_anticipated(finding) ? verdict : "**" + verdict + "**");
}

std::string experiment_section(const FinishedRun& run, const std::vector<DrawnPlot>& plots) {
  const lab::Claim& claim = run.experiment.claim;
  std::string text = fmt::format("<a id=\"{}\"></a>\n\n### {}{}\n\n", slug_of(claim.id),
                                 markdown_text(title_of(run.experiment)), ours_mark(is_ours(run.experiment)));
  text += fmt::format("Claim: {}\n\n", markdown_text(claim.sentence));
  text += fmt::format("{}; {}; experiment {}\n\n", markdown_text(place_text(claim)), trials_text(run),
                      markdown_text(claim.id));
  if (!run.outcome.findings.empty()) {
    text += "| what | printed | observed [95 %] | expected | verdict |\n| --- | --- | --- | --- | --- |\n";
    for (const Finding& finding : run.outcome.findings) text += finding_row(finding);
    text += "\n";
  }
  bool has_reasons = false;
  for (const Finding& finding : run.outcome.findings) {
    const std::string reason = lab::reason_of(finding);
    if (reason.empty()) continue;
    text += fmt::format("- {}: {}\n", markdown_text(finding.what), markdown_text(reason));
    has_reasons = true;
  }
  if (has_reasons) text += "\n";
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const plot::Plot& plot = run.outcome.plots[i];
    text += fmt::format("![{}]({})\n\n{}\n\n", markdown_text(plot.title), plots[i].file,
                        markdown_text(caption_of(plot)));
  }
  return text;
}

std::string errata(std::span<const FinishedRun> runs) {
  std::string rows;
  for (const FinishedRun& run : runs) {
    for (const Finding& finding : run.outcome.findings) {
      if (lab::verdict_of(finding) != Verdict::erratum) continue;
      rows += fmt::format("| {} | {} | {} | {} | {} |\n", markdown_text(place_text(run.experiment.claim)),
                          markdown_text(finding.what), markdown_text(printed_text(finding)),
                          markdown_text(right_text(finding)), markdown_text(lab::reason_of(finding)));
    }
  }
  if (rows.empty()) return "## All errata\n\nNone among these experiments.\n";
  return "## All errata\n\n| where | what | printed | right | why |\n| --- | --- | --- | --- | --- |\n" +
         rows;
}

}  // namespace

std::string markdown_report(const ReportHead& head, std::span<const FinishedRun> runs,
                            const DrawnPlots& plots) {
  const std::vector<Chapter> chapters = chapters_of(runs);
  Tally all;
  for (const FinishedRun& run : runs) all.add(run);
  std::string text = summary(head, chapters, all);
  for (const Chapter& chapter : chapters) {
    text += fmt::format("<a id=\"{}\"></a>\n\n## {}{}\n\n", slug_of(chapter.name),
                        markdown_text(chapter.title), ours_mark(chapter.is_ours));
    for (const FinishedRun* run : chapter.runs) {
      text += experiment_section(*run, plots.find(run->experiment.claim.id)->second);
    }
  }
  return text + errata(runs);
}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*{}[]|#~$";
  const std::string safe = printable(text);
  std::string out;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const char character = safe[i];
    // Between letters an underscore is nothing else: c_3.
    const bool is_inside = i > 0 && is_word(safe[i - 1]) && i + 1 < safe.size() && is_word(safe[i + 1]);
    if (character == '<') {
      out += "&lt;";
    } else if (character == '>') {
      out += "&gt;";
    } else if (character == '&') {
      out += "&amp;";
    } else {
      if (kMarkup.find(character) != std::string_view::npos || (character == '_' && !is_inside)) out += '\\';
      out += character;
    }
  }
  return out;
}

}  // namespace peel::cli
