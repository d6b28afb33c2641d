#include "frequency/signed_kernels.hpp"

#include <algorithm>
#include <array>

namespace peel::detail {

namespace {

// The middle one of an odd number of values, which are reordered. Few of them are sorted by exchanges of
// neighbours, without a branch on what they are.
template <unsigned Known>
std::int64_t median(std::int64_t* values, unsigned count) {
  if constexpr (Known == 0) {
    std::nth_element(values, values + count / 2, values + count);
  } else {
    for (unsigned turn = 0; turn < Known; ++turn) {
      for (unsigned i = turn % 2; i + 1 < Known; i += 2) {
        const std::int64_t a = values[i], b = values[i + 1];
        values[i] = a < b ? a : b;
        values[i + 1] = a < b ? b : a;
      }
    }
  }
  return values[count / 2];
}

// As in count_min_kernels.cpp. A place is twice the number of a counter, plus 1 if the key's sign is
// negative.
template <unsigned Known>
struct KernelsOfRows {
  static constexpr unsigned kRoom = Known != 0 ? Known : kMaxGridRows;
  using Places = std::array<std::uint64_t, kRoom>;

  class Grid {
   public:
    explicit Grid(const GridShape& shape) : rows_(shape), columns_(shape.columns().value) {}
    unsigned rows() const { return rows_.count(); }

    template <class Take>
    void locate(KeyHash hash, std::uint64_t* places, Take take) const {
      rows_.for_words(hash, [&](unsigned row, std::uint64_t word) {
        const std::uint64_t cell = row * columns_ + reduce(word, columns_);
        places[row] = 2 * cell | (word & 1);
        take(cell);
      });
    }

    void change(std::uint64_t* words, const std::uint64_t* places, CountChange change) const {
      for (unsigned row = 0; row < rows(); ++row)
        words[places[row] / 2] += with_sign(static_cast<std::uint64_t>(change.value), sign_mask(places[row]));
    }

    std::int64_t estimate(const std::uint64_t* words, const std::uint64_t* places) const {
      std::array<std::int64_t, kRoom> values{};  // GCC 12 cannot see that all that is read is written
      for (unsigned row = 0; row < rows(); ++row) {
        values[row] = static_cast<std::int64_t>(with_sign(words[places[row] / 2], sign_mask(places[row])));
      }
      return median<Known>(values.data(), rows());
    }

   private:
    Rows<Known> rows_;
    std::uint64_t columns_;
  };

  [[gnu::flatten]] static void add(std::uint64_t* words, const GridShape& shape, const KeyHash& hash,
                                   CountChange change) {
    const Grid grid(shape);
    Places places;
    grid.locate(hash, places.data(), [](std::uint64_t) {});
    grid.change(words, places.data(), change);
  }

  [[gnu::flatten]] static std::int64_t estimate(const std::uint64_t* words, const GridShape& shape,
                                                const KeyHash& hash) {
    const Grid grid(shape);
    Places places;
    grid.locate(hash, places.data(), [](std::uint64_t) {});
    return grid.estimate(words, places.data());
  }

  template <Access access, class Visit>
  static void visit_group(const std::uint64_t* words, const GridShape& shape, const KeyGroup& now,
                          const KeyGroup& next, Visit visit) {
    const Grid grid(shape);
    const std::size_t rows = grid.rows();
    side_by_side(
        now, next,
        [=](std::size_t i) {
          grid.locate(next.hashes[i], next.places + i * rows,
                      [=](std::uint64_t cell) { ask_for<access>(words + cell); });
        },
        [=](std::size_t i) { visit(grid, i, now.places + i * rows); });
  }

  [[gnu::flatten]] static void add_group(std::uint64_t* words, const GridShape& shape, const KeyGroup& now,
                                         const KeyGroup& next, const CountChange* changes) {
    if (changes == nullptr) {
      visit_group<Access::write>(words, shape, now, next,
                                 [=](const Grid& grid, std::size_t, const std::uint64_t* places) {
                                   grid.change(words, places, CountChange{});
                                 });
    } else {
      visit_group<Access::write>(words, shape, now, next,
                                 [=](const Grid& grid, std::size_t i, const std::uint64_t* places) {
                                   grid.change(words, places, changes[i]);
                                 });
    }
  }

  [[gnu::flatten]] static void estimate_group(const std::uint64_t* words, const GridShape& shape,
                                              const KeyGroup& now, const KeyGroup& next,
                                              std::int64_t* answers) {
    visit_group<Access::read>(words, shape, now, next,
                              [=](const Grid& grid, std::size_t i, const std::uint64_t* places) {
                                answers[i] = grid.estimate(words, places);
                              });
  }

  static constexpr SignedKernels kAll = {
      .add = add, .estimate = estimate, .add_group = add_group, .estimate_group = estimate_group};
};

}  // namespace

const SignedKernels& signed_kernels(const GridShape& shape) {
  return with_known_rows(
      shape, []<unsigned known>(std::integral_constant<unsigned, known>) -> const SignedKernels& {
        return KernelsOfRows < known % 2 == 0 ? 0 : known > ::kAll;  // rows are odd in number
      });
}

}  // namespace peel::detail
