// Inclusion and exclusion over the cells that the probes of one query visit.
#pragma once

#include "peel/core/types.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel::analysis {

// The probability that so many probes, each anywhere among the cells, visit d distinct ones, for d from 0 to
// the number of probes.
template <class Number>
std::vector<Number> distinct_cells(HashCount probes, CellCount cells) {
  std::vector<Number> reached(probes.value + 1);
  reached[0] = 1;
  const Number all(cells.value);
  for (std::uint64_t probe = 1; probe <= probes.value; ++probe) {
    for (std::uint64_t d = probe; d > 0; --d) {
      const Number fresh = d <= cells.value ? Number(cells.value - d + 1) : Number(0);
      reached[d] = (reached[d] * Number(d) + reached[d - 1] * fresh) / all;
    }
    reached[0] = 0;
  }
  return reached;
}

// Weights w with which P(every probed cell is set) = sum over j of w[j] P(j given cells are all unset): each
// set of j among the d cells visited counts with the sign of j.
template <class Number>
std::vector<Number> unset_weights(HashCount probes, CellCount cells) {
  const std::vector<Number> visited = distinct_cells<Number>(probes, cells);
  std::vector<Number> weights(visited.size(), Number(0));
  for (std::size_t d = 0; d < visited.size(); ++d) {
    Number subsets(1);  // of j among d
    for (std::size_t j = 0; j <= d; ++j) {
      weights[j] += (j % 2 == 0 ? subsets : Number(-subsets)) * visited[d];
      subsets = subsets * Number(d - j) / Number(j + 1);
    }
  }
  return weights;
}

}  // namespace peel::analysis
