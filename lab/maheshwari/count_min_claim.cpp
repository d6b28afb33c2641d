// The claim and its corollary on random streams.
#include "peel/analysis/count_min.hpp"

#include "lab/maheshwari/experiments.hpp"
#include "lab/maheshwari/plain_sketch.hpp"
#include "lab/stream_workload.hpp"
#include "lab/trials.hpp"

#include <array>
#include <cmath>
#include <string>

namespace peel::lab::maheshwari {

Printed at_most_two_to_the_minus(RowCount rows) {
  const double bound = analysis::slides_delta(rows).value();
  return {"<= 2^-" + std::to_string(rows.value), Estimate::computed(bound), 0, Origin::derived,
          Relation::at_most};
}

namespace {

struct Setting {
  const char* fact;
  const char* name;
  double epsilon;
  std::uint64_t rows;
  double exponent;
};

constexpr std::array kSettings = {
    Setting{"001.cms.sim.eps0.1.r1.z0", "eps = 0.1, r = 1, Zipf 0", 0.1, 1, 0},
    Setting{"001.cms.sim.eps0.1.r3.z0", "eps = 0.1, r = 3, Zipf 0", 0.1, 3, 0},
    Setting{"001.cms.sim.eps0.1.r1.z1", "eps = 0.1, r = 1, Zipf 1", 0.1, 1, 1},
    Setting{"001.cms.sim.eps0.02.r2.z1", "eps = 0.02, r = 2, Zipf 1", 0.02, 2, 1},
    Setting{"001.cms.sim.eps0.02.r4.z1.2", "eps = 0.02, r = 4, Zipf 1.2", 0.02, 4, 1.2},
    Setting{"001.cms.sim.eps0.05.r5.z0.8", "eps = 0.05, r = 5, Zipf 0.8", 0.05, 5, 0.8}};

constexpr ItemCount kClaimValues(400);
constexpr CopyCount kClaimCopies(5000);

// Of all values, those whose answer is too small, those that exceed the truth by epsilon n or more, and those
// within the bounds of the corollary.
struct PointAnswers {
  double below = 0, beyond = 0, within = 0;
};

PointAnswers answers_of(const Setting& setting, const analysis::Zipf& law, Seed seed) {
  const auto columns = static_cast<std::uint64_t>(std::llround(2 / setting.epsilon));
  CountMinSketch sketch = plain_sketch(RowCount(setting.rows), ColumnCount(columns), seed.derive(0));
  const ZipfStream stream = zipf_stream(law, kClaimCopies, seed.derive(1));
  sketch.add(stream.keys);
  const double margin = setting.epsilon * static_cast<double>(kClaimCopies.value);
  PointAnswers answers;
  for (std::uint64_t value = 1; value <= kClaimValues.value; ++value) {
    const auto answer = static_cast<double>(sketch.bounds(value).upper);
    const auto truth = static_cast<double>(stream.counts[value]);
    if (answer < truth) answers.below += 1;
    if (answer - truth >= margin) answers.beyond += 1;
    if (answer >= truth && answer - truth <= margin) answers.within += 1;
  }
  return answers;
}

Estimate share_of_values(const std::vector<PointAnswers>& trials, double PointAnswers::*which) {
  std::vector<double> shares;
  for (const PointAnswers& trial : trials)
    shares.push_back(trial.*which / static_cast<double>(kClaimValues.value));
  return Estimate::mean_share(shares, kClaimValues.value);
}

}  // namespace

Outcome cms_claim(const RunOptions& options) {
  std::vector<Finding> findings;
  double below = 0;
  for (std::size_t i = 0; i < kSettings.size(); ++i) {
    const Setting& setting = kSettings[i];
    const analysis::Zipf law = require(analysis::Zipf::from({kClaimValues, setting.exponent}));
    const auto trials = run_trials(options, i, [&](Seed seed) { return answers_of(setting, law, seed); });
    for (const PointAnswers& trial : trials) below += trial.below;
    const double delta = analysis::slides_delta(RowCount(setting.rows)).value();
    findings.push_back({.what = std::string("Pr[error >= eps n], ").append(setting.name),
                        .fact = setting.fact,
                        .printed = at_most_two_to_the_minus(RowCount(setting.rows)),
                        .observed = share_of_values(trials, &PointAnswers::beyond)});
    findings.push_back(
        {.what = std::string("Pr[f* <= f <= f* + eps n], ").append(setting.name),
         .fact = "001.cms.corollary",
         .printed = Printed{">= 1 - 2^-" + std::to_string(setting.rows), Estimate::computed(1 - delta), 0,
                            Origin::derived, Relation::at_least},
         .observed = share_of_values(trials, &PointAnswers::within)});
  }
  findings.push_back({.what = "answers below the truth, in all streams",
                      .printed = Printed{"none", Estimate::computed(0), 0, Origin::derived},
                      .observed = Estimate::computed(below)});
  return {findings};
}

}  // namespace peel::lab::maheshwari
