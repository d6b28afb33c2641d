// A Count-Min sketch in the plainest code: what sketches are compared with.
#pragma once

#include "peel/frequency/count_min_sketch.hpp"

#include "frequency/cells.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace peel::test {

class GridModel {
 public:
  GridModel(const GridShape& shape, CountMinRule rule, const KeyHasher& hasher)
      : shape_(shape), rule_(rule), hasher_(hasher), cells_(shape.cells().value) {}

  void add(std::uint64_t key, std::uint64_t copies) {
    total_ = raised(total_, copies);
    const std::uint64_t enough = sum(smallest(key), copies);
    for (const std::uint64_t cell : cells_of(key)) {
      cells_[cell] =
          rule_ == CountMinRule::plain ? sum(cells_[cell], copies) : std::max(cells_[cell], enough);
    }
  }

  std::uint64_t smallest(std::uint64_t key) const {
    std::uint64_t least = shape_.largest();
    for (const std::uint64_t cell : cells_of(key)) least = std::min(least, cells_[cell]);
    return least;
  }

  std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> words(shape_.words());
    with_cell_type(shape_.cell_bits(), [&]<class Cell>(Cell) {
      for (std::uint64_t i = 0; i < cells_.size(); ++i)
        store_cell<Cell>(words.data(), i, static_cast<Cell>(cells_[i]));
    });
    return words;
  }

  std::uint64_t total() const { return total_; }

 private:
  std::uint64_t sum(std::uint64_t a, std::uint64_t b) const {
    return b > shape_.largest() - a ? shape_.largest() : a + b;
  }
  std::vector<std::uint64_t> cells_of(std::uint64_t key) const {
    std::vector<std::uint64_t> cells;
    for (unsigned row = 0; row < shape_.rows().value; ++row) {
      const std::uint64_t columns = shape_.columns().value;
      cells.push_back(row * columns + column_of(hasher_(key), row, columns));
    }
    return cells;
  }

  GridShape shape_;
  CountMinRule rule_;
  KeyHasher hasher_;
  std::uint64_t total_ = 0;
  std::vector<std::uint64_t> cells_;
};

}  // namespace peel::test
