// Blocked filters by vectors: this file is compiled once for each kind of vectors that Highway knows on this
// machine's architecture, and the best is chosen when a filter is made.
//
//   The word that chooses cells is broadcast; each lane shifts its own six bits down, and a 1 up by them. So
//   the cells of a whole round cost three instructions for as many lanes as a vector has, whatever k is. A
//   last round that is cut short loads the same shifts and the ones turned by its first lane, with zeros for
//   lanes that take no part.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "membership/block_kernels.cpp"
#include "membership/filter_kernels.hpp"
#include "membership/probes.hpp"

#include <hwy/foreach_target.h>
// Behind foreach_target.h, as Highway asks.
#include <hwy/highway.h>

#ifndef PEEL_BLOCK_KERNELS_TABLES
#define PEEL_BLOCK_KERNELS_TABLES
namespace peel::detail {

// What the lanes of a block need to know in one round: by how much to shift the word down, and what to shift
// up. Each row is written twice in a row, so that a load at lane n is the row turned by n lanes.
template <std::size_t kLanes>
struct RoundTables {
  static constexpr std::size_t kRoundsPerWord = kProbesPerWord / kLanes;

  std::uint64_t shifts[kRoundsPerWord][2 * kLanes];
  std::uint64_t ones[kLanes][2 * kLanes];  // ones[c]: of a round with c cells
};

template <std::size_t kLanes>
constexpr RoundTables<kLanes> round_tables() {
  RoundTables<kLanes> tables{};
  for (std::size_t at = 0; at < 2 * kLanes; ++at) {
    for (std::size_t round = 0; round < RoundTables<kLanes>::kRoundsPerWord; ++round)
      tables.shifts[round][at] = (round * kLanes + at % kLanes) * kProbeBits;
    for (std::size_t cells = 0; cells < kLanes; ++cells) tables.ones[cells][at] = at % kLanes < cells ? 1 : 0;
  }
  return tables;
}

template <std::size_t kLanes>
alignas(64) inline constexpr RoundTables<kLanes> kRoundTables = round_tables<kLanes>();

enum class LastRound : std::uint8_t { full, cut_short };

}  // namespace peel::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace peel::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <std::size_t kLanes, LastRound last, Probe probe, class Word>
HWY_INLINE HWY_ATTR bool visit_block(Word* block, const KeyHash& hash, std::size_t hashes) {
  constexpr std::size_t kRoundsPerWord = RoundTables<kLanes>::kRoundsPerWord;
  const auto& tables = kRoundTables<kLanes>;
  const hn::CappedTag<std::uint64_t, kLanes> d;
  const auto one = hn::Set(d, 1), probe_mask = hn::Set(d, kLaneBits - 1);
  const std::size_t full_rounds = hashes / kLanes;
  const std::uint64_t* const first_word = &hash.high;
  std::uint64_t more_words[kMaxBlockedHashes / kProbesPerWord];
  for (std::size_t j = 1; j * kProbesPerWord < hashes; ++j)
    more_words[j] = block_word(hash, static_cast<unsigned>(j));
  const auto word = [&](std::size_t round) {
    return round < kRoundsPerWord ? *first_word : more_words[round / kRoundsPerWord];
  };
  // Lane l of a cut round is the (l - start)-th to be visited.
  const std::size_t turn = (kLanes - (hash.high >> kStartBit)) % kLanes;
  auto missing = hn::Zero(d);
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    auto bits = hn::Zero(d);
    const auto set = [&](auto ones, std::size_t round, const std::uint64_t* shifts) HWY_ATTR {
      const auto cell = hn::And(hn::Shr(hn::Set(d, word(round)), hn::LoadU(d, shifts)), probe_mask);
      bits = hn::Or(bits, hn::Shl(ones, cell));
    };
    for (std::size_t round = 0; round < full_rounds; ++round)
      set(one, round, tables.shifts[round % kRoundsPerWord] + lane);
    if constexpr (last == LastRound::cut_short) {
      set(hn::LoadU(d, tables.ones[hashes % kLanes] + turn + lane), full_rounds,
          tables.shifts[full_rounds % kRoundsPerWord] + turn + lane);
    }
    const auto here = hn::Load(d, block + lane);
    if constexpr (probe != Probe::insert) missing = hn::Or(missing, hn::AndNot(here, bits));
    if constexpr (probe != Probe::contains) hn::Store(hn::Or(here, bits), d, block + lane);
  }
  if constexpr (probe == Probe::insert) return false;
  return hn::AllTrue(d, hn::Eq(missing, hn::Zero(d)));
}

template <std::size_t kLanes, LastRound last, Probe probe, class Word>
HWY_ATTR bool visit_key(Word* words, const FilterShape& shape, const KeyHash& hash) {
  const std::uint64_t blocks = shape.cells().value / (kLanes * kLaneBits);
  return visit_block<kLanes, last, probe>(words + block_of(hash, blocks) * kLanes, hash,
                                          shape.hashes().value);
}

template <std::size_t kLanes, LastRound last, Probe probe, class Word>
HWY_ATTR void visit_group(Word* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next,
                          bool* found) {
  const std::uint64_t blocks = shape.cells().value / (kLanes * kLaneBits);
  const std::size_t hashes = shape.hashes().value;
  std::size_t i = 0;
  const auto locate = [&]() HWY_ATTR {
    const std::uint64_t place = block_of(next.hashes[i], blocks) * kLanes;
    next.places[i] = place;
    ask_for<probe>(words + place);
  };
  for (; i < now.size; ++i) {
    if (i < next.size) locate();
    const bool all = visit_block<kLanes, last, probe>(words + now.places[i], now.hashes[i], hashes);
    if constexpr (probe != Probe::insert) found[i] = all;
  }
  for (; i < next.size; ++i) locate();
}

template <std::size_t kLanes, LastRound last>
const FilterKernels& kernels() {
  static constexpr FilterKernels kKernels = {
      .insert = [](std::uint64_t* words, const FilterShape& shape,
                   const KeyHash& hash) { visit_key<kLanes, last, Probe::insert>(words, shape, hash); },
      .contains = visit_key<kLanes, last, Probe::contains>,
      .insert_and_tell = visit_key<kLanes, last, Probe::insert_and_tell>,
      .insert_group =
          [](std::uint64_t* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next) {
            visit_group<kLanes, last, Probe::insert>(words, shape, now, next, nullptr);
          },
      .contains_group = visit_group<kLanes, last, Probe::contains>,
      .insert_and_tell_group = visit_group<kLanes, last, Probe::insert_and_tell>,
  };
  return kKernels;
}

template <std::size_t kLanes>
const FilterKernels& kernels_of(const FilterShape& shape) {
  return shape.hashes().value % kLanes == 0 ? kernels<kLanes, LastRound::full>()
                                            : kernels<kLanes, LastRound::cut_short>();
}

const FilterKernels* choose(const FilterShape& shape) {
  return &(shape.layout() == FilterLayout::register_blocks ? kernels_of<4>(shape) : kernels_of<8>(shape));
}

}  // namespace peel::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace peel::detail {

HWY_EXPORT(choose);

const FilterKernels& block_kernels(const FilterShape& shape) {
  return *HWY_DYNAMIC_DISPATCH(choose)(shape);
}

}  // namespace peel::detail
#endif
