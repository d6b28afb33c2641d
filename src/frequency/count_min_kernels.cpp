#include "frequency/count_min_kernels.hpp"

#include "frequency/cells.hpp"

#include <array>
#include <limits>

namespace peel::detail {

namespace {

// What `raised` of cells.hpp says, with less to do for each counter. Keys that come often wait for each other
// in their counters, so what is between load and store must be short (docs/dead-ends.md).
template <class Cell>
inline Cell sum_or_most(Cell a, Cell b) {
  const auto sum = static_cast<Cell>(a + b);
  return sum < a ? std::numeric_limits<Cell>::max() : sum;
}

template <class Cell>
inline Cell as_cell(CopyCount copies) {
  return static_cast<Cell>(std::min<std::uint64_t>(copies.value, std::numeric_limits<Cell>::max()));
}

// `Known` rows of counters, or any number of them if that is 0.
template <class Cell, unsigned Known>
class Grid {
 public:
  explicit Grid(const GridShape& shape) : rows_(shape), columns_(shape.columns().value) {}

  unsigned rows() const { return rows_.count(); }

  template <class Take>
  void locate(KeyHash hash, std::uint64_t* places, Take take) const {
    rows_.for_words(hash, [&](unsigned row, std::uint64_t word) {
      places[row] = row * columns_ + reduce(word, columns_);
      take(places[row]);
    });
  }
  void locate(KeyHash hash, std::uint64_t* places) const {
    locate(hash, places, [](std::uint64_t) {});
  }

  template <Access access>
  void locate_and_ask(const std::uint64_t* words, KeyHash hash, std::uint64_t* places) const {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(words);
    locate(hash, places, [=](std::uint64_t place) { ask_for<access>(bytes + place * sizeof(Cell)); });
  }

  Cell smallest(const std::uint64_t* words, const std::uint64_t* places) const {
    Cell least = std::numeric_limits<Cell>::max();
    for (unsigned row = 0; row < rows(); ++row) least = std::min(least, read_cell<Cell>(words, places[row]));
    return least;
  }

  // No two rows share a counter, so each may be written before the next is read.
  template <class Change>
  void change(std::uint64_t* words, const std::uint64_t* places, Change changed) const {
    for (unsigned row = 0; row < rows(); ++row)
      write_cell<Cell>(words, places[row], changed(read_cell<Cell>(words, places[row])));
  }

  CountBounds bounds(const std::uint64_t* words, const std::uint64_t* places, Margin margin) const {
    const std::uint64_t upper = smallest(words, places);
    return {.lower = upper - std::min(upper, margin.value),
            .upper = upper,
            .saturated = upper == std::numeric_limits<Cell>::max()};
  }

 private:
  Rows<Known> rows_;
  std::uint64_t columns_;
};

// Inner loops must be one piece, and with so many of them compilers would begin to save: `flatten` takes
// every call in.
template <class Cell, unsigned Known, CountMinRule rule>
struct Kernels {
  using Counters = Grid<Cell, Known>;
  using Places = std::array<std::uint64_t, Known != 0 ? Known : kMaxGridRows>;

  static void raise(const Counters& grid, std::uint64_t* words, const std::uint64_t* places,
                    CopyCount copies) {
    const Cell more = as_cell<Cell>(copies);
    if constexpr (rule == CountMinRule::plain) {
      grid.change(words, places, [=](Cell cell) { return sum_or_most(cell, more); });
    } else {
      const Cell enough = sum_or_most(grid.smallest(words, places), more);
      grid.change(words, places, [=](Cell cell) { return std::max(cell, enough); });
    }
  }

  [[gnu::flatten]] static void add(std::uint64_t* words, const GridShape& shape, const KeyHash& hash,
                                   CopyCount copies) {
    const Counters grid(shape);
    Places places;
    grid.locate(hash, places.data());
    raise(grid, words, places.data(), copies);
  }

  [[gnu::flatten]] static CountBounds bounds(const std::uint64_t* words, const GridShape& shape,
                                             const KeyHash& hash, Margin margin) {
    const Counters grid(shape);
    Places places;
    grid.locate(hash, places.data());
    return grid.bounds(words, places.data(), margin);
  }

  static void add_at(std::uint64_t* words, const GridShape& shape, const std::uint64_t* places,
                     CopyCount copies) {
    raise(Counters(shape), words, places, copies);
  }

  static CountBounds bounds_at(const std::uint64_t* words, const GridShape& shape,
                               const std::uint64_t* places, Margin margin) {
    return Counters(shape).bounds(words, places, margin);
  }

  template <class Copies>
  [[gnu::flatten]] static void add_group(std::uint64_t* words, const GridShape& shape, const KeyGroup& now,
                                         const KeyGroup& next, Copies copies) {
    const Counters grid(shape);
    const std::size_t rows = grid.rows();
    side_by_side(
        now, next,
        [=](std::size_t i) {
          grid.template locate_and_ask<Access::write>(words, next.hashes[i], next.places + i * rows);
        },
        [=](std::size_t i) { raise(grid, words, now.places + i * rows, copies(i)); });
  }

  static void add_group(std::uint64_t* words, const GridShape& shape, const KeyGroup& now,
                        const KeyGroup& next, const CopyCount* copies) {
    if (copies == nullptr)
      return add_group(words, shape, now, next, [](std::size_t) { return CopyCount(1); });
    add_group(words, shape, now, next, [=](std::size_t i) { return copies[i]; });
  }

  [[gnu::flatten]] static void bounds_group(const std::uint64_t* words, const GridShape& shape,
                                            const KeyGroup& now, const KeyGroup& next, Margin margin,
                                            CountBounds* answers) {
    const Counters grid(shape);
    const std::size_t rows = grid.rows();
    side_by_side(
        now, next,
        [=](std::size_t i) {
          grid.template locate_and_ask<Access::read>(words, next.hashes[i], next.places + i * rows);
        },
        [=](std::size_t i) { answers[i] = grid.bounds(words, now.places + i * rows, margin); });
  }

  static constexpr CountMinKernels kAll = {.add = add,
                                           .bounds = bounds,
                                           .add_at = add_at,
                                           .bounds_at = bounds_at,
                                           .add_group = add_group,
                                           .bounds_group = bounds_group};
};

}  // namespace

const CountMinKernels& count_min_kernels(const GridShape& shape, CountMinRule rule) {
  return with_cell_type(shape.cell_bits(), [&]<class Cell>(Cell) -> const CountMinKernels& {
    return with_known_rows(
        shape, [rule]<unsigned known>(std::integral_constant<unsigned, known>) -> const CountMinKernels& {
          if (rule == CountMinRule::plain) return Kernels<Cell, known, CountMinRule::plain>::kAll;
          return Kernels<Cell, known, CountMinRule::conservative>::kAll;
        });
  });
}

}  // namespace peel::detail
