// Counting filters beside a plain list of numbers that does the same. The input is a small program: a shape,
// then keys to insert and to erase, one by one or many, and other filters to merge and to subtract.
#include "peel/membership/counting_bloom_filter.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/script.hpp"
#include "membership/probes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace {

using namespace peel;
using fuzz::Script;

constexpr std::uint64_t kMost = 15;

FilterShape read_shape(Script& script) {
  const FilterLayout layout = kFilterLayouts[script.below(std::size(kFilterLayouts))];
  const BitWidth bits(kCountingCellBits);
  const std::uint64_t most = layout == FilterLayout::classic ? kMaxClassicHashes : kMaxBlockedHashes;
  const auto shape =
      FilterShape::from({.layout = layout,
                         .cells = CellCount(cells_in_block(layout, bits) * (1 + script.below(40))),
                         .hashes = HashCount(1 + script.below(most)),
                         .cell_bits = bits});
  fuzz::claim(shape.has_value(), "every shape in these ranges exists");
  return *shape;
}

// A filter and its model, changed together.
class Pair {
 public:
  explicit Pair(const FilterShape& shape)
      : filter_(*CountingBloomFilter::make(shape, HashFamily::fast, Seed(1))), cells_(shape.cells().value) {}

  void insert(std::uint64_t key) {
    const bool found = filter_.insert_and_tell(key);
    fuzz::claim(found == contains(key), "insertion tells whether the key was there");
    for (const auto cell : cells_of(key)) cells_[cell] = std::min(cells_[cell] + 1, kMost);
  }

  void insert_many(std::uint64_t first, std::uint64_t count) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t i = 0; i < count; ++i) keys.push_back(first + i % 5);
    filter_.insert(keys);
    for (const std::uint64_t key : keys)
      for (const auto cell : cells_of(key)) cells_[cell] = std::min(cells_[cell] + 1, kMost);
  }

  void erase(std::uint64_t key) {
    const bool was_there = contains(key);
    fuzz::claim(filter_.erase(key) == (was_there ? Erased::erased : Erased::was_absent),
                "erasure is refused exactly for what is denied");
    if (!was_there) return;
    for (const auto cell : cells_of(key)) cells_[cell] -= cells_[cell] == kMost ? 0U : 1U;
  }

  void merge(const Pair& other) {
    fuzz::claim(filter_.merge(other.filter_).has_value(), "filters of one shape merge");
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = std::min(cells_[i] + other.cells_[i], kMost);
  }

  void subtract(const Pair& other) {
    bool has_all = true;
    for (std::size_t i = 0; i < cells_.size(); ++i) has_all = has_all && cells_[i] >= other.cells_[i];
    fuzz::claim(filter_.subtract(other.filter_).has_value() == has_all, "what is larger is not subtracted");
    if (!has_all) return;
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] -= cells_[i] == kMost ? 0 : other.cells_[i];
  }

  void claim_equal() const {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      fuzz::claim((filter_.words()[i / 16] >> 4 * (i % 16) & kMost) == cells_[i],
                  "the filter has the cells of its model");
    }
    fuzz::claim(filter_.saturated().value == static_cast<std::uint64_t>(std::ranges::count(cells_, kMost)),
                "saturated counters are counted");
  }

 private:
  // Kept, since programs come back to the same keys.
  const std::set<std::uint64_t>& cells_of(std::uint64_t key) {
    std::set<std::uint64_t>& cells = cells_of_[key];
    if (cells.empty())
      for_each_cell(filter_.shape(), filter_.hasher()(key), [&](std::uint64_t cell) { cells.insert(cell); });
    return cells;
  }
  bool contains(std::uint64_t key) {
    return std::ranges::all_of(cells_of(key), [&](std::uint64_t cell) { return cells_[cell] != 0; });
  }

  CountingBloomFilter filter_;
  std::vector<std::uint64_t> cells_;
  std::map<std::uint64_t, std::set<std::uint64_t>> cells_of_;  // by key
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, std::min<std::size_t>(size, 512))));
  const FilterShape shape = read_shape(script);
  Pair first(shape), second(shape);
  while (!script.ended()) {
    const std::uint64_t operation = script.below(8);
    Pair& chosen = operation % 2 == 0 ? first : second;
    const std::uint64_t key = script.number(1);
    switch (operation / 2) {
      case 0:
        chosen.insert(key);
        break;
      case 1:
        chosen.erase(key);
        break;
      case 2:
        chosen.insert_many(key, script.below(100));
        break;
      default:
        key % 2 == 0 ? first.merge(second) : first.subtract(second);
    }
  }
  first.claim_equal();
  second.claim_equal();
  return 0;
}
