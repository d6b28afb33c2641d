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

#include <algorithm>
#include <cstddef>
#include <hwy/foreach_target.h>
// Behind foreach_target.h, as Highway asks.
#include <hwy/highway.h>
#include <type_traits>

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

template <class Word>
Word* at_byte(Word* words, std::uint64_t byte) {
  using Byte = std::conditional_t<std::is_const_v<Word>, const std::byte, std::byte>;
  return reinterpret_cast<Word*>(reinterpret_cast<Byte*>(words) + byte);
}

enum class LastRound : std::uint8_t { full, cut_short };

// How a key goes through a block. Few rounds are known when compiling, so that loops over them unroll;
// kAnyRounds serves all the others.
inline constexpr std::size_t kAnyRounds = 0;
template <std::size_t kLanes, std::size_t kRounds, LastRound kLast>
struct Walk {
  static constexpr std::size_t lanes = kLanes;
  static constexpr LastRound last = kLast;

  static constexpr std::size_t full_rounds(std::size_t hashes) {
    return kRounds == kAnyRounds ? hashes / kLanes : kRounds - (kLast == LastRound::full ? 0 : 1);
  }
  static constexpr std::size_t words(std::size_t hashes) {
    return ((kRounds == kAnyRounds ? hashes : kRounds * kLanes) + kProbesPerWord - 1) / kProbesPerWord;
  }
};

}  // namespace peel::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace peel::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Walk, Probe probe, class Word>
HWY_INLINE HWY_ATTR bool visit_block(Word* block, const KeyHash& hash, std::size_t hashes) {
  constexpr std::size_t kLanes = Walk::lanes;
  constexpr std::size_t kRoundsPerWord = RoundTables<kLanes>::kRoundsPerWord;
  const auto& tables = kRoundTables<kLanes>;
  const hn::CappedTag<std::uint64_t, kLanes> d;
  const auto one = hn::Set(d, 1), probe_mask = hn::Set(d, kLaneBits - 1);
  const std::size_t full_rounds = Walk::full_rounds(hashes);
  std::uint64_t words[kMaxBlockedHashes / kProbesPerWord] = {};
  for (std::size_t j = 0; j < Walk::words(hashes); ++j) words[j] = block_word(hash, static_cast<unsigned>(j));
  // Lane l of a cut round is the (l - start)-th to be visited.
  const std::size_t turn = (kLanes - (hash.high >> kStartBit)) % kLanes;
  auto all = hn::Eq(one, one);
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    auto bits = hn::Zero(d);
    const auto set = [&](auto ones, std::size_t round, const std::uint64_t* shifts) HWY_ATTR {
      const auto word = hn::Set(d, words[round / kRoundsPerWord]);
      const auto cell = hn::And(hn::Shr(word, hn::LoadU(d, shifts)), probe_mask);
      bits = hn::Or(bits, hn::Shl(ones, cell));
    };
    for (std::size_t round = 0; round < full_rounds; ++round)
      set(one, round, tables.shifts[round % kRoundsPerWord] + lane);
    if constexpr (Walk::last == LastRound::cut_short) {
      set(hn::LoadU(d, tables.ones[hashes % kLanes] + turn + lane), full_rounds,
          tables.shifts[full_rounds % kRoundsPerWord] + turn + lane);
    }
    const auto here = hn::Load(d, block + lane);
    if constexpr (probe != Probe::insert) all = hn::And(all, hn::Eq(hn::And(here, bits), bits));
    if constexpr (probe != Probe::contains) hn::Store(hn::Or(here, bits), d, block + lane);
  }
  if constexpr (probe == Probe::insert) return false;
  return hn::AllTrue(d, all);
}

template <class Walk, Probe probe, class Word>
HWY_ATTR bool visit_key(Word* words, KeyHash hash, FilterShape shape) {
  const std::uint64_t blocks = shape.cells().value / (Walk::lanes * kLaneBits);
  return visit_block<Walk, probe>(words + block_of(hash, blocks) * Walk::lanes, hash, shape.hashes().value);
}

template <class Walk, Probe probe, class Word>
HWY_ATTR void visit_group(Word* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next,
                          bool* found) {
  const std::uint64_t blocks = shape.cells().value / (Walk::lanes * kLaneBits);
  const std::size_t hashes = shape.hashes().value;
  // Places are offsets in bytes, which addresses can be made of without another instruction.
  const auto locate = [=](std::size_t i) HWY_ATTR {
    const std::uint64_t place = block_of(next.hashes[i], blocks) * (Walk::lanes * sizeof(Word));
    next.places[i] = place;
    ask_for<access_of(probe)>(at_byte(words, place));
  };
  const auto visit = [=](std::size_t i) HWY_ATTR {
    const bool all = visit_block<Walk, probe>(at_byte(words, now.places[i]), now.hashes[i], hashes);
    if constexpr (probe != Probe::insert) found[i] = all;
  };
  const std::size_t both = std::min(now.size, next.size);
  HWY_UNROLL(2)
  for (std::size_t i = 0; i < both; ++i) {
    locate(i);
    visit(i);
  }
  for (std::size_t i = both; i < now.size; ++i) visit(i);
  for (std::size_t i = both; i < next.size; ++i) locate(i);
}

template <class Walk>
const FilterKernels& kernels() {
  static constexpr GroupKernels kGroups = {
      .insert =
          [](std::uint64_t* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next) {
            visit_group<Walk, Probe::insert>(words, shape, now, next, nullptr);
          },
      .contains = visit_group<Walk, Probe::contains>,
      .insert_and_tell = visit_group<Walk, Probe::insert_and_tell>,
  };
  static constexpr FilterKernels kKernels = {
      .insert = [](std::uint64_t* words, KeyHash hash,
                   FilterShape shape) { visit_key<Walk, Probe::insert>(words, hash, shape); },
      .contains = visit_key<Walk, Probe::contains>,
      .insert_and_tell = visit_key<Walk, Probe::insert_and_tell>,
      .groups = &kGroups,
  };
  return kKernels;
}

// Up to 16 hashes.
template <std::size_t kLanes, LastRound last>
const FilterKernels& kernels_of(std::size_t rounds) {
  if (rounds == 1) return kernels<Walk<kLanes, 1, last>>();
  if (rounds == 2) return kernels<Walk<kLanes, 2, last>>();
  if constexpr (kLanes == 4) {
    if (rounds == 3) return kernels<Walk<kLanes, 3, last>>();
    if (rounds == 4) return kernels<Walk<kLanes, 4, last>>();
  }
  return kernels<Walk<kLanes, kAnyRounds, last>>();
}

template <std::size_t kLanes>
const FilterKernels& kernels_of(const FilterShape& shape) {
  const std::size_t hashes = shape.hashes().value, rounds = (hashes + kLanes - 1) / kLanes;
  return hashes % kLanes == 0 ? kernels_of<kLanes, LastRound::full>(rounds)
                              : kernels_of<kLanes, LastRound::cut_short>(rounds);
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
