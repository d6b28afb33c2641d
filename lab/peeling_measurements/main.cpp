// peel-measure-peeling KEYS [SHARE]: measures at which load tables break down whose cells show KEYS keys, 1
// or 2, and prints the table that analysis/listing_failure predicts from, as
// src/analysis/peeling_measurements.cpp or two_key_measurements.cpp. With `irregular` in place of KEYS it
// measures irregular tables, for irregular_measurements.cpp. SHARE (default 1) of the usual trials are run;
// all of them take about a quarter of an hour on one core for one key, half an hour for two, and a few
// minutes for irregular tables.
#include "peel/analysis/coupled_peeling.hpp"
#include "peel/analysis/irregular_peeling.hpp"

#include "lab/peeling_measurements/breakdown_curve.hpp"
#include "lab/peeling_measurements/simulator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

namespace {

using namespace peel;
using namespace peel::lab;

// What one table of measurements is made of.
struct Campaign {
  analysis::KeysPerCell shown;
  double share;  // of the trials
  std::span<const std::uint64_t> sub_table_cells;
  std::uint64_t most_hashes;
  std::span<const std::uint64_t> segments;
  std::uint32_t largest_small_set;  // what expected_small_stopping_sets counts exactly
};

// Cells of a sub-table, for partitioned tables.
constexpr std::uint64_t kSubTableCells[] = {3,   4,   5,    6,    8,    10,    12,    16,    20,
                                            24,  32,  40,   48,   64,   96,    128,   192,   256,
                                            384, 512, 1024, 2048, 4096, 16384, 65536, 262144};
constexpr std::uint64_t kSubTableCellsForTwo[] = {3,  4,   6,   8,   12,  16,   24,   32,   48,    64,
                                                  96, 128, 192, 256, 512, 1024, 2048, 4096, 16384, 65536};
constexpr std::uint64_t kSubTableCellsIrregular[] = {8,   12,  16,  24,  32,   48,   64,   96,    128,
                                                     192, 256, 384, 512, 1024, 2048, 4096, 16384, 65536};
constexpr std::uint64_t kSegments[] = {8, 12, 16, 24, 32, 48, 64, 96, 128, 192};
constexpr std::uint64_t kSegmentsForTwo[] = {8, 12, 16, 24, 32, 48, 64, 96, 128};
constexpr double kCellsBySquare[] = {0.08, 0.25, 0.7, 2.0};  // of a segment, by the square of the segments
constexpr double kMostCells = 2.3e6;

double real(analysis::KeysPerCell shown) {
  return static_cast<double>(shown);
}

// The number of trials is set by the work, counted in cells, so that the same command prints the same table.
double trials_for(double cells, double share) {
  const double work = cells < 200 ? 4e7 : 1.2e8;
  return std::ceil(share * std::min(1e6, std::max(24.0, work / cells)));
}

BreakdownCurve measure(const Placement& placement, double threshold, double deviation,
                       const Campaign& campaign, const BreakdownCurve* smaller) {
  const double cells = static_cast<double>(placement.cells().value);
  // Six deviations beyond the threshold even a lucky table has broken down.
  const auto keys = static_cast<std::uint32_t>(cells * (threshold + 6 * deviation)) + 5;
  PeelingSimulator simulator(placement, keys, campaign.largest_small_set, campaign.shown);
  const auto trials = static_cast<std::uint64_t>(trials_for(cells, campaign.share));
  std::vector<std::uint32_t> breakdowns;
  breakdowns.reserve(trials);
  const std::uint64_t series =
      (placement.cells().value << 20U) ^ (placement.sub_tables().value << 4U) ^ placement.hashes().value;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    breakdowns.push_back(simulator.run(scramble(series) + trial).large_core);
  }
  return BreakdownCurve::from(breakdowns, placement, smaller);
}

void print(const BreakdownCurve& curve, const Placement& placement, double threshold) {
  std::printf("    {%llu, %llu, %llu, %llu, %.6f, {",
              static_cast<unsigned long long>(placement.hashes().value),
              static_cast<unsigned long long>(placement.sub_tables().value),
              static_cast<unsigned long long>(placement.cells().value),
              static_cast<unsigned long long>(curve.trials), threshold);
  const char* separator = "";
  for (const double load : curve.loads) {
    std::printf("%s%.6f", separator, load);
    separator = ", ";
  }
  std::printf("}},\n");
  std::fflush(stdout);
}

