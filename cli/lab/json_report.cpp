#include "cli/lab/json_report.hpp"

#include "cli/output/json.hpp"

#include <optional>

namespace peel::cli {

namespace {

using lab::Estimate;
using lab::Finding;
using lab::Verdict;

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

void print_run_as_json(const FinishedRun& run, Output& output) {
  for (const Finding& finding : run.outcome.findings) {
    Json object = {{"experiment", run.experiment.claim.id}, {"trials", run.trials}};
    object.update(finding_json(finding));
    write_json_line(output, object);
  }
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
