#include "lab/maheshwari/filter_size.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "lab/filter_workload.hpp"

namespace peel::lab::maheshwari {

std::string in_words(const FilterSize& size) {
  return "k=" + std::to_string(size.hashes) + ", n=" + std::to_string(size.items) +
         ", m=" + std::to_string(size.cells);
}

FilterShape shape_of(const FilterSize& size) {
  return filter_shape(FilterLayout::classic, CellCount(size.cells), HashCount(size.hashes));
}

double exact_rate_of(const FilterSize& size) {
  return analysis::false_positive_rate(shape_of(size), ItemCount(size.items));
}

double bloom_rate_of(const FilterSize& size) {
  return analysis::bloom_rate(CellCount(size.cells), HashCount(size.hashes), ItemCount(size.items));
}

}  // namespace peel::lab::maheshwari
