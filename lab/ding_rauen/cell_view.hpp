// What the paper's tests see of a counter: the fields of a cell, and the cells of a key. And what is really
// in a cell, so that a test can be told right or wrong.
#pragma once

#include "peel/invertible/invertible_counter.hpp"

#include "lab/ding_rauen/setting.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace peel::lab::ding_rauen {

struct CountedKey {
  std::uint64_t key;
  std::int64_t times;

  friend bool operator==(const CountedKey&, const CountedKey&) = default;
};

class CellView {
 public:
  CellView(InvertibleCounter& counter, const Multiset& inserted);  // inserts it

  std::size_t cells() const { return contents_.size(); }
  std::int64_t count(std::size_t cell) const;
  std::uint64_t key_sum(std::size_t cell) const { return word(cell, 1); }  // of the class 0, if there are two
  std::uint64_t odd_key_sum(std::size_t cell) const { return word(cell, 2); }  // of even-odd cells
  // Of cells that keep a key.
  std::optional<std::uint64_t> kept(std::size_t cell) const;
  bool is_kept(std::uint64_t key) const;  // by one of its cells

  std::span<const CountedKey> contents(std::size_t cell) const { return contents_[cell]; }
  bool holds(std::size_t cell, const CountedKey& key) const;

  // The tests: these keys add up to the sum of the checks; all cells of the key have at least that count; the
  // key goes to this cell.
  bool pass_hash_sum(std::size_t cell, std::span<const CountedKey> keys) const;
  bool counts_suffice(const CountedKey& key) const;
  bool goes_to(std::uint64_t key, std::size_t cell) const;

  std::vector<CellIndex> cells_of(std::uint64_t key) const;

 private:
  struct Located;
  Located locate(std::uint64_t key) const;
  std::uint64_t word(std::size_t cell, std::size_t index) const;

  const InvertibleCounter& counter_;
  std::vector<std::vector<CountedKey>> contents_;
};

}  // namespace peel::lab::ding_rauen
