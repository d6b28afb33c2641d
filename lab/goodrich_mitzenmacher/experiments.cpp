#include "lab/goodrich_mitzenmacher/experiments.hpp"

#include "lab/goodrich_mitzenmacher/setting.hpp"

#include <array>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "Goodrich, Mitzenmacher 2011";

constexpr Claim claim(std::string_view id, std::string_view section, std::string_view sentence) {
  return {id, kPaper, section, sentence};
}

// Defaults are such that all of them together take less than three minutes on one core.
constexpr std::array kExperiments = {
    Experiment{claim("goodrich-mitzenmacher/table-1", "2.4, Table 1",
                     "A table lists completely above c_k cells per key, and c_3 to c_7 are these."),
               {},
               table_1,
               "003.table1.* 003.ck.le.k"},
    Experiment{
        claim("goodrich-mitzenmacher/figure-1a", "5, Figure 1(a)",
              "With 10,000 keys and k = 5, listing changes from failure to success around 14,250 cells."),
        {2'000, microseconds(12'500), kPaperTrials, 13},
        figure_1a,
        "003.thr.10k 003.peel.10k.14000 003.peel.10k.142* 003.peel.10k.14300 003.peel.10k.14400 "
        "003.peel.10k.14500"},
    Experiment{claim("goodrich-mitzenmacher/figure-1b", "5, Figure 1(b)",
                     "With 100,000 keys the change around 142,500 cells is steeper."),
               {200, microseconds(97'000), kPaperTrials, 10},
               figure_1b,
               "003.thr.100k 003.peel.100k.142* 003.peel.100k.143000"},
    Experiment{claim("goodrich-mitzenmacher/14600-cells", "5",
                     "With 10,000 keys in 14,600 cells, 220,000 of 220,000 trials list completely."),
               {10'000, microseconds(1'000), kPaperTrials + kFurtherTrials},
               cells_14600,
               "003.peel.10k.14600"},
    Experiment{claim("goodrich-mitzenmacher/144000-cells", "5",
                     "With 100,000 keys in 144,000 cells, 220,000 of 220,000 trials list completely."),
               {500, microseconds(14'000), kPaperTrials + kFurtherTrials},
               cells_144000,
               "003.peel.100k.144000"},
    Experiment{claim("goodrich-mitzenmacher/theorem-1", "2.4, Theorem 1",
                     "Above the threshold listing fails with probability O(t^(-k+2))."),
               {10'000, microseconds(100), 0, 5},
               theorem_1,
               "003.thm1.bound"},
    Experiment{claim("goodrich-mitzenmacher/get-rates", "2.3; 5",
                     "GET finds a key that is in the table with probability 1-(1-e^(-kn/m))^k, 97.83 % at "
                     "eight cells per key."),
               {500, microseconds(6'500), 0, 6},
               get_rates,
               "003.get.9783*"},
    Experiment{claim("goodrich-mitzenmacher/absent-keys", "3, Extraneous Deletions; 2.3",
                     "GET of a key that is not in the table returns null with probability (1-e^(-kn/m))^k."),
               {500, microseconds(2'500), 0, 2},
               absent_keys,
               "003.null.formula 003.get.absent.simple"},
    Experiment{claim("goodrich-mitzenmacher/duplicates-and-deletions", "5",
                     "With duplicates and extraneous deletions among 10,000 keys in 80,000 cells, listing is "
                     "complete and GET finds 97.83 % of the keys."),
               {500, microseconds(9'000), kPaperTrials},
               duplicates_and_deletions,
               "003.full.dupdel.* 003.full.null"},
    Experiment{claim("goodrich-mitzenmacher/many-duplicates-and-deletions", "5",
                     "So it is with 100,000 keys in 800,000 cells."),
               {50, microseconds(85'000), kPaperTrials},
               many_duplicates_and_deletions,
               "003.full.100k.get"},
    Experiment{claim("goodrich-mitzenmacher/duplicates-at-the-threshold", "3, Extensions to Duplicates",
                     "Duplicates and extraneous deletions leave the threshold where it is."),
               {300, microseconds(13'000), 0, 5},
               duplicates_at_the_threshold,
               "003.full.14600"},
    Experiment{claim("goodrich-mitzenmacher/poisoned-500", "5",
                     "With 500 of 10,000 keys holding several values, all valid keys are still listed in "
                     "19,996 of 20,000 trials."),
               {2'000, microseconds(3'200), kPaperTrials},
               poisoned_500,
               "003.text.19996 003.poison.sim.500"},
    Experiment{claim("goodrich-mitzenmacher/table-2-experiment-1", "5, Table 2",
                     "With 1,000 of 10,000 keys poisoned, a valid key is lost in 0.64 % of the trials."),
               {3'000, microseconds(2'700), kPaperTrials},
               table_2_experiment_1,
               "003.table2.e1.* 003.poison.sim.e1 003.full.poison.get 003.text.19872 003.poison.816 "
               "003.poison.9927"},
    Experiment{claim("goodrich-mitzenmacher/table-2-experiment-2", "5, Table 2",
                     "With 2,000 of 10,000 keys poisoned, all valid keys are listed in 83.5 % of the trials "
                     "and never more than three are lost."),
               {3'000, microseconds(2'700), kPaperTrials},
               table_2_experiment_2,
               "003.table2.e2.* 003.poison.sim.e2"},
    Experiment{
        claim("goodrich-mitzenmacher/table-2-experiment-3", "5, Table 2",
              "With 10,000 of 100,000 keys poisoned, all valid keys are listed in 92.8 % of the trials."),
        {200, microseconds(53'000), kPaperTrials},
        table_2_experiment_3,
        "003.table2.e3.* 003.poison.sim.e3"},
    Experiment{claim("goodrich-mitzenmacher/figure-2a", "5, Figure 2(a)",
                     "With 10,000 keys in 80,000 cells, complete recovery remains likely with large numbers "
                     "of damaged keys."),
               {1'000, microseconds(17'000), kPaperTrials, 8},
               figure_2a},
    Experiment{
        claim("goodrich-mitzenmacher/figure-2b", "5, Figure 2(b)",
              "With 100,000 keys in 800,000 cells the same percentage of damaged keys does more harm."),
        {100, microseconds(180'000), kPaperTrials, 6},
        figure_2b},
    Experiment{claim("goodrich-mitzenmacher/theorem-2", "3, Theorem 2",
                     "With n^(1-b) invalid keys, ceil(1/b)+4 hash functions leave every valid key three "
                     "clean cells, and listing succeeds."),
               {300, microseconds(8'000), 0, 5},
               theorem_2,
               "003.thm2"},
    Experiment{claim("goodrich-mitzenmacher/lost-sub-table", "3, Fault Tolerance to Lost Memory Subblocks",
                     "When one sub-table is lost all keys are still listed, and GET succeeds less often."),
               {500, microseconds(3'500)},
               lost_sub_table,
               "003.full.lost.*"},
    Experiment{
        claim(
            "goodrich-mitzenmacher/un-poisoning", "3, An Example Application",
            "From the difference of two tables and his own pairs, Bob finds every key whose value differs."),
        {300, microseconds(5'000)},
        unpoisoning},
    Experiment{claim("goodrich-mitzenmacher/pseudo-code", "2.2; Figure 3",
                     "LISTENTRIES ends when no cell has a count of 1 or -1."),
               {300, microseconds(1'000)},
               pseudo_code,
               "003.ht.index 003.fig3.*"},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::goodrich_mitzenmacher
