// Figure 1: how the share of successful listings drops. The curve itself is not printed as numbers; what can
// be checked is where it drops.
#include "peel/analysis/counter_thresholds.hpp"

#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

struct Point {
  unsigned h;
  double load;
};

std::string described(const Point& point) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "h=%u, %.2f keys per cell: trials listed, %%", point.h, point.load);
  return text.data();
}

}  // namespace

Outcome figure_1(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = 3; h <= 6; ++h) {
    const double threshold = analysis::kept_key_threshold(h, {});
    for (const double share : {0.96, 0.985, 1.0, 1.02}) {
      const Point point{h, threshold * share};
      const CounterSpec spec{
          .cells = CellCount(static_cast<std::uint64_t>(static_cast<double>(kKeys) / point.load)),
          .hashes = HashCount(h),
          .key_width = ByteWidth(4),
          .variant = CounterVariant::one_key};
      const auto results = run_trials(options, findings.size(), [&](Seed trial) {
        return lists(spec, {}, paper_multiset(trial.derive(0)), trial.derive(1)) ? 1 : 0;
      });
      const auto listed = static_cast<std::uint64_t>(std::ranges::count(results, 1));
      Finding finding{.what = described(point),
                      .observed = Estimate::proportion(listed, options.trials).in_percent()};
      // The drop: all of them before, none behind. "With high probability" is read as 99 %.
      if (share < 0.97) finding.printed = Printed{"w.h.p.", Estimate::computed(100), 1, Origin::measured};
      if (share > 1.01) finding.printed = Printed{"none", Estimate::computed(0), 1, Origin::measured};
      findings.push_back(finding);
    }
  }
  return {findings};
}

}  // namespace peel::lab::ding_rauen
