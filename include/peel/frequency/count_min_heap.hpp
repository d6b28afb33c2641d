// CountMinHeap: the heavy hitters of the slides, as the reference [Maheshwari 2018, after Cormode,
// Muthukrishnan 2005]. A Count-Min sketch of 6k columns and a heap of keys with their estimates:
//
//   The i-th key is counted in the sketch. If its estimate is i / k or more, it enters the heap, or moves in
//   it; when it enters, those whose estimate is less than i / k leave.
//
// The slides report the heap. But keys leave only as others enter, so at the end it may hold some that came
// far less often than n / k; heavy() leaves those out. HeavyHitters is faster, needs less memory, and is
// certain.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/count_min_sketch.hpp"
#include "peel/frequency/heavy_hitters.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace peel {

class CountMinHeap {
 public:
  // For keys that came n / k times or more. Fails with `invalid_argument` for k = 0 and as GridShape does.
  [[nodiscard]] static Result<CountMinHeap> make(ItemCount k, RowCount rows, HashFamily family, Seed seed);

  void add(std::uint64_t key);

  // Every key that came total() / k times or more, and with probability 1 - 2^-rows or better for each, none
  // that came less than two thirds as often. Most frequent first, then by key.
  std::vector<HeavyItem> heavy() const;
  // All that are in the heap, as the slides report them; in the same order.
  std::vector<HeavyItem> heap() const;

  ItemCount k() const { return k_; }
  CopyCount total() const { return sketch_.total(); }
  const CountMinSketch& sketch() const { return sketch_; }

 private:
  CountMinHeap(ItemCount k, CountMinSketch sketch) : k_(k), sketch_(std::move(sketch)) {}

  // Whether an estimate is total() / k or more.
  bool is_heavy(std::uint64_t estimate) const;

  ItemCount k_;
  CountMinSketch sketch_;
  // A heap in which keys are found and moved: ordered by estimate, and each key's estimate.
  std::set<std::pair<std::uint64_t, std::uint64_t>> order_;
  std::unordered_map<std::uint64_t, std::uint64_t> estimates_;
};

}  // namespace peel
