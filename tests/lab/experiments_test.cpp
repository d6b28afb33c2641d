// Every experiment, briefly. Verdicts allow five standard errors, so any seed will do.
#include "lab/facts.hpp"
#include "lab/registry.hpp"
#include "lab/trials.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>

namespace peel::lab {
namespace {

constexpr std::uint64_t kFewTrials = 10;

// Fewer where ten would take more than a second.
std::uint64_t few_trials_of(const Experiment& experiment) {
  if (experiment.effort.trials == 0) return 0;
  const auto in_a_second =
      static_cast<std::uint64_t>(std::chrono::seconds(1) / experiment.effort.cost_per_trial);
  return std::clamp<std::uint64_t>(in_a_second, 2, kFewTrials);
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

// Sanitizers make experiments several times slower, and find in the cheap ones what there is to find.
bool takes_too_long(const Experiment& experiment) {
  return kSanitized && experiment.effort.cost_per_trial > std::chrono::milliseconds(200);
}

const Experiment& experiment_named(const std::string& id) {
  return *find_experiments(std::vector<std::string>{id}).value().front();
}

const Finding& finding_named(const std::vector<Finding>& findings, const std::string& what) {
  const auto found = std::ranges::find(findings, what, &Finding::what);
  if (found == findings.end()) throw std::logic_error("no finding is called " + what);
  return *found;
}

class EveryExperiment : public testing::TestWithParam<const Experiment*> {};

std::set<std::string> facts_covered_by(const Experiment& experiment) {
  std::set<std::string> ids;
  for (const Fact& fact : facts()) {
    if (covers(experiment, fact)) ids.insert(fact.id);
  }
  return ids;
}

// Remembers which series there were; knows nothing.
class SeriesCount : public TrialWatcher {
 public:
  std::vector<TrialRange> recall(const TrialSeries& series, std::span<std::byte> /*results*/) override {
    EXPECT_TRUE(purposes.insert(series.purpose).second) << "two series have one purpose: " << series.purpose;
    return {};
  }
  void finished(const TrialSeries& /*series*/, TrialRange /*done*/,
                std::span<const std::byte> /*results*/) override {}

  std::set<std::uint64_t> purposes;
};

TEST_P(EveryExperiment, RecomputesItsFactsAndComesToTheAnticipatedVerdicts) {
  if (takes_too_long(*GetParam())) GTEST_SKIP() << "not with sanitizers";
  SeriesCount count;
  const auto findings =
      GetParam()->run({few_trials_of(*GetParam()), test::Random().seed(), 2, &count}).findings;
  EXPECT_EQ(count.purposes.size(), GetParam()->effort.trials == 0 ? 0U : GetParam()->effort.series);
  ASSERT_FALSE(findings.empty());
  std::set<std::string> recomputed;
  for (const Finding& finding : findings) {
    EXPECT_EQ(name_of(verdict_of(finding)), name_of(anticipated_verdict(finding))) << finding.what;
    EXPECT_TRUE(agrees_with_fact(finding)) << finding.what;
    EXPECT_FALSE(contradicts_theory(finding)) << finding.what;
    EXPECT_TRUE(finding.observed || finding.expected || finding.slip) << finding.what;
    if (!finding.fact.empty()) recomputed.insert(finding.fact);
  }
  EXPECT_EQ(recomputed, facts_covered_by(*GetParam()));
}

TEST_P(EveryExperiment, IsTheSameOnOneThreadAndOnThree) {
  const Seed seed = test::Random().seed();
  if (GetParam()->effort.trials == 0) GTEST_SKIP() << "it has no trials";
  if (kSanitized) GTEST_SKIP() << "the other build tries it";
  if (GetParam()->effort.cost_per_trial > std::chrono::milliseconds(200))
    GTEST_SKIP() << "all run their trials alike";
  const std::uint64_t trials = std::min<std::uint64_t>(3, few_trials_of(*GetParam()));
  const auto alone = GetParam()->run({trials, seed, 1}).findings;
  const auto together = GetParam()->run({trials, seed, 3}).findings;
  ASSERT_EQ(alone.size(), together.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    ASSERT_EQ(alone[i].observed.has_value(), together[i].observed.has_value());
    if (!alone[i].observed) continue;
    EXPECT_EQ(alone[i].observed->value, together[i].observed->value) << alone[i].what;
  }
}

std::vector<const Experiment*> all_experiments() {
  return find_experiments(std::vector<std::string>{}).value();
}

std::string test_name(const testing::TestParamInfo<const Experiment*>& info) {
  std::string name(info.param->claim.id);
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Lab, EveryExperiment, testing::ValuesIn(all_experiments()), test_name);

TEST(Table1, HasOneWrongEntryAndItIsC7) {
  const auto findings = experiment_named("goodrich-mitzenmacher/table-1").run({0, Seed(1), 1}).findings;
  ASSERT_GE(findings.size(), 5U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(verdict_of(findings[i]), Verdict::reproduces);
  EXPECT_EQ(verdict_of(findings[4]), Verdict::erratum);
  EXPECT_NEAR(findings[4].observed->value, 1.719, 5e-4);
}

TEST(Figure1, RisesFromFailureToSuccessThroughTheThreshold) {
  // The paper saw no failure in 220,000 trials at 14,600 cells. At 14,000, four standard deviations below the
  // threshold, a trial stops at 29 %; three of ten would have to list completely to bring the mean above
  // half.
  const auto findings = experiment_named("goodrich-mitzenmacher/figure-1a")
                            .run({kFewTrials, test::Random().seed(), 2})
                            .findings;
  EXPECT_LT(finding_named(findings, "14000 cells: keys listed on average, %").observed->value, 50);
  EXPECT_GT(finding_named(findings, "14600 cells: keys listed on average, %").observed->value, 50);
}

TEST(Densities, CoupledTablesListWherePartitionedOnesDoNot) {
  // One coupled table in 1,500 fails here and one partitioned table in 470 lists: half of ten never do.
  const auto findings =
      experiment_named("densities/ten-thousand-keys").run({kFewTrials, test::Random().seed(), 2}).findings;
  const auto listed = [&](const std::string& table) {
    return finding_named(findings, table + " cells per key: trials listed, %").observed->value;
  };
  EXPECT_GE(listed("coupled, k=4, 43 segments, 1.221"), 50);
  EXPECT_LE(listed("partitioned, k=4, 1.28"), 50);
}

TEST(Unpoisoning, ShowsThatTheKeyCheckAloneAcceptsMostPairs) {
  // 60 keys leave 13 % of the 150 cells untouched: a pair has all its five cells among those once in 26,000.
  const auto findings = experiment_named("goodrich-mitzenmacher/un-poisoning")
                            .run({kFewTrials, test::Random().seed(), 2})
                            .findings;
  EXPECT_GT(finding_named(findings, "unchanged pairs that G1 alone accepts, %").observed->value, 95);
}

}  // namespace
}  // namespace peel::lab
