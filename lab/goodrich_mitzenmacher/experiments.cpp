#include "lab/goodrich_mitzenmacher/experiments.hpp"

#include <array>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "Goodrich, Mitzenmacher 2011";

constexpr Claim claim(std::string_view id, std::string_view section, std::string_view sentence) {
  return {id, kPaper, section, sentence};
}

// Defaults are such that all of them together take under half a minute on one core.
constexpr std::array kExperiments = {
    Experiment{claim("goodrich-mitzenmacher/table-1", "2.4, Table 1",
                     "A table lists completely above c_k cells per key, and c_3 to c_7 are these."),
               {},
               table_1,
               "003.table1.k*"},
    Experiment{
        claim("goodrich-mitzenmacher/figure-1a", "5, Figure 1(a)",
              "With 10,000 keys and k = 5, listing changes from failure to success around 14,250 cells."),
        {400, microseconds(8'900)},
        figure_1a},
    Experiment{claim("goodrich-mitzenmacher/figure-1b", "5, Figure 1(b)",
                     "With 100,000 keys the change around 142,500 cells is steeper."),
               {30, microseconds(117'000)},
               figure_1b},
    Experiment{claim("goodrich-mitzenmacher/duplicates-and-deletions", "5",
                     "With duplicates and extraneous deletions among 10,000 keys in 80,000 cells, listing is "
                     "complete and GET finds 97.83 % of the keys."),
               {300, microseconds(7'900)},
               duplicates_and_deletions},
    Experiment{claim("goodrich-mitzenmacher/absent-keys", "3, Extraneous Deletions; 2.3",
                     "GET of a key that is not in the table returns null with probability (1-e^(-kn/m))^k."),
               {300, microseconds(2'600)},
               absent_keys},
    Experiment{
        claim("goodrich-mitzenmacher/poisoned-500", "5",
              "With 500 of 10,000 keys holding several values, all valid keys are still listed in 19,996 "
              "of 20,000 trials."),
        {500, microseconds(4'000)},
        poisoned_500},
    Experiment{claim("goodrich-mitzenmacher/table-2-experiment-1", "5, Table 2",
                     "With 1,000 of 10,000 keys poisoned, a valid key is lost in 0.64 % of the trials."),
               {500, microseconds(3'500)},
               table_2_experiment_1},
    Experiment{
        claim("goodrich-mitzenmacher/table-2-experiment-2", "5, Table 2",
              "With 2,000 of 10,000 keys poisoned, all valid keys are listed in 83.5 % of the trials and "
              "never more than three are lost."),
        {500, microseconds(3'300)},
        table_2_experiment_2},
    Experiment{
        claim("goodrich-mitzenmacher/table-2-experiment-3", "5, Table 2",
              "With 10,000 of 100,000 keys poisoned, all valid keys are listed in 92.8 % of the trials."),
        {40, microseconds(79'000)},
        table_2_experiment_3},
    Experiment{claim("goodrich-mitzenmacher/lost-sub-table", "3, Fault Tolerance to Lost Memory Subblocks",
                     "When one sub-table is lost all keys are still listed, and GET succeeds less often."),
               {300, microseconds(4'900)},
               lost_sub_table},
    Experiment{claim("goodrich-mitzenmacher/un-poisoning", "3, An Example Application",
                     "From the difference of two tables and his own pairs, Bob finds every key whose value "
                     "differs."),
               {300, microseconds(5'000)},
               unpoisoning},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::goodrich_mitzenmacher
