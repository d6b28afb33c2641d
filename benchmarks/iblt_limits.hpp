// The machine's limit for an invertible table: loops that hash each key once and touch the same number of
// cells of the same size, with prefetching, and do nothing else. No table can do the work for less traffic.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/invertible/placement.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel::bench {

class CellTraffic {
 public:
  // Keys go to k neighbours among the sub-tables, as in a Placement.
  CellTraffic(const Placement& placement, unsigned cell_words);

  // k read-modify-writes per key. Keys of `width` bytes, one behind the other.
  void update(ByteView keys, std::size_t width);
  // k reads per key; returns something that depends on all of them.
  std::uint64_t read(ByteView keys, std::size_t width) const;
  // One pass over two tables: this one ^= other.
  void combine(const CellTraffic& other);

 private:
  std::vector<std::uint64_t> words_;
  std::uint64_t sub_cells_;
  std::uint64_t windows_;
  unsigned cell_words_;
  unsigned hashes_;
};

}  // namespace peel::bench
