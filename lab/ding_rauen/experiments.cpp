#include "lab/ding_rauen/experiments.hpp"

#include <array>

namespace peel::lab::ding_rauen {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "Ding, Rauen";
constexpr std::string_view kDocument = "docs/theory/invertible-counters.md";

// Together about three minutes on one core. Counters that have to guess take nearly all of it.
constexpr std::array kExperiments = {
    Experiment{{"ding-rauen/theory", kPaper, "Table I, section IV-C, Table II",
                "The thresholds of two-cores, three-cores, even-odd and one-key counters are these."},
               {0, microseconds(0)},
               theory},
    Experiment{{"ding-rauen/table-3a", kPaper, "VI, Table III(a)",
                "10,000 keys, each 1 to 20 times: standard counters list up to so many keys per cell."},
               {20, microseconds(130'000)},
               table_3a},
    Experiment{{"ding-rauen/table-3b", kPaper, "VI, Table III(b)", "Even-odd counters list up to so many."},
               {20, microseconds(650'000)},
               table_3b},
    Experiment{{"ding-rauen/table-3c", kPaper, "VI, Table III(c)",
                "One-key counters without the optimisations of section V-B list up to so many."},
               {20, microseconds(770'000)},
               table_3c},
    Experiment{{"ding-rauen/table-3d", kPaper, "VI, Table III(d)", "With the optimisations they list more."},
               {10, microseconds(2'300'000)},
               table_3d},
    Experiment{{"ding-rauen/random-kept-key", kPaper, "V-A",
                "A cell may as well keep each inserted key with equal probability."},
               {10, microseconds(2'900'000)},
               random_kept_key},
    Experiment{{"ding-rauen/several-kept-keys", kPaper, "V-B, V-C",
                "Cells with several kept keys and one other raise the threshold towards that of Table II."},
               {10, microseconds(1'100'000)},
               several_kept_keys},
    Experiment{{"ding-rauen/combined", kPaper, "VII", "The two modifications can be combined."},
               {10, microseconds(1'200'000)},
               combined},
    Experiment{{"ding-rauen/moment", kDocument, "Space",
                "Moment counters on the same axes list more keys per word."},
               {20, microseconds(300'000)},
               moment},
    Experiment{{"ding-rauen/figure-1", kPaper, "VI, Figure 1",
                "The share of successful listings drops rapidly at the threshold, for h = 4 around 1.21."},
               {60, microseconds(700'000)},
               figure_1},
    Experiment{
        {"ding-rauen/moment-capacity", kDocument, "Space",
         "Moment counters list 10,000 keys at 0.41 keys per word and 100,000 at 0.44, and no wrong one."},
        {20, microseconds(80'000)},
        moment_capacity},
    Experiment{{"ding-rauen/moment-multiplicities", kDocument, "Moment cells",
                "Keys that come up to 2^32 times are listed like keys that come up to 20 times."},
               {20, microseconds(10'000)},
               moment_multiplicities},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::ding_rauen
