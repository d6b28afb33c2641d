#include "lab/maheshwari/experiments.hpp"

#include <array>

namespace peel::lab::maheshwari {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "Maheshwari 2018";

constexpr std::array kExperiments = {
    Experiment{{"maheshwari/example", kPaper, "Bloom Filter, An Example",
                "One key in two bits by two hashes: 10/16 of other keys are affirmed, and not 9/16."},
               {100, microseconds(2'000)},
               example},
    Experiment{{"maheshwari/exact-rate", kPaper, "Theorem (1)",
                "The false-positive rate is p_{k,n,m}, and not Bloom's p^k."},
               {100, microseconds(20'000)},
               exact_rate},
    Experiment{{"maheshwari/bounds", kPaper, "Theorem (2)",
                "The rate is above p^k, by at most a factor 1 + O((k/p) sqrt((ln m - 2k ln p)/m))."},
               {0, microseconds(0)},
               bounds},
    Experiment{{"maheshwari/majority", kPaper, "An Interview Problem",
                "One candidate and one number find the majority element whenever there is one."},
               {0, microseconds(0)},
               majority},
    Experiment{{"maheshwari/cms-table", kPaper, "Updating CMS table",
                "The worked example: the stream x, y, y in 3 rows of 10 counters."},
               {0, microseconds(0)},
               cms_table},
    Experiment{{"maheshwari/cms-worst", kPaper, "Claim",
                "On 1/eps items of frequency eps n, an error of eps n or more has probability "
                "(1-(1-1/b)^(b/2))^r < 2^-r."},
               {100, microseconds(8'000)},
               cms_worst},
    Experiment{{"maheshwari/cms-claim", kPaper, "Claim, Corollary",
                "With b = 2/eps, an answer is never below the truth, and eps n or more above it in at most "
                "2^-r of all cases."},
               {1000, microseconds(2'000)},
               cms_claim},
    Experiment{
        {"maheshwari/heavy-hitters", kPaper, "Heavy hitters",
         "A Count-Min sketch of 6k columns and a heap report all that came n/k times, and nothing that "
         "came less than two thirds as often."},
        {100, microseconds(3'000)},
        heavy_hitters},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::maheshwari
