// ItemWalk: the cells of one item in an endless stream, in ascending order.
//
//   An item is in cell i independently with a share 1 / (1 + alpha i). As a row of points: let the gaps
//   between neighbours be independent and exponential, in bits, so that a gap of at least t bits has
//   probability 2^-t. The item is in a cell if a point falls into the stretch that belongs to the cell, and
//   cell i ends at L(i) = -log2 of the probability that the item is in none of the cells 1 to i. So a walk
//   adds up logarithms of random words, and a power of two says in which cell a sum lies: no square root, no
//   division, and nothing in a step waits for the one before it but an addition.
//
//   regular     alpha = 1/2, for which L(i) = log2((i+1)(i+2)/2) without any error
//   irregular   the item's class has its alpha; (i + c)^(1/alpha) takes the place of the exact product,
//               and every 33rd cell of the first 1056 is a rescue cell, which holds one item in eight
//
// docs/formats/rateless-walk.md specifies it, with vectors.
#pragma once

#include "peel/hashing/key_hash.hpp"
#include "peel/invertible/placement.hpp"
#include "peel/invertible/rateless_shape.hpp"

#include "invertible/rateless/powers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace peel::detail {

// Words of an item's hash that rateless tables use, beside kCheckWord.
inline constexpr unsigned kWalkWord = 0;    // and the next: where points fall
inline constexpr unsigned kClassWord = 2;   // its class, and part of its rescue cells
inline constexpr unsigned kRescueWord = 3;  // the rest of them
inline constexpr unsigned kShardWord = 4;
inline constexpr unsigned kDigestWord = 5;  // and the next

// Behind the last cell that a stream may have.
inline constexpr CellIndex kNoCell = ~CellIndex{0};

// Every kRescueEvery cells of the walk are followed by one rescue cell, until there are kRescueCells.
inline constexpr CellIndex kRescueEvery = 32;
inline constexpr CellIndex kRescueCells = 32;

struct ItemClass {
  std::uint64_t weight_end;  // the class is that of 16-bit numbers below it, and not of the class before
  std::uint64_t alpha;       // with 16 bits behind the point
  std::uint64_t start;       // log2 of Gamma(1 + 1/alpha)^alpha, with 40 bits behind the point
  std::uint64_t shift;       // (1 + 1/alpha) / 2, with 16 bits behind the point
};

