#include "cli/lab/report_text.hpp"

#include "lab/facts.hpp"
#include "plot/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace peel::cli {

namespace {

using lab::Finding;
using lab::Verdict;

constexpr const char* kNothing = "-";

std::string number_text(double value, const Finding& finding) {
  return fmt::format("{:.{}g}", value, finding.digits);
}

// An interval that is narrower than the last digit is not worth its place.
std::string with_interval(double value, const lab::Interval& interval, const Finding& finding) {
  const std::string low = number_text(interval.low, finding);
  const std::string high = number_text(interval.high, finding);
  const std::string text = number_text(value, finding);
  return low == high ? text : fmt::format("{} [{}, {}]", text, low, high);
}

std::string capitalised(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '-', ' ');
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

std::string_view subject_of(const lab::Experiment& experiment) {
  return experiment.claim.id.substr(0, experiment.claim.id.find('/'));
}

// "2.4, Table 1" and "VI, Figure 1", but not "Theorem (1)".
bool is_numbered(std::string_view section) {
  const std::string_view first = section.substr(0, section.find_first_of(",;- "));
  return !first.empty() && first.find_first_not_of("0123456789.IVX") == std::string_view::npos;
}

std::string_view drawn_as(plot::Source source) {
  switch (source) {
    case plot::Source::printed:
      return "hollow black points are printed in the paper";
    case plot::Source::theory:
      return "thin lines are theory";
    case plot::Source::observed:
      return "small points are observed, bars are their 95 % intervals";
    case plot::Source::ours:
      return "thick lines are ours";
  }
  return "";
}

}  // namespace

std::string printed_text(const Finding& finding) {
  if (finding.slip) return finding.slip->printed;
  return finding.printed ? finding.printed->text : kNothing;
}

std::string observed_text(const Finding& finding) {
  if (!finding.observed) return kNothing;
  return with_interval(finding.observed->value, finding.observed->shown, finding);
}

std::string expected_text(const Finding& finding) {
  if (finding.slip) return finding.slip->meant;
  if (!finding.expected) return kNothing;
  if (!finding.believed) return number_text(*finding.expected, finding);
  return with_interval(*finding.expected, *finding.believed, finding);
}

std::string verdict_text(const Finding& finding) {
  const Verdict verdict = lab::verdict_of(finding);
  const Verdict anticipated = lab::anticipated_verdict(finding);
  if (verdict != anticipated) {
    return fmt::format("{} (EXPECTED: {})", name_of(verdict), name_of(anticipated));
  }
  if (!agrees_with_fact(finding)) {
    return fmt::format("{} (BUT {} IS KNOWN)", name_of(verdict), lab::fact_of(finding.fact).recomputed);
  }
  return std::string(name_of(verdict));
}

std::string right_text(const Finding& finding) {
  const std::string expected = expected_text(finding);
  return expected == kNothing ? observed_text(finding) : expected;
}

std::string_view sign_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduces:
      return "\u2713";
    case Verdict::erratum:
      return "\u2717";
    case Verdict::differs:
      return "\u2260";
    case Verdict::note:
      return "\u2022";
  }
  return "?";
}

std::string_view meaning_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduces:
      return "What is printed agrees with what was observed and with what theory expects.";
    case Verdict::erratum:
      return "A number, formula or line that the paper derives is wrong; the right one is given.";
    case Verdict::differs:
      return "A number that the paper measured does not come out, for the reason given.";
    case Verdict::note:
      return "Nothing is printed: a number added here.";
  }
  return "";
}

std::string place_text(const lab::Claim& claim) {
  return fmt::format("{}, {}{}", claim.paper, is_numbered(claim.section) ? "section " : "", claim.section);
}

std::string trials_text(const FinishedRun& run) {
  return run.trials == 0 ? "no trials: computed" : fmt::format("{} trials", run.trials);
}

std::string title_of(const lab::Experiment& experiment) {
  const std::string_view id = experiment.claim.id;
  return capitalised(id.substr(id.find('/') + 1));
}

std::string expectation_text(const Tally& tally) {
  return tally.unexpected() == 0 ? "all as expected" : fmt::format("{} NOT AS EXPECTED", tally.unexpected());
}

bool is_ours(const lab::Experiment& experiment) {
  return experiment.claim.paper.ends_with(".md");
}

std::string description_of(const plot::Plot& plot) {
  std::string text = fmt::format("{}: {} against {}.", plot.title, plot.y.label, plot.x.label);
  for (const plot::Series& series : plot.series) {
    text +=
        fmt::format(" {} ({}), {} points.", series.name, plot::name_of(series.source), series.points.size());
  }
  for (const plot::Mark& mark : plot.marks) text += fmt::format(" Marked: {} at {:.5g}.", mark.name, mark.x);
  return text;
}

std::string caption_of(const plot::Plot& plot) {
  std::string text;
  for (const auto source :
       {plot::Source::printed, plot::Source::theory, plot::Source::observed, plot::Source::ours}) {
    if (std::ranges::find(plot.series, source, &plot::Series::source) == plot.series.end()) continue;
    text += (text.empty() ? "" : "; ") + std::string(drawn_as(source));
  }
  return text.empty() ? "" : capitalised(text.substr(0, 1)) + text.substr(1) + ".";
}

std::vector<Chapter> chapters_of(std::span<const FinishedRun> runs) {
  std::vector<Chapter> chapters;
  for (const FinishedRun& run : runs) {
    const std::string name(subject_of(run.experiment));
    auto chapter = std::ranges::find(chapters, name, &Chapter::name);
    if (chapter == chapters.end()) {
      chapters.push_back({name, capitalised(name), true});
      chapter = chapters.end() - 1;
    }
    if (chapter->is_ours && !is_ours(run.experiment)) {
      chapter->is_ours = false;
      chapter->title = run.experiment.claim.paper;
    }
    chapter->tally.add(run);
    chapter->runs.push_back(&run);
  }
  return chapters;
}

}  // namespace peel::cli
