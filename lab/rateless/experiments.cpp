#include "lab/rateless/experiments.hpp"

#include <array>

namespace peel::lab::rateless {

namespace {

constexpr std::array kRatelessExperiments = {
    Experiment{{"rateless/cells-per-difference", "docs/theory/rateless.md", "How many cells",
                "Regular streams list d differences from as many cells as published, irregular ones from a "
                "fifth fewer, without knowing d."},
               {200, std::chrono::microseconds(2'500), 0, 20},
               cells_per_difference},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kRatelessExperiments;
}

}  // namespace peel::lab::rateless
