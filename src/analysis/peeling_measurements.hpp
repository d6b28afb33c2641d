// At which loads tables broke down in simulation: one row for a table of each size. The program that makes
// the rows is lab/peeling_measurements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace peel::analysis {

// The probabilities of failure whose loads are kept, and the normal deviates that are exceeded so often.
inline constexpr std::size_t kKeptLevels = 7;
inline constexpr std::array<double, kKeptLevels> kLevelFailures = {0.5, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
inline constexpr std::array<double, kKeptLevels> kLevelDeviates = {0.0,      1.281552, 2.326348, 3.090232,
                                                                   3.719016, 4.264891, 4.753424};

struct PeelingMeasurement {
  std::uint32_t hashes;
  std::uint32_t sub_tables;
  std::uint32_t cells;
  std::uint32_t trials;
  double threshold;  // keys per cell, as segments grow long
  // Keys per cell at which a core appears with the probabilities above that has more keys than are counted as
  // small sets: four, six where cells show two keys, two in irregular tables. Those with fewer than 20 /
  // trials are continued, not measured.
  std::array<double, kKeptLevels> loads;
};

// By hashes; partitioned tables by cells, coupled ones by segments and then by cells.
std::span<const PeelingMeasurement> peeling_measurements();  // of cells that show one key, 3 to 8 hashes
std::span<const PeelingMeasurement> two_key_measurements();  // that show two, 2 to 6 hashes
// Of irregular tables with the densest light keys, by cells.
std::span<const PeelingMeasurement> irregular_measurements();

}  // namespace peel::analysis
