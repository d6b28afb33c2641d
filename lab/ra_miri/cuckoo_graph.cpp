#include "lab/ra_miri/cuckoo_graph.hpp"

#include <numeric>
#include <utility>

namespace peel::lab::ra_miri {

CuckooGraph::CuckooGraph(SlotCount slots, std::span<const std::uint64_t> keys,
                         const PairFunctions<std::uint64_t>& functions)
    : parent_(2 * slots.value), slots_(2 * slots.value, 1), keys_(2 * slots.value, 0) {
  std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  for (const std::uint64_t key : keys)
    join(functions(key, SubTable(0), GenerationCount(0)),
         slots.value + functions(key, SubTable(1), GenerationCount(0)));
}

std::size_t CuckooGraph::root_of(std::size_t node) {
  while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
  return node;
}

void CuckooGraph::join(std::size_t a, std::size_t b) {
  a = root_of(a);
  b = root_of(b);
  if (slots_[a] < slots_[b]) std::swap(a, b);
  if (a != b) {
    parent_[b] = a;
    slots_[a] += std::exchange(slots_[b], 0);
    keys_[a] += keys_[b];
  }
  crowded_ = crowded_ || ++keys_[a] > slots_[a];
}

double CuckooGraph::mean_component() const {
  double squares = 0;
  for (const std::uint64_t slots : slots_) squares += static_cast<double>(slots) * static_cast<double>(slots);
  return squares / static_cast<double>(slots_.size());
}

}  // namespace peel::lab::ra_miri
