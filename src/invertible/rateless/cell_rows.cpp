// Compiled once for each kind of vectors, like src/membership/block_kernels.cpp. Below AVX2 a vector has two
// words of 64 bits or cannot shift them by different amounts, and nothing is won.
//
// A round is four loops over the walks that have not ended: gaps, sums, cells, and what is new in the row. Of
// short turns a processor keeps more under way than of long ones (docs/dead-ends.md).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "invertible/rateless/cell_rows.cpp"
#include "invertible/rateless/cell_rows.hpp"

#include <bit>
#include <cstddef>
#include <hwy/foreach_target.h>
// Behind foreach_target.h, as Highway asks.
#include <hwy/highway.h>

#ifndef PEEL_CELL_ROWS_TABLES
#define PEEL_CELL_ROWS_TABLES
namespace peel::detail {

inline constexpr std::size_t kPoints = 8;  // of a walk in one round
inline constexpr std::uint64_t kEndOfWalks = std::uint64_t{31} << kFractionBits;

// The numbers of the bits of a byte that are set.
struct SetBits {
  alignas(8) std::array<std::uint8_t, 8> numbers;
};
constexpr std::array<SetBits, 256> set_bits() {
  std::array<SetBits, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    std::size_t found = 0;
    for (std::uint8_t bit = 0; bit < 8; ++bit)
      if ((byte >> bit & 1) != 0) table[byte].numbers[found++] = bit;
  }
  return table;
}
inline constexpr std::array<SetBits, 256> kSetBits = set_bits();

// What point k of a round adds to the multiples of kGolden.
constexpr std::array<std::uint64_t, kPoints> golden_multiples() {
  std::array<std::uint64_t, kPoints> multiples{};
  for (std::size_t k = 0; k < kPoints; ++k) multiples[k] = (k + 1) * kGolden;
  return multiples;
}
alignas(64) inline constexpr auto kGoldenMultiples = golden_multiples();

// The points of one round.
struct Round {
  struct Cells {
    alignas(64) std::array<CellIndex, 16> from;  // the cell of the walk, then those of the points
  };
  std::array<std::uint32_t, CellRows::kWalks> walks;  // those that have not ended
  std::size_t count;
  alignas(64) std::array<std::array<std::uint64_t, kPoints>, CellRows::kWalks> sums;
  std::array<Cells, CellRows::kWalks> cells;
};

}  // namespace peel::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace peel::detail::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX2

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::CappedTag<std::uint64_t, 4>;
using Halves = hn::Repartition<std::uint32_t, Words>;  // as many as points in a round
using Numbers = hn::Repartition<double, Words>;
using Vector = hn::Vec<Words>;
constexpr Words kWords;
constexpr Halves kHalves;

HWY_INLINE HWY_ATTR Vector every(std::uint64_t word) {
  return hn::Set(kWords, word);
}

// Of the lower halves.
HWY_INLINE HWY_ATTR Vector product(Vector a, Vector b) {
  return hn::MulEven(hn::BitCast(kHalves, a), hn::BitCast(kHalves, b));
}

