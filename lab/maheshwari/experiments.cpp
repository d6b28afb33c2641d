#include "lab/maheshwari/experiments.hpp"

#include <array>

namespace peel::lab::maheshwari {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "Maheshwari 2018";

constexpr std::array kExperiments = {
    Experiment{{"maheshwari/example", kPaper, "Bloom Filter, An Example",
                "One key in two bits by two hashes: 10/16 of other keys are affirmed, and not 9/16."},
               {.trials = 1000, .cost_per_trial = microseconds(500), .series = 2},
               example,
               "001.example.*"},
    Experiment{{"maheshwari/exact-rate", kPaper, "Theorem (1)",
                "The false-positive rate is p_{k,n,m}, and not Bloom's p^k."},
               {.trials = 1000, .cost_per_trial = microseconds(9'000), .series = kExactRateSeries},
               exact_rate,
               "001.grid.* 001.dp.*"},
    Experiment{{"maheshwari/theorem", kPaper, "Theorem",
                "The rate is a sum of Stirling numbers, and above p^k by at most a factor "
                "1 + O((k/p) sqrt((ln m - 2k ln p)/m))."},
               {},
               theorem,
               "001.stirling.* 001.bound.*"},
    Experiment{{"maheshwari/set-sizes", kPaper, "Bloom Filter, Applications",
                "Filters tell how many keys two sets have together, and how many they share."},
               {.trials = 1000, .cost_per_trial = microseconds(2'500), .series = 6},
               set_sizes},
    Experiment{{"maheshwari/majority", kPaper, "An Interview Problem",
                "One candidate and one number find the majority element whenever there is one."},
               {},
               majority,
               "001.majority"},
    Experiment{{"maheshwari/cms-table", kPaper, "Updating CMS table",
                "The worked example: the stream x, y, y in 3 rows of 10 counters."},
               {},
               cms_table,
               "001.cms.table 001.cms.estimates"},
    Experiment{{"maheshwari/cms-worst", kPaper, "Claim",
                "On 1/eps items of frequency eps n, an error of eps n or more has probability "
                "(1-(1-1/b)^(b/2))^r < 2^-r."},
               {.trials = 2000, .cost_per_trial = microseconds(400), .series = 10},
               cms_worst,
               "001.cms.worst.* 001.cms.markov"},
    Experiment{{"maheshwari/cms-claim", kPaper, "Claim, Corollary",
                "With b = 2/eps, an answer is never below the truth, and eps n or more above it in at most "
                "2^-r of all cases."},
               {.trials = 4000, .cost_per_trial = microseconds(400), .series = 6},
               cms_claim,
               "001.cms.sim.* 001.cms.corollary"},
    Experiment{{"maheshwari/vector-queries", kPaper, "Sketch Data Structure",
                "Sketches answer for ranges and inner products, and by the median where counts may fall."},
               {.trials = 1000, .cost_per_trial = microseconds(2'700), .series = 3},
               vector_queries},
    Experiment{
        {"maheshwari/heavy-hitters", kPaper, "Heavy hitters",
         "A Count-Min sketch of 6k columns and a heap report all that came n/k times, and nothing that "
         "came less than two thirds as often."},
        {.trials = 1000, .cost_per_trial = microseconds(2'500)},
        heavy_hitters,
        "001.hh.*"},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::maheshwari
