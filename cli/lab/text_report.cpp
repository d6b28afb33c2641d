#include "cli/lab/text_report.hpp"

#include "cli/lab/report_text.hpp"
#include "cli/output/plot_size.hpp"
#include "cli/output/text_table.hpp"
#include "plot/text.hpp"

#include <fmt/format.h>
#include <string>

namespace peel::cli {

namespace {

using lab::Finding;
using lab::Verdict;

Row row_of(const Finding& finding) {
  return {finding.what, printed_text(finding), observed_text(finding), expected_text(finding),
          verdict_text(finding)};
}

}  // namespace

void print_run_as_text(const FinishedRun& run, Output& output) {
  const lab::Claim& claim = run.experiment.claim;
  const std::string trials = run.trials == 0 ? "" : fmt::format("; {} trials", run.trials);
  std::string text = fmt::format("{}\n  {}{}\n", claim.id, place_text(claim), trials);
  text += wrapped(std::string(claim.sentence), "  ") + "\n";
  std::vector<Row> rows = {{"what", "printed", "observed [95 %]", "expected", "verdict"}};
  for (const Finding& finding : run.outcome.findings) rows.push_back(row_of(finding));
  text += text_table(rows, "  ");
  for (const Finding& finding : run.outcome.findings) {
    const std::string reason = lab::reason_of(finding);
    if (!reason.empty()) text += wrapped(finding.what + ": " + reason, "  * ");
  }
  output.write(text + "\n");
}

void print_plots_as_text(const FinishedRun& run, Output& output) {
  for (const plot::Plot& plot : run.outcome.plots) output.write(plot::as_text(plot, text_plot_size()) + "\n");
}

void print_tally_as_text(const Tally& tally, Output& output) {
  output.write(fmt::format("{} numbers: {} reproduces, {} erratum, {} differs, {} note; {}\n",
                           tally.findings(), tally.of(Verdict::reproduces), tally.of(Verdict::erratum),
                           tally.of(Verdict::differs), tally.of(Verdict::note), expectation_text(tally)));
}

}  // namespace peel::cli
