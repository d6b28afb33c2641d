// Ranges as sums of pieces, and quantiles by halving.
#include "peel/analysis/range_sketch.hpp"
#include "peel/core/uint128.hpp"
#include "peel/frequency/range_sketch.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace peel {

namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

std::uint64_t shifted(std::uint64_t key, std::uint64_t bits) {
  return bits < 64 ? key >> bits : 0;
}

std::uint64_t cut_off(Uint128 count) {
  return static_cast<std::uint64_t>(std::min<Uint128>(count, kMost));
}

}  // namespace

// Calls take(piece) for the pieces of all from the first to the last, which are of one level: at most two of
// that and every coarser level. An odd prefix at the beginning and an even one at the end have no sibling
// between them; what is left are whole pairs, and those are prefixes of the next level.
template <class Take>
void RangeSketch::for_pieces(Piece first, Piece last, Take take) {
  for (;;) {
    if (first.prefix == last.prefix) return take(first);
    if (first.prefix % 2 == 1) {
      take(first);
      ++first.prefix;
    }
    if (last.prefix % 2 == 0) {
      take(last);
      if (first.prefix == last.prefix) return;
      --last.prefix;
    }
    first = {first.level + 1, first.prefix / 2};
    last = {last.level + 1, last.prefix / 2};
  }
}

CountBounds RangeSketch::range(KeyRange asked) const {
  PEEL_ASSERT(shape_.key_bits().value >= 1);
  const bool saturated = total().value == kMost;
  const std::uint64_t last = std::min(asked.last, shape_.largest_key());
  if (asked.first > last) return {.lower = 0, .upper = 0, .saturated = saturated};
  CountBounds answer{.lower = 0, .upper = 0, .saturated = saturated};
  Uint128 certain = 0, probable = 0, cover = 0;
  std::uint64_t pieces = 0;
  for_pieces({0, asked.first}, {0, last}, [&](Piece piece) {
    const CountBounds bounds = count(piece);
    const bool is_exact = piece.level >= levels_.size();
    (is_exact ? certain : probable) += bounds.upper;
    pieces += is_exact ? 0U : 1U;
    answer.saturated |= bounds.saturated;
  });
  const std::uint64_t exact_level = levels_.size();
  for_pieces({exact_level, shifted(asked.first, exact_level)}, {exact_level, shifted(last, exact_level)},
             [&](Piece piece) { cover += exact(piece); });
  answer.upper = cut_off(answer.saturated ? certain + probable : std::min(certain + probable, cover));
  const Uint128 margin = analysis::range_margin(shape_, total(), ItemCount(pieces));
  const Uint128 lower = certain + (saturated || probable < margin ? 0 : probable - margin);
  answer.lower = std::min(cut_off(lower), answer.upper);
  return answer;
}

// At each level the left half is asked how many copies it has. What counters say too much makes it go left
// too early, never too late: so what is passed over has fewer copies than the rank.
Result<Quantile> RangeSketch::at_rank(CopyCount rank) const {
  if (rank.value < 1 || rank > total()) {
    return failure(ErrorCode::invalid_argument, "rank " + std::to_string(rank.value) +
                                                    ": accepted are 1 to " + std::to_string(total().value));
  }
  std::uint64_t prefix = 0, left_to_pass = rank.value;
  bool saturated = false;
  for (std::uint64_t level = shape_.key_bits().value; level-- > 0;) {
    prefix *= 2;
    const CountBounds left = count({level, prefix});
    saturated |= left.saturated;
    if (left.upper >= left_to_pass) continue;
    left_to_pass -= left.upper;
    ++prefix;
  }
  Quantile quantile{.key = prefix, .rank = this->rank(prefix)};
  quantile.rank.saturated |= saturated;
  return quantile;
}

Result<Quantile> RangeSketch::quantile(double share) const {
  if (!(share >= 0 && share <= 1)) {
    return failure(ErrorCode::invalid_argument,
                   "a share of " + std::to_string(share) + ": accepted are 0 to 1");
  }
  if (total().value == 0)
    return failure(ErrorCode::invalid_argument, "quantiles of nothing: a key must have come first");
  const long double all = static_cast<long double>(total().value);
  const long double rank = std::clamp(std::ceil(share * all), 1.0L, all);
  return at_rank(CopyCount(rank >= 0x1p64L ? kMost : static_cast<std::uint64_t>(rank)));
}

}  // namespace peel
