#include "lab/ra_miri/filter.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "lab/filter_workload.hpp"

#include <string>

namespace peel::lab::ra_miri {

FilterShape shape_of(const Filter& filter) {
  return filter_shape(filter.layout, CellCount(filter.cells), HashCount(filter.hashes));
}

double exact_rate_of(const Filter& filter) {
  return analysis::false_positive_rate(shape_of(filter), ItemCount(filter.items));
}

Estimate measured_rate_of(const Filter& filter, const RunOptions& options, std::uint64_t purpose) {
  return measured_rate({shape_of(filter), ItemCount(filter.items), ItemCount(filter.items), 1}, options,
                       purpose);
}

Printed derived(const char* text, double rounding) {
  return {text, Estimate::computed(std::stod(text)), rounding, Origin::derived};
}

}  // namespace peel::lab::ra_miri
