#include "lab/densities/experiments.hpp"

#include <array>

namespace peel::lab::densities {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kDocument = "docs/theory/finite-tables.md";
constexpr std::string_view kIrregularDocument = "docs/theory/irregular.md";

// Together about half a minute on one core.
constexpr std::array kExperiments = {
    Experiment{
        {"densities/thresholds", kDocument, "Coupled tables",
         "The thresholds of the paper's Table 1, and those of coupled tables, which with many segments "
         "are lower."},
        {0, microseconds(0)},
        thresholds},
    Experiment{{"densities/half-and-99-percent", kDocument, "The prediction",
                "With 10,000 keys, half and 99 % of the tables list where analysis says so."},
               {200, microseconds(7'500), 0, 12},
               half_and_99_percent},
    Experiment{{"densities/ten-thousand-keys", kDocument, "The prediction",
                "On the axes of the paper's Figure 1(a), the curve of coupled tables lies left of those of "
                "partitioned ones."},
               {300, microseconds(15'000), 0, 29},
               ten_thousand_keys},
    Experiment{{"densities/hundred-thousand-keys", kDocument, "The prediction",
                "On the axes of Figure 1(b) it lies further to the left."},
               {40, microseconds(100'000), 0, 20},
               hundred_thousand_keys},
    Experiment{
        {"densities/irregular", kIrregularDocument, "How small a table may be",
         "In tables that fail once in a hundred, 1,000 to 10,000 keys need the fewest cells where some "
         "keys have three of them and the others eight; 100 need fewer with four, and 100,000 if coupled."},
        {200, microseconds(37'000), 0, 15},
        irregular_tables},
    Experiment{{"densities/plans", kDocument, "The plan",
                "Tables planned for a failure of 1e-2 at 10 to 10,000 keys fail as often as the "
                "plan says."},
               {10'000, microseconds(1'300), 0, 7},
               plans},
    Experiment{{"densities/hundred-thousand-in-1.15", kDocument, "How small a table may be",
                "Coupled, k = 4, 60 segments: 100,000 keys list in 1.15 cells per key."},
               {200, microseconds(7'500)},
               hundred_thousand_in_115},
    Experiment{{"densities/million-in-1.10", kDocument, "How small a table may be",
                "Coupled, k = 4, 131 segments: 1,000,000 keys list in 1.10 cells per key."},
               {40, microseconds(117'000)},
               million_in_110},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::densities
