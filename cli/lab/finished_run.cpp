#include "cli/lab/finished_run.hpp"

namespace peel::cli {

void Tally::add(const FinishedRun& run) {
  ++experiments_;
  for (const lab::Finding& finding : run.outcome.findings) {
    ++verdicts_[static_cast<std::size_t>(lab::verdict_of(finding))];
    ++findings_;
    if (!is_as_anticipated(finding)) ++unexpected_;
  }
}

}  // namespace peel::cli
