#include "cli/output/lab_report.hpp"

#include "cli/output/json.hpp"
#include "cli/output/text_table.hpp"
#include "lab/facts.hpp"

#include <fmt/format.h>
#include <optional>
#include <string>

namespace peel::cli {

namespace {

using lab::Estimate;
using lab::Finding;
using lab::Verdict;

std::string number_text(double value, const Finding& finding) {
  return fmt::format("{:.{}g}", value, finding.digits);
}

std::string printed_text(const Finding& finding) {
  if (finding.slip) return finding.slip->printed;
  return finding.printed ? finding.printed->text : "-";
}

std::string observed_text(const Finding& finding) {
  if (!finding.observed) return "-";
  const std::string value = number_text(finding.observed->value, finding);
  const std::string low = number_text(finding.observed->shown.low, finding);
  const std::string high = number_text(finding.observed->shown.high, finding);
  // An interval that is narrower than the last digit is not worth its place.
  return low == high ? value : fmt::format("{} [{}, {}]", value, low, high);
}

std::string expected_text(const Finding& finding) {
  if (finding.slip) return finding.slip->meant;
  if (!finding.expected) return "-";
  const std::string value = number_text(*finding.expected, finding);
  if (!finding.believed) return value;
  const std::string low = number_text(finding.believed->low, finding);
  const std::string high = number_text(finding.believed->high, finding);
  return low == high ? value : fmt::format("{} [{}, {}]", value, low, high);
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

Row row_of(const Finding& finding) {
  return {finding.what, printed_text(finding), observed_text(finding), expected_text(finding),
          verdict_text(finding)};
}

Json estimate_json(const std::optional<Estimate>& estimate) {
  if (!estimate) return nullptr;
  return {{"value", json_number(estimate->value)},
          {"low", json_number(estimate->shown.low)},
          {"high", json_number(estimate->shown.high)}};
}

Json finding_json(const Finding& finding) {
  Json printed = nullptr;
  if (finding.printed) {
    printed = {{"text", finding.printed->text}, {"value", json_number(finding.printed->value.value)}};
  } else if (finding.slip) {
    printed = {{"text", finding.slip->printed}, {"meant", finding.slip->meant}};
  }
  return {{"what", finding.what},
          {"fact", finding.fact.empty() ? Json(nullptr) : Json(finding.fact)},
          {"printed", printed},
          {"observed", estimate_json(finding.observed)},
          {"expected", finding.expected ? json_number(*finding.expected) : Json(nullptr)},
          {"believed", finding.believed ? Json{{"low", json_number(finding.believed->low)},
                                               {"high", json_number(finding.believed->high)}}
                                        : Json(nullptr)},
          {"verdict", name_of(lab::verdict_of(finding))},
          {"anticipated", name_of(lab::anticipated_verdict(finding))},
          {"agrees_with_fact", agrees_with_fact(finding)},
          {"why", lab::reason_of(finding)}};
}

}  // namespace

void Tally::add(const Run& run) {
  ++experiments_;
  for (const Finding& finding : run.findings) {
    const Verdict verdict = lab::verdict_of(finding);
    ++verdicts_[static_cast<std::size_t>(verdict)];
    ++findings_;
    if (!is_as_anticipated(finding)) ++unexpected_;
  }
}

void print_run_as_text(const Run& run, Output& output) {
  const lab::Claim& claim = run.experiment.claim;
  const std::string trials = run.trials == 0 ? "" : fmt::format("; {} trials", run.trials);
  std::string text = fmt::format("{}\n  {}, section {}{}\n", claim.id, claim.paper, claim.section, trials);
  text += wrapped(std::string(claim.sentence), "  ") + "\n";
  std::vector<Row> rows = {{"what", "printed", "observed [95 %]", "expected", "verdict"}};
  for (const Finding& finding : run.findings) rows.push_back(row_of(finding));
  text += text_table(rows, "  ");
  for (const Finding& finding : run.findings) {
    const std::string reason = lab::reason_of(finding);
    if (!reason.empty()) text += wrapped(finding.what + ": " + reason, "  * ");
  }
  output.write(text + "\n");
}

void print_run_as_json(const Run& run, Output& output) {
  for (const Finding& finding : run.findings) {
    Json object = {{"experiment", run.experiment.claim.id}, {"trials", run.trials}};
    object.update(finding_json(finding));
    write_json_line(output, object);
  }
}

void print_tally_as_text(const Tally& tally, Output& output) {
  const std::string end =
      tally.unexpected() == 0 ? "all as expected" : fmt::format("{} NOT AS EXPECTED", tally.unexpected());
  output.write(fmt::format("{} numbers: {} reproduces, {} erratum, {} differs, {} note; {}\n",
                           tally.findings(), tally.of(Verdict::reproduces), tally.of(Verdict::erratum),
                           tally.of(Verdict::differs), tally.of(Verdict::note), end));
}

void print_tally_as_json(const Tally& tally, std::uint64_t seed, Output& output) {
  write_json_line(output, {{"summary",
                            {{"schema", 1},
                             {"seed", seed},
                             {"experiments", tally.experiments()},
                             {"numbers", tally.findings()},
                             {"reproduces", tally.of(Verdict::reproduces)},
                             {"erratum", tally.of(Verdict::erratum)},
                             {"differs", tally.of(Verdict::differs)},
                             {"note", tally.of(Verdict::note)},
                             {"unexpected", tally.unexpected()}}}});
}

}  // namespace peel::cli
