#include "lab/maheshwari/experiments.hpp"

#include <array>

namespace peel::lab::maheshwari {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "Maheshwari 2018";

constexpr std::array kExperiments = {
    Experiment{{"maheshwari/example", kPaper, "Bloom Filter, An Example",
                "One key in two bits by two hashes: 10/16 of other keys are affirmed, and not 9/16."},
               100,
               microseconds(2'000),
               example},
    Experiment{{"maheshwari/exact-rate", kPaper, "Theorem (1)",
                "The false-positive rate is p_{k,n,m}, and not Bloom's p^k."},
               100,
               microseconds(20'000),
               exact_rate},
    Experiment{{"maheshwari/bounds", kPaper, "Theorem (2)",
                "The rate is above p^k, by at most a factor 1 + O((k/p) sqrt((ln m - 2k ln p)/m))."},
               0,
               microseconds(0),
               bounds},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::maheshwari
