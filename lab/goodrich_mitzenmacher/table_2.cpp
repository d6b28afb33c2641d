// Section 5, third test, and Table 2: some keys are given two values, and now and then a valid key cannot be
// listed for it.
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/curves.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/poisoned_tables.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

struct PoisonedTrial {
  std::uint64_t unrecovered;
  std::uint64_t wrong;
  double found;
};

std::vector<PoisonedTrial> run_poisoned(const PoisonedSetting& setting, const RunOptions& options) {
  const IbltShape shape = setting.shape();
  return run_trials(options, setting.poisoned.value, [&](Seed trial) {
    const auto keys = keys_from(trial.derive(kForKeys), 0, setting.keys);
    Iblt table = poisoned_table(setting, shape, keys, trial);
    PoisonedTrial result{};
    result.found = share_found(table, std::span(keys).subspan(setting.poisoned.value));
    const ListedPairs pairs = check_listing(table.consume());
    result.unrecovered = setting.valid().value - pairs.right;
    result.wrong = pairs.wrong;
    return result;
  });
}

// As in a row of Table 2: of the paper's 20,000 trials, how many left 0, 1, 2, 3 valid keys unrecovered.
struct UnrecoveredEntry {
  const char* text;
  std::uint64_t trials;
};
struct Row {
  std::array<UnrecoveredEntry, 4> entries;
  std::string facts;      // of the entries, less "0" to "3" at the end; "" if they have none
  std::string mean_fact;  // of the whole row as it was simulated
};

Finding unrecovered_in(std::size_t keys, const Row& row, const PoisonedSetting& setting,
                       const std::vector<PoisonedTrial>& trials) {
  const auto seen = static_cast<std::uint64_t>(std::ranges::count(trials, keys, &PoisonedTrial::unrecovered));
  return {
      .what = std::to_string(keys) + (keys == 1 ? " valid key" : " valid keys") + " unrecovered, % of trials",
      .fact = row.facts.empty() ? "" : row.facts + std::to_string(keys),
      .printed = printed_share(row.entries[keys].text, row.entries[keys].trials),
      .observed = Estimate::proportion(seen, trials.size()).in_percent(),
      .expected = 100 * setting.lost_probability(ItemCount(keys))};
}

// "In no case were more than 3 valid keys unrecovered", in 20,000 trials.
Finding more_unrecovered(const PoisonedSetting& setting, const std::vector<PoisonedTrial>& trials) {
  const auto seen = static_cast<std::uint64_t>(
      std::ranges::count_if(trials, [](const PoisonedTrial& trial) { return trial.unrecovered > 3; }));
  double expected = 0;
  for (std::uint64_t keys = 4; keys < 20; ++keys) expected += setting.lost_probability(ItemCount(keys));
  return {.what = "more unrecovered, % of trials",
          .printed = printed_share("0 of 20000", 0),
          .observed = Estimate::proportion(seen, trials.size()).in_percent(),
          .expected = 100 * expected};
}

// One number that a whole row comes to.
Finding mean_unrecovered(const Row& row, const PoisonedSetting& setting,
                         const std::vector<PoisonedTrial>& trials) {
  const auto valid = static_cast<double>(setting.valid().value);
  std::vector<double> printed;
  for (std::size_t keys = 0; keys < row.entries.size(); ++keys) {
    printed.insert(printed.end(), row.entries[keys].trials, static_cast<double>(keys));
  }
  const auto shares = numbers_of(
      trials, [&](const PoisonedTrial& trial) { return static_cast<double>(trial.unrecovered) / valid; });
  const Estimate mean = Estimate::mean(printed);
  return {.what = "valid keys unrecovered, mean of all trials",
          .fact = row.mean_fact,
          .printed = Printed{std::to_string(mean.value), mean, 0, Origin::measured},
          .observed = Estimate::mean_share(shares, setting.valid().value).times(valid),
          .expected = valid * analysis::lost_to_poison(setting.poisoned, setting.cells, setting.hashes)};
}

Finding row_sum(const Row& row, std::string fact) {
  double sum = 0;
  std::string text;
  for (const UnrecoveredEntry& entry : row.entries) {
    sum += std::stod(entry.text);
    text += (text.empty() ? "" : "+") + std::string(entry.text);
  }
  return {.what = "sum of the row, %",
          .fact = std::move(fact),
          .printed = Printed{text, Estimate::computed(sum), 1e-9, Origin::measured},
          .expected = 100};
}

Finding wrong_pairs(const std::vector<PoisonedTrial>& trials) {
  std::uint64_t wrong = 0;
  for (const PoisonedTrial& trial : trials) wrong += trial.wrong;
  return {.what = "pairs listed that were not inserted so",
          .observed = Estimate::computed(static_cast<double>(wrong)),
          .expected = 0};
}

Finding get_rate(const PoisonedSetting& setting, const std::vector<PoisonedTrial>& trials) {
  return {
      .what = "GET finds a valid key, %",
      .observed =
          Estimate::mean_share(numbers_of(trials, &PoisonedTrial::found), setting.valid().value).in_percent(),
      .expected = 100 * analysis::get_present_success(setting.keys, setting.cells, setting.hashes)};
}

