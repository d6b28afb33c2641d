#include "lab/experiment.hpp"

#include <algorithm>

namespace peel::lab {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduces:
      return "reproduces";
    case Verdict::erratum:
      return "erratum";
    case Verdict::differs:
      return "differs";
    case Verdict::note:
      return "note";
  }
  return "unknown";
}

namespace {

// Every number of the believed range is as good as the expectation, so the nearest is what counts.
double nearest_expectation(const Finding& finding) {
  if (!finding.believed) return *finding.expected;
  return std::clamp(finding.observed->value, finding.believed->low, finding.believed->high);
}

}  // namespace

Verdict verdict_of(const Finding& finding) {
  const auto& [what, printed, observed, expected, believed, known, digits] = finding;
  if (observed && expected && !agree(*observed, Estimate::computed(nearest_expectation(finding)))) {
    return Verdict::differs;
  }
  if (!printed) return Verdict::note;
  const bool observed_agrees = !observed || agree(printed->value, *observed, printed->rounding);
  const bool expected_agrees =
      !expected || agree(printed->value, Estimate::computed(*expected), printed->rounding);
  if (observed_agrees && expected_agrees) return Verdict::reproduces;
  return printed->origin == Origin::derived ? Verdict::erratum : Verdict::differs;
}

Verdict anticipated_verdict(const Finding& finding) {
  if (finding.known) return finding.known->verdict;
  return finding.printed ? Verdict::reproduces : Verdict::note;
}

}  // namespace peel::lab
