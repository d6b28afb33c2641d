#include "peel/wire/iblt_size.hpp"

#include "peel/analysis/irregular_peeling.hpp"
#include "peel/wire/envelope.hpp"

#include "compact_cells.hpp"
#include "iblt_plain.hpp"
#include "rice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace peel::wire {

namespace {

constexpr std::uint64_t kIbltMessageShapeBytes = 24;
constexpr std::uint64_t kTotalsBytes = 16;    // gross total, number of lost sub-tables
constexpr std::uint64_t kChoicesBytes = 3;    // base, in one or two bytes, and Rice parameter
constexpr std::uint64_t kPredictedRice = 32;  // larger parameters suit counts beyond 2^32 alone

// How many cells are expected to hold so many pairs.
struct Counts {
  std::uint64_t first = 0;
  std::vector<double> cells;  // with `first`, `first` + 1, ... pairs
};

// Poisson, with another mean for the cells near the ends of a coupled table, and with the mean of all keys in
// an irregular one.
Counts expected_counts(const Placement& placement, ItemCount inserted) {
  const std::uint64_t windows = placement.windows().value;
  const std::uint64_t segments = placement.sub_tables().value;
  const double cells_of_a_key = analysis::mean_cells_per_key(placement.hashes(), placement.weights().light) /
                                static_cast<double>(placement.hashes().value);
  const auto mean_in = [&](std::uint64_t in_windows) {
    return cells_of_a_key * static_cast<double>(inserted.value) * static_cast<double>(in_windows) /
           (static_cast<double>(windows) * static_cast<double>(placement.sub_table_cells().value));
  };
  const std::uint64_t inner = std::min(placement.hashes().value, windows);
  const double most = mean_in(inner) + 12 * std::sqrt(mean_in(inner)) + 30;
  const double least = std::max(0.0, mean_in(1) - 12 * std::sqrt(mean_in(1)));
  Counts counts{static_cast<std::uint64_t>(least), {}};
  counts.cells.resize(static_cast<std::size_t>(most - least) + 1);
  for (std::uint64_t in_windows = 1; in_windows <= inner; ++in_windows) {
    const auto alike = static_cast<double>(in_windows < inner ? 2 : segments - 2 * (inner - 1));
    const double mean = mean_in(in_windows);
    for (std::size_t i = 0; i < counts.cells.size(); ++i) {
      const auto pairs = static_cast<double>(counts.first + i);
      const double log_mass = (pairs > 0 ? pairs * std::log(mean) : 0) - mean - std::lgamma(pairs + 1);
      counts.cells[i] += alike * static_cast<double>(placement.sub_table_cells().value) * std::exp(log_mass);
    }
  }
  return counts;
}

// Bits of the counts, written as distances from their mean with the parameter that suits best.
double count_bits(const Counts& counts) {
  double cells = 0;
  double sum = 0;
  for (std::size_t i = 0; i < counts.cells.size(); ++i) {
    cells += counts.cells[i];
    sum += counts.cells[i] * static_cast<double>(counts.first + i);
  }
  if (cells == 0) return 0;
  const auto base = static_cast<std::uint64_t>(std::floor(sum / cells + 0.5));
  double best = HUGE_VAL;
  for (std::uint64_t parameter = 0; parameter <= kPredictedRice; ++parameter) {
    double bits = 0;
    for (std::size_t i = 0; i < counts.cells.size(); ++i) {
      const std::uint64_t quotient = zigzag(counts.first + i - base) >> parameter;
      bits += counts.cells[i] *
              (quotient < kRiceEscape ? static_cast<double>(quotient + 1 + parameter) : kRiceEscape + 64.0);
    }
    best = std::min(best, bits);
  }
  return best;
}

}  // namespace

std::uint64_t expected_bytes(const IbltShape& shape, ItemCount inserted) {
  const auto beside = static_cast<double>(fields_of(shape).bits_beside_count());
  const auto cells = static_cast<double>(shape.cells().value);
  Counts counts = expected_counts(shape.placement(), inserted);
  const double all = count_bits(counts) + cells * beside;
  double in_use = cells;
  if (counts.first == 0) {
    in_use -= counts.cells.front();
    counts.cells.front() = 0;
  }
  const double elided = cells + count_bits(counts) + in_use * beside;
  const auto compact = static_cast<std::uint64_t>(std::ceil(std::min(all, elided) / 8)) + kChoicesBytes;
  return kEnvelopeHeaderBytes + kIbltMessageShapeBytes + kTotalsBytes +
         std::min(compact, plain_cell_bytes(shape));
}

}  // namespace peel::wire