// Shares and alphas of the classes: 0.18, 0.56 and 0.26 with 0.11, 0.68 and 0.82 [Yang et al. 2024].
inline constexpr std::array<ItemClass, 3> kIrregularClasses = {{
    {11'796, 7'209, 2'269'559'843'921, 330'657},
    {48'497, 44'564, 285'005'883'064, 80'957},
    {65'536, 53'740, 140'051'773'557, 72'729},
}};
inline constexpr ItemClass kRegularClass = {65'536, 32'768, std::uint64_t{1} << 39, 98'304};

// Where a walk is.
struct WalkState {
  std::uint64_t weyl = 0;    // the number of points so far times kGolden, from a word of the hash on
  std::uint64_t other = 0;   // another word of the hash
  std::uint64_t sum = 0;     // alpha times the sum of gaps, behind the start of the class
  CellIndex at = 0;          // the cell of the last point, rescue cells not counted
  std::uint32_t rescue = 0;  // rescue cells that are still to come, one bit each
  std::uint8_t item_class = 0;
};

template <RatelessForm form>
class ItemWalk {
 public:
  ItemWalk() = default;
  explicit ItemWalk(const KeyHash& hash) {
    state_.weyl = hash.word(kWalkWord);
    state_.other = hash.word(kWalkWord + 1);
    if constexpr (form == RatelessForm::irregular) {
      const std::uint64_t word = hash.word(kClassWord), more = hash.word(kRescueWord);
      const std::uint64_t drawn = word >> 48;
      state_.item_class = static_cast<std::uint8_t>((drawn >= kIrregularClasses[0].weight_end ? 1 : 0) +
                                                    (drawn >= kIrregularClasses[1].weight_end ? 1 : 0));
      state_.rescue = static_cast<std::uint32_t>(word & more & (more >> 32));
    }
    state_.sum = item_class().start;
  }

  // The cell where the walk is; cell 0, which holds every item, at first. kNoCell when it has ended.
  CellIndex cell() const {
    if constexpr (form == RatelessForm::regular) return state_.at;
    return std::min(numbered(state_.at), rescue_cell());
  }

  // On to the next cell.
  void advance() {
    if constexpr (form == RatelessForm::irregular) {
      if (rescue_cell() < numbered(state_.at)) {
        state_.rescue &= state_.rescue - 1;
        return;
      }
    }
    advance_main();
  }

  // Calls visit(cell) for the cells from here on that are before `end`, and stops at the first of the others.
  // The cells of the walk come in ascending order, but rescue cells last.
  template <class Visit>
  void visit_until(CellIndex end, Visit visit) {
    const ItemClass here = item_class();
    std::uint64_t weyl = state_.weyl, sum = state_.sum;
    CellIndex at = state_.at;
    const CellIndex walk_end = walked_before(end);
    while (at < walk_end) {
      visit(numbered(at));
      CellIndex next = at;
      while (next == at) next = step(here, weyl, sum);
      at = next;
    }
    state_.weyl = weyl, state_.sum = sum, state_.at = at;
    if constexpr (form == RatelessForm::irregular) {
      for (; rescue_cell() < end; state_.rescue &= state_.rescue - 1) visit(rescue_cell());
    }
  }

  // For cell_rows.hpp, which takes many walks on at once.
  WalkState& state() { return state_; }
  const ItemClass& item_class() const {
    if constexpr (form == RatelessForm::regular) return kRegularClass;
    return kIrregularClasses[state_.item_class];
  }

  // How many cells of the walk are before that cell of the stream.
  static CellIndex walked_before(CellIndex end) {
    if constexpr (form == RatelessForm::regular) return end;
    return end - std::min(end / (kRescueEvery + 1), kRescueCells);
  }

 private:
  // The place in the stream of a cell of the walk, with the rescue cells before it.
  static CellIndex numbered(CellIndex walked) {
    if constexpr (form == RatelessForm::regular) return walked;
    if (walked == kNoCell) return kNoCell;
    return walked + std::min(walked / kRescueEvery, kRescueCells);
  }

  CellIndex rescue_cell() const {
    return state_.rescue == 0
               ? kNoCell
               : static_cast<CellIndex>(std::countr_zero(state_.rescue)) * (kRescueEvery + 1) + kRescueEvery;
  }

  void advance_main() {
    const ItemClass here = item_class();
    CellIndex next = state_.at;
    while (next == state_.at) next = step(here, state_.weyl, state_.sum);
    state_.at = next;
  }

  // The cell in which the next point falls, which may be the same again.
  CellIndex step(const ItemClass& here, std::uint64_t& weyl, std::uint64_t& sum) const {
    weyl += kGolden;
    const std::uint64_t gap = negative_logarithm(fold(weyl, weyl ^ state_.other) | 1);
    sum += (gap * here.alpha) >> 16;  // a gap is below 2^47, alpha below 2^16
    constexpr std::uint64_t kEnd = std::uint64_t{31} << kFractionBits;
    if (sum >= kEnd) {
      sum = kEnd;
      return kNoCell;
    }
    const std::uint64_t reached = power_of_two(sum);
    const std::uint64_t past = reached > here.shift ? reached - here.shift : 0;
    std::uint64_t cell = (past + 0xFFFF) >> 16;
    if constexpr (form == RatelessForm::regular) {
      // The first cell i with (i+1)(i+2) at least the square of what was reached; the estimate is that cell,
      // or the one before it.
      const Uint128 square = static_cast<Uint128>(reached) * reached;
      const auto whole = static_cast<std::uint64_t>((square + 0xFFFF'FFFF) >> 32);
      cell += (cell + 1) * (cell + 2) < whole ? 1 : 0;
    }
    return static_cast<CellIndex>(cell);
  }

  WalkState state_;
};

inline std::uint64_t shard_of(const KeyHash& hash, BitWidth bits) {
  return reduce(hash.word(kShardWord), std::uint64_t{1} << bits.value);
}

}  // namespace peel::detail
