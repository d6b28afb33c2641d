// Whole signed sketches: made, adopted, merged, multiplied, compared.
#include "peel/analysis/signed_sketch.hpp"
#include "peel/frequency/signed_sketch.hpp"

#include "frequency/grid_checks.hpp"
#include "frequency/grid_rows.hpp"
#include "frequency/signed_kernels.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace peel {

namespace {

Result<void> check_shape(const GridShape& shape) {
  if (shape.cell_bits() != BitWidth(64)) {
    return failure(ErrorCode::invalid_argument, "counters of " + std::to_string(shape.cell_bits().value) +
                                                    " bits: a signed sketch has counters of 64");
  }
  if (shape.rows().value % 2 == 0) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(shape.rows().value) + " rows: a signed sketch has an odd number of them");
  }
  return {};
}

// The sum of the sizes of a row's counters.
Uint128 gross_of(const std::uint64_t* words, detail::CellRange range) {
  Uint128 sum = 0;
  for (std::uint64_t i = range.first; i < range.first + range.count; ++i)
    sum += detail::with_sign(words[i], 0 - (words[i] >> 63));
  return sum;
}

// The median over the rows of the inner product of their counters.
Int128 median_product(const GridShape& shape, const std::uint64_t* a, const std::uint64_t* b) {
  std::array<Int128, kMaxGridRows> of_row{};  // GCC 12 cannot see that all that is read is written
  const std::uint64_t rows = shape.rows().value;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const detail::CellRange range = detail::cells_of_row(shape, row);
    Int128 sum = 0;
    for (std::uint64_t i = range.first; i < range.first + range.count; ++i)
      sum += static_cast<Int128>(static_cast<std::int64_t>(a[i])) * static_cast<std::int64_t>(b[i]);
    of_row[row] = sum;
  }
  const auto middle = of_row.begin() + static_cast<std::ptrdiff_t>(rows / 2);
  std::nth_element(of_row.begin(), middle, of_row.begin() + static_cast<std::ptrdiff_t>(rows));
  return *middle;
}

}  // namespace

Result<SignedSketch> SignedSketch::make(const GridShape& shape, HashFamily family, Seed seed) {
  if (auto ok = check_shape(shape); !ok) return failure(ok.error());
  return SignedSketch(shape, KeyHasher(family, seed), CopyCount(0), AlignedWords(shape.words()));
}

Result<SignedSketch> SignedSketch::from_words(const GridShape& shape, const KeyHasher& hasher,
                                              CopyCount gross, AlignedWords words) {
  if (auto ok = check_shape(shape); !ok) return failure(ok.error());
  if (auto ok = check_grid_words(shape, words.span()); !ok) return failure(ok.error());
  bool possible = gross.value <= kMostGross;
  for (std::uint64_t row = 0; row < shape.rows().value; ++row) {
    const Uint128 sum = gross_of(words.data(), detail::cells_of_row(shape, row));
    possible = possible && sum <= gross.value && (gross.value - sum) % 2 == 0;
  }
  if (!possible) {
    return failure(ErrorCode::malformed, "the rows of counters cannot come from changes of " +
                                             std::to_string(gross.value) + " together");
  }
  return SignedSketch(shape, hasher, gross, std::move(words));
}

Result<void> SignedSketch::join(const SignedSketch& other, std::uint64_t sign) {
  if (auto fit = check_same_grid(*this, other); !fit) return fit;
  if (other.gross_.value > kMostGross - gross_.value) {
    return failure(ErrorCode::limit_exceeded, "gross totals of " + std::to_string(gross_.value) + " and " +
                                                  std::to_string(other.gross_.value) +
                                                  ": accepted are at most 2^63 - 1 together");
  }
  for (std::uint64_t i = 0; i < words_.size(); ++i)
    words_.data()[i] += detail::with_sign(other.words_.data()[i], sign);
  gross_.value += other.gross_.value;
  return {};
}

Result<void> SignedSketch::merge(const SignedSketch& other) {
  return join(other, 0);
}

Result<void> SignedSketch::subtract(const SignedSketch& other) {
  return join(other, ~std::uint64_t{0});
}

void SignedSketch::clear() {
  std::ranges::fill(words_.span(), 0);
  gross_ = CopyCount(0);
}

Uint128 SignedSketch::estimated_moment() const {
  return static_cast<Uint128>(median_product(shape_, words_.data(), words_.data()));
}

SecondMoment SignedSketch::second_moment() const {
  const Uint128 estimate = estimated_moment(), most = static_cast<Uint128>(gross_.value) * gross_.value;
  const double deviation = analysis::second_moment_deviation(shape_);
  const auto middle = static_cast<long double>(estimate);
  // No count exceeds the gross total, nor does their sum.
  const bool tells = deviation < 1 && middle / (1 - deviation) < static_cast<long double>(most);
  return {.estimate = estimate,
          .lower = static_cast<Uint128>(middle / (1 + deviation)),
          .upper = tells ? static_cast<Uint128>(middle / (1 - deviation)) + 1 : most};
}

bool operator==(const SignedSketch& a, const SignedSketch& b) {
  return a.shape_ == b.shape_ && a.hasher_.family() == b.hasher_.family() &&
         a.hasher_.seed() == b.hasher_.seed() && a.gross_ == b.gross_ &&
         std::ranges::equal(a.words(), b.words());
}

Result<SignedProduct> inner_product(const SignedSketch& a, const SignedSketch& b) {
  if (auto fit = check_same_grid(a, b); !fit) return failure(fit.error());
  const std::uint64_t *const x = a.words().data(), *const y = b.words().data();
  const auto moment = [&](const std::uint64_t* words) {
    return static_cast<Uint128>(median_product(a.shape(), words, words));
  };
  const Int128 estimate = median_product(a.shape(), x, y);
  const auto margin = static_cast<Int128>(analysis::signed_product_margin(a.shape(), {moment(x), moment(y)}));
  // The product of the gross totals is below 2^126, and so is everything here.
  const Int128 most = static_cast<Int128>(a.gross().value) * static_cast<Int128>(b.gross().value);
  return SignedProduct{.estimate = estimate,
                       .lower = std::max(estimate - margin, -most),
                       .upper = std::min(estimate + margin, most)};
}

}  // namespace peel