void measure_partitioned(std::uint64_t hashes, const Campaign& campaign) {
  const double threshold =
      1 / analysis::coupled_threshold(HashCount{hashes}, SegmentCount{hashes}, campaign.shown);
  BreakdownCurve smaller;
  for (const std::uint64_t sub_cells : campaign.sub_table_cells) {
    if (hashes > 6 && sub_cells > 128) break;  // such tables are worth their size for a few keys only
    if (hashes > 4 && sub_cells > 20'000) break;
    const Placement placement = *Placement::partitioned(CellCount{sub_cells * hashes}, HashCount{hashes});
    const double deviation =
        0.5 * real(campaign.shown) / std::sqrt(static_cast<double>(placement.cells().value));
    smaller = measure(placement, threshold, deviation, campaign,
                      sub_cells == campaign.sub_table_cells[0] ? nullptr : &smaller);
    print(smaller, placement, threshold);
  }
}

void measure_coupled(std::uint64_t hashes, const Campaign& campaign) {
  for (const std::uint64_t segments : campaign.segments) {
    const double threshold =
        1 / analysis::coupled_threshold(HashCount{hashes}, SegmentCount{segments}, campaign.shown);
    BreakdownCurve smaller;
    for (const double cells_by_square : kCellsBySquare) {
      const double squared = static_cast<double>(segments * segments);
      if (cells_by_square * squared * static_cast<double>(segments) > kMostCells) break;
      const auto sub_cells = static_cast<std::uint64_t>(std::lround(cells_by_square * squared));
      const Placement placement =
          *Placement::coupled(CellCount{sub_cells * segments}, HashCount{hashes}, SegmentCount{segments});
      const double deviation = 0.2 * real(campaign.shown) / std::sqrt(static_cast<double>(sub_cells));
      smaller = measure(placement, threshold, deviation, campaign,
                        cells_by_square == kCellsBySquare[0] ? nullptr : &smaller);
      print(smaller, placement, threshold);
    }
  }
}

// Those with the densest light keys.
void measure_irregular(const Campaign& campaign) {
  const LightKeys light = analysis::densest_light_keys();
  const HashCount hashes{kMaxHashes};
  const double threshold = 1 / analysis::irregular_threshold(hashes, light);
  BreakdownCurve smaller;
  for (const std::uint64_t sub_cells : campaign.sub_table_cells) {
    const Placement placement =
        *Placement::irregular(CellCount{sub_cells * kMaxHashes}, hashes, {light, WeightSource::hash});
    const double deviation = 0.5 / std::sqrt(static_cast<double>(placement.cells().value));
    smaller = measure(placement, threshold, deviation, campaign,
                      sub_cells == campaign.sub_table_cells[0] ? nullptr : &smaller);
    print(smaller, placement, threshold);
  }
}

// Tables of two hashes whose cells show one key have no window: any load has cycles.
void measure_all(const Campaign& campaign) {
  const std::uint64_t fewest_hashes = campaign.shown == analysis::KeysPerCell::one ? 3 : 2;
  for (std::uint64_t hashes = fewest_hashes; hashes <= campaign.most_hashes; ++hashes) {
    measure_partitioned(hashes, campaign);
  }
  for (std::uint64_t hashes = fewest_hashes; hashes <= 4; ++hashes) measure_coupled(hashes, campaign);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  const double share = argc > 2 ? std::strtod(argv[2], nullptr) : 1.0;
  if ((what != "1" && what != "2" && what != "irregular") || !(share > 0)) {
    std::fprintf(stderr, "usage: peel-measure-peeling 1|2|irregular [SHARE OF THE TRIALS]\n");
    return 2;
  }
  std::printf(
      "// Generated by peel-measure-peeling %s %g; do not edit. Columns: docs/theory/finite-tables.md.\n",
      argv[1], share);
  std::printf(
      "#include \"analysis/peeling_measurements.hpp\"\n\nnamespace peel::analysis {\n\nnamespace {\n\n");
  std::printf("// clang-format off\nconstexpr PeelingMeasurement kMeasurements[] = {\n");
  using analysis::KeysPerCell;
  if (what == "irregular") {
    measure_irregular({KeysPerCell::one, share, kSubTableCellsIrregular, kMaxHashes, {}, 2});
  } else {
    measure_all(what == "1" ? Campaign{KeysPerCell::one, share, kSubTableCells, 8, kSegments, 4}
                            : Campaign{KeysPerCell::two, share, kSubTableCellsForTwo, 6, kSegmentsForTwo, 6});
  }
  std::printf("};\n// clang-format on\n\n}  // namespace\n\n");
  std::printf("std::span<const PeelingMeasurement> %s() {\n  return kMeasurements;\n}\n\n",
              what == "1"   ? "peeling_measurements"
              : what == "2" ? "two_key_measurements"
                            : "irregular_measurements");
  std::printf("}  // namespace peel::analysis\n");
}
