#include "lab/experiment.hpp"
#include "lab/facts.hpp"

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

// Whether what the paper says may be true of this number.
bool allows(const Printed& printed, const Estimate& number) {
  if (printed.relation == Relation::at_most && number.value <= printed.value.value) return true;
  if (printed.relation == Relation::at_least && number.value >= printed.value.value) return true;
  return agree(printed.value, number, printed.rounding);
}

}  // namespace

Verdict verdict_of(const Finding& finding) {
  const auto& [what, fact, printed, slip, observed, expected, believed, known, digits] = finding;
  if (slip) return Verdict::erratum;
  if (contradicts_theory(finding)) return Verdict::differs;
  if (!printed) return Verdict::note;
  const bool observed_agrees = !observed || allows(*printed, *observed);
  const bool expected_agrees = !expected || allows(*printed, Estimate::computed(*expected));
  if (observed_agrees && expected_agrees) return Verdict::reproduces;
  return printed->origin == Origin::derived ? Verdict::erratum : Verdict::differs;
}

bool contradicts_theory(const Finding& finding) {
  return finding.observed && finding.expected &&
         !agree(*finding.observed, Estimate::computed(nearest_expectation(finding)));
}

Verdict anticipated_verdict(const Finding& finding) {
  if (finding.known) return finding.known->verdict;
  if (!finding.fact.empty()) return fact_of(finding.fact).verdict;
  return finding.printed ? Verdict::reproduces : Verdict::note;
}

std::string reason_of(const Finding& finding) {
  if (finding.known) return finding.known->why;
  return finding.fact.empty() ? "" : fact_of(finding.fact).why;
}

bool agrees_with_fact(const Finding& finding) {
  if (finding.fact.empty()) return true;
  const std::optional<Estimate>& number = fact_of(finding.fact).number;
  if (!number) return true;
  // Observed and expected agree with each other, or contradicts_theory says so: one of them is enough.
  return (finding.observed && agree(*number, *finding.observed)) ||
         (finding.expected && agree(*number, Estimate::computed(*finding.expected)));
}

bool is_as_anticipated(const Finding& finding) {
  return verdict_of(finding) == anticipated_verdict(finding) && agrees_with_fact(finding) &&
         !contradicts_theory(finding);
}

}  // namespace peel::lab