std::vector<Finding> compare(const Row& row, const PoisonedSetting& setting,
                             const std::vector<PoisonedTrial>& trials) {
  std::vector<Finding> findings;
  for (std::size_t keys = 0; keys < row.entries.size(); ++keys) {
    findings.push_back(unrecovered_in(keys, row, setting, trials));
  }
  findings.push_back(more_unrecovered(setting, trials));
  findings.push_back(mean_unrecovered(row, setting, trials));
  findings.push_back(wrong_pairs(trials));
  findings.push_back(get_rate(setting, trials));
  return findings;
}

// The row, by the number of unrecovered keys: what is printed, observed and expected lies over decades.
plot::Plot plot_of(const std::string& title, const std::vector<Finding>& findings) {
  plot::Series printed{"Table 2", plot::Source::printed, {}};
  plot::Series observed{"observed", plot::Source::observed, {}};
  plot::Series expected{"binomial law", plot::Source::theory, {}};
  for (std::size_t keys = 0; keys < 4; ++keys) {
    const Finding& finding = findings[keys];
    const auto x = static_cast<double>(keys);
    expected.points.push_back({x, *finding.expected});
    // A logarithmic axis has no place for what was not seen.
    if (finding.printed->value.value > 0) printed.points.push_back(percent_at(x, finding.printed->value));
    if (finding.observed->value > 0) observed.points.push_back(percent_at(x, *finding.observed));
  }
  return {title,
          {"valid keys unrecovered"},
          {"trials, %", plot::Scale::logarithmic},
          {expected, observed, printed}};
}

Outcome experiment(const std::string& number, const Row& row, const PoisonedSetting& setting,
                   const RunOptions& options) {
  Outcome outcome{compare(row, setting, run_poisoned(setting, options)), {}};
  outcome.plots.push_back(plot_of("Table 2, experiment " + number, outcome.findings));
  outcome.findings.push_back(row_sum(row, "003.table2.e" + number + ".sum"));
  return outcome;
}

constexpr std::array<UnrecoveredEntry, 4> kFirstRow = {
    {{"99.360", 19'872}, {"0.640", 128}, {"0.000", 0}, {"0.000", 0}}};

}  // namespace

Outcome poisoned_500(const RunOptions& options) {
  constexpr PoisonedSetting setting{kKeys, kCells, ItemCount(500)};
  const Row row{{{{"19996 of 20000", 19'996}, {"4 of 20000", 4}, {"0 of 20000", 0}, {"0 of 20000", 0}}},
                "",
                "003.poison.sim.500"};
  auto findings = compare(row, setting, run_poisoned(setting, options));
  findings.back().printed = printed_get_success();
  const Finding& complete = findings.front();
  // The same number in the unit in which the paper has it.
  constexpr double kPerPercent = kPaperTrials / 100.0;
  findings.push_back(
      {.what = "complete recoveries, of 20,000 trials",
       .fact = "003.text.19996",
       .printed = Printed{"19996", complete.printed->value.times(kPerPercent), 0, Origin::measured},
       .observed = complete.observed->times(kPerPercent),
       .expected = kPerPercent * *complete.expected,
       .digits = 6});
  return {findings};
}

Outcome table_2_experiment_1(const RunOptions& options) {
  constexpr PoisonedSetting setting{kKeys, kCells, ItemCount(1'000)};
  Outcome outcome = experiment("1", {kFirstRow, "003.table2.e1.u", "003.poison.sim.e1"}, setting, options);
  std::vector<Finding>& findings = outcome.findings;
  const auto get = std::ranges::find(findings, "GET finds a valid key, %", &Finding::what);
  get->printed = printed_get_success();
  get->fact = "003.full.poison.get";
  findings.push_back({.what = "19,872 of 20,000 trials, %",
                      .fact = "003.text.19872",
                      .printed = Printed{"99.360", Estimate::computed(99.36), 1e-9, Origin::derived},
                      .expected = 100.0 * 19'872 / 20'000});
  // "Approximately": the paper takes the limit for large tables, which is 0.015 % less.
  findings.push_back({.what = "probability that a valid key is lost",
                      .fact = "003.poison.816",
                      .printed = Printed{"8.16e-07", Estimate::computed(8.16e-7), 1e-9, Origin::derived},
                      .expected = analysis::lost_to_poison(setting.poisoned, setting.cells, setting.hashes)});
  findings.push_back({.what = "probability of complete recovery",
                      .fact = "003.poison.9927",
                      .printed = Printed{"0.9927", Estimate::computed(0.9927), 5e-5, Origin::derived},
                      .expected = setting.lost_probability(ItemCount(0))});
  return outcome;
}

Outcome table_2_experiment_2(const RunOptions& options) {
  return experiment("2",
                    {{{{"83.505", 16'701}, {"14.885", 2'977}, {"1.520", 304}, {"0.090", 18}}},
                     "003.table2.e2.u",
                     "003.poison.sim.e2"},
                    {kKeys, kCells, ItemCount(2'000)}, options);
}

Outcome table_2_experiment_3(const RunOptions& options) {
  return experiment("3",
                    {{{{"92.800", 18'560}, {"6.915", 1'383}, {"0.265", 53}, {"0.020", 4}}},
                     "003.table2.e3.u",
                     "003.poison.sim.e3"},
                    {kManyKeys, kManyCells, ItemCount(10'000)}, options);
}

}  // namespace peel::lab::goodrich_mitzenmacher