HWY_INLINE HWY_ATTR Vector folded(Vector a, Vector b) {
  const Vector low = every(0xFFFF'FFFF);
  const Vector a_high = hn::ShiftRight<32>(a), b_high = hn::ShiftRight<32>(b);
  const Vector lowest = product(a, b);
  const Vector crossed = hn::Add(product(a_high, b), hn::ShiftRight<32>(lowest));
  const Vector middle = hn::Add(product(a, b_high), hn::And(crossed, low));
  const Vector highest =
      hn::Add(product(a_high, b_high), hn::Add(hn::ShiftRight<32>(crossed), hn::ShiftRight<32>(middle)));
  return hn::Xor(highest, hn::Xor(hn::ShiftLeft<32>(middle), hn::And(lowest, low)));
}

// The stretches at some places of a table, given in bytes. To load both words at once is quicker than what
// CPUs do when told to gather (docs/dead-ends.md).
struct VectorStretch {
  Vector from;
  Vector rise;
};
HWY_INLINE HWY_ATTR VectorStretch stretches_at(const Stretches& table, Vector places) {
  const hn::Half<Words> pair;
  alignas(32) std::array<std::uint64_t, 4> at;
  hn::Store(places, kWords, at.data());
  const auto row = [&](std::size_t i) HWY_ATTR {
    return hn::LoadU(pair, reinterpret_cast<const std::uint64_t*>(
                               reinterpret_cast<const std::byte*>(table.data()) + at[i]));
  };
  const Vector even = hn::Combine(kWords, row(2), row(0)), odd = hn::Combine(kWords, row(3), row(1));
  return {hn::InterleaveLower(kWords, even, odd), hn::InterleaveUpper(kWords, even, odd)};
}
constexpr std::uint64_t kPlaces = (sizeof(Stretches) - 1) & ~(sizeof(Stretch) - 1);

// negative_logarithm. As a floating-point number a word has its highest bit counted and the bits behind it in
// their place. One bit, the 42nd behind the highest, is 0 first: rounding changes none above it.
HWY_INLINE HWY_ATTR Vector gaps(Vector words) {
  constexpr std::uint64_t kHigh = 0x4530'0000'0000'0000, kLow = 0x4330'0000'0000'0000;  // 2^84 and 2^52
  const Numbers numbers;
  const Vector cut = hn::AndNot(hn::ShiftRight<42>(words), words);
  const auto high = hn::BitCast(numbers, hn::Or(hn::ShiftRight<32>(cut), every(kHigh)));
  const auto low = hn::BitCast(numbers, hn::Or(hn::And(cut, every(0xFFFF'FFFF)), every(kLow)));
  const Vector number = hn::BitCast(kWords, hn::Add(hn::Sub(high, hn::Set(numbers, 0x1p84 + 0x1p52)), low));
  const VectorStretch stretch =
      stretches_at(kLogarithmStretches, hn::And(hn::ShiftRight<39>(number), every(kPlaces)));
  const Vector leading = hn::Sub(every(1023 + 64), hn::ShiftRight<52>(number));  // zeros, and one
  const Vector rise = hn::ShiftRight<32>(product(stretch.rise, hn::ShiftRight<11>(number)));
  return hn::Sub(hn::ShiftLeft<kFractionBits>(leading), hn::Add(stretch.from, rise));
}

template <RatelessForm form>
HWY_INLINE HWY_ATTR void find_gaps(std::span<ItemWalk<form>> walks, Round& round) {
  for (std::size_t j = 0; j < round.count; ++j) {
    ItemWalk<form>& walk = walks[round.walks[j]];
    const Vector alpha = every(walk.item_class().alpha);
    for (std::size_t k = 0; k < kPoints; k += hn::Lanes(kWords)) {
      const Vector weyl = hn::Add(every(walk.state().weyl), hn::Load(kWords, &kGoldenMultiples[k]));
      const Vector gap = gaps(hn::Or(folded(weyl, hn::Xor(weyl, every(walk.state().other))), every(1)));
      hn::Store(hn::Add(hn::ShiftRight<16>(product(gap, alpha)),
                        hn::ShiftLeft<16>(product(hn::ShiftRight<32>(gap), alpha))),
                kWords, &round.sums[j][k]);
    }
  }
}

template <RatelessForm form>
HWY_INLINE HWY_ATTR void add_up(std::span<ItemWalk<form>> walks, Round& round) {
  for (std::size_t j = 0; j < round.count; ++j) {
    std::uint64_t sum = walks[round.walks[j]].state().sum;
    for (std::uint64_t& point : round.sums[j]) {
      sum += point;
      point = std::min(sum, kEndOfWalks);
    }
  }
}

// power_of_two, of an exponent of at most 31.
HWY_INLINE HWY_ATTR Vector powers(Vector exponents) {
  const VectorStretch stretch =
      stretches_at(kPowerStretches, hn::And(hn::ShiftRight<27>(exponents), every(kPlaces)));
  const Vector between = hn::And(exponents, every(0x7FFF'FFFF));
  const Vector power = hn::Add(stretch.from, hn::ShiftRight<31>(product(stretch.rise, between)));
  return hn::Shr(hn::ShiftLeft<7>(power), hn::Sub(every(31), hn::ShiftRight<kFractionBits>(exponents)));
}

HWY_INLINE HWY_ATTR auto is_less(Vector a, Vector b) {
  const hn::RebindToSigned<Words> numbers;  // all are far below 2^63
  return hn::RebindMask(kWords, hn::Lt(hn::BitCast(numbers, a), hn::BitCast(numbers, b)));
}

template <RatelessForm form>
HWY_INLINE HWY_ATTR void find_cells(std::span<ItemWalk<form>> walks, Round& round) {
  const hn::Rebind<CellIndex, Words> cells;
  for (std::size_t j = 0; j < round.count; ++j) {
    ItemWalk<form>& walk = walks[round.walks[j]];
    const std::uint64_t shift = walk.item_class().shift;
    round.cells[j].from[0] = walk.state().at;
    for (std::size_t k = 0; k < kPoints; k += hn::Lanes(kWords)) {
      const Vector sums = hn::Load(kWords, &round.sums[j][k]);
      const Vector reached = powers(sums);
      // No class starts a whole cell or more below its shift.
      Vector cell = hn::ShiftRight<16>(hn::Add(reached, every(0xFFFF - shift)));
      if constexpr (form == RatelessForm::regular) {
        // The square of what was reached is above (i+1)(i+2) = (i + 3/2)^2 - 1/4 if the product of difference
        // and sum of i + 3/2 and what was reached is below 1/4. With a sum of 2^14 or more the difference
        // must be 0 for that, and the product fits.
        const Vector middle = hn::Add(hn::ShiftLeft<16>(cell), every(shift));
        const Vector sum = hn::Add(middle, reached), quarter = every(1 << 30);
        const Vector least = hn::IfThenElse(is_less(sum, quarter), sum, quarter);
        const auto is_next = is_less(product(hn::Sub(middle, reached), least), quarter);
        cell = hn::Sub(cell, hn::VecFromMask(kWords, is_next));
      }
      cell = hn::Or(cell, hn::VecFromMask(kWords, hn::Eq(sums, every(kEndOfWalks))));
      hn::StoreU(hn::TruncateTo(cells, cell), cells, &round.cells[j].from[k + 1]);
    }
  }
}

// The numbers of the bits that are set, as a vector, with zeros behind them.
HWY_INLINE HWY_ATTR auto bits_of(std::uint8_t byte) {
  const hn::Rebind<std::uint8_t, Halves> bytes;
  return hn::PromoteTo(kHalves, hn::Load(bytes, kSetBits[byte].numbers.data()));
}

// A cell is new if the walk leaves it. Those of walks that go on are gathered at the front of the round.
template <RatelessForm form>
HWY_INLINE HWY_ATTR void put_into_rows(std::span<ItemWalk<form>> walks, CellIndex end, Round& round,
                                       CellRows& rows) {
  const auto ends = hn::Set(kHalves, end);
  std::size_t left = 0;
  for (std::size_t j = 0; j < round.count; ++j) {
    const std::uint32_t i = round.walks[j];
    const auto before = hn::LoadU(kHalves, round.cells[j].from.data());
    const auto cell = hn::LoadU(kHalves, round.cells[j].from.data() + 1);
    const auto is_new = hn::And(hn::Ne(cell, before), hn::Lt(before, ends));
    auto numbered = before;
    if constexpr (form == RatelessForm::irregular)
      numbered = hn::Add(before, hn::Min(hn::ShiftRight<5>(before), hn::Set(kHalves, kRescueCells)));
    std::array<std::uint8_t, 8> bits;
    hn::StoreMaskBits(kHalves, is_new, bits.data());
    hn::StoreU(hn::TableLookupLanes(numbered, hn::IndicesFromVec(kHalves, bits_of(bits[0]))), kHalves,
               rows.cells[i].data() + rows.counts[i]);
    rows.counts[i] += static_cast<std::uint32_t>(hn::CountTrue(kHalves, is_new));

    // The walk is at its last point, or at the first that is not before the end. No branch: it is a coin
    // toss.
    const std::size_t inside = hn::CountTrue(kHalves, hn::Lt(cell, ends));
    const std::size_t is_inside = inside / kPoints;
    const std::size_t last = inside - is_inside;
    WalkState& state = walks[i].state();
    state.weyl += (last + 1) * kGolden;
    state.sum = round.sums[j][last];
    state.at = round.cells[j].from[last + 1];
    round.walks[left] = i;
    left += rows.counts[i] + kPoints <= CellRows::kCells ? is_inside : 0;
  }
  round.count = left;
}

HWY_INLINE HWY_ATTR std::uint32_t put_rescue_cells(std::uint32_t rescue, CellIndex* row) {
  std::uint32_t count = 0;
  for (std::uint32_t first = 0; first < kRescueCells; first += 8) {
    const auto byte = static_cast<std::uint8_t>(rescue >> first);
    const auto bits = hn::Add(bits_of(byte), hn::Set(kHalves, first));
    hn::StoreU(hn::Add(hn::Add(bits, hn::ShiftLeft<5>(bits)), hn::Set(kHalves, kRescueEvery)), kHalves,
               row + count);
    count += static_cast<std::uint32_t>(std::popcount(byte));
  }
  return count;
}

template <RatelessForm form>
HWY_INLINE HWY_ATTR void fill(std::span<ItemWalk<form>> walks, CellIndex end, CellRows& rows) {
  static_assert(hn::MaxLanes(Words()) == 4 && hn::MaxLanes(Halves()) == kPoints);
  static_assert(kRescueEvery == 32);
  const CellIndex walk_end = ItemWalk<form>::walked_before(end);
  const CellIndex rescue_end = std::min(end / (kRescueEvery + 1), kRescueCells);
  const auto reached_rescues = static_cast<std::uint32_t>((std::uint64_t{1} << rescue_end) - 1);
  Round round;
  round.count = 0;
  for (std::uint32_t i = 0; i < walks.size(); ++i) {
    WalkState& state = walks[i].state();
    rows.counts[i] = 0;
    if constexpr (form == RatelessForm::irregular) {
      rows.counts[i] = put_rescue_cells(state.rescue & reached_rescues, rows.cells[i].data());
      state.rescue &= ~reached_rescues;
    }
    round.walks[round.count] = i;
    round.count += state.at < walk_end ? 1 : 0;
  }
  while (round.count != 0) {
    find_gaps(walks, round);
    add_up(walks, round);
    find_cells(walks, round);
    put_into_rows(walks, walk_end, round, rows);
  }
}

#else

template <RatelessForm form>
void fill(std::span<ItemWalk<form>>, CellIndex, CellRows& rows) {
  rows.counts = {};
}

#endif

HWY_ATTR void fill_regular(std::span<ItemWalk<RatelessForm::regular>> walks, CellIndex end, CellRows& rows) {
  fill(walks, end, rows);
}
HWY_ATTR void fill_irregular(std::span<ItemWalk<RatelessForm::irregular>> walks, CellIndex end,
                             CellRows& rows) {
  fill(walks, end, rows);
}

}  // namespace peel::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace peel::detail {

HWY_EXPORT(fill_regular);
HWY_EXPORT(fill_irregular);

void fill_rows(std::span<ItemWalk<RatelessForm::regular>> walks, CellIndex end, CellRows& rows) {
  HWY_DYNAMIC_DISPATCH(fill_regular)(walks, end, rows);
}
void fill_rows(std::span<ItemWalk<RatelessForm::irregular>> walks, CellIndex end, CellRows& rows) {
  HWY_DYNAMIC_DISPATCH(fill_irregular)(walks, end, rows);
}

}  // namespace peel::detail
#endif
