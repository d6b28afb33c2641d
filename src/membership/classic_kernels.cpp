// A classic filter: k cells anywhere. What costs is waiting for k lines of memory, so plain code will do.
#include "membership/filter_kernels.hpp"
#include "membership/probes.hpp"

#include <algorithm>

namespace peel::detail {

namespace {

constexpr std::uint64_t bit_of(std::uint64_t cell) {
  return std::uint64_t{1} << cell % kLaneBits;
}

// Without a branch on what is found: in a filter of the usual fill, the first cell that is missing could be
// any.
template <Probe probe, class Word>
inline bool visit(Word* words, std::uint64_t cell) {
  Word& word = words[cell / kLaneBits];
  const bool found = (word >> cell % kLaneBits & 1) != 0;
  if constexpr (probe != Probe::contains) word |= bit_of(cell);
  return found;
}

// Calls take(j, cell) for the key's k cells. Most filters have no more hashes than there are derived words,
// which come at one multiplication each.
template <class Take>
inline void for_cells(const KeyHash& hash, const FilterShape& shape, Take take) {
  const auto hashes = static_cast<unsigned>(shape.hashes().value);
  const std::uint64_t cells = shape.cells().value;
  for (unsigned j = 0; j < std::min(hashes, kDerivedWords); ++j) take(j, reduce(hash.word(j), cells));
  for (unsigned j = kDerivedWords; j < hashes; ++j) take(j, reduce(hash.far_word(j), cells));
}

template <Probe probe, class Word>
bool visit_key(Word* words, KeyHash hash, FilterShape shape) {
  bool all = true;
  for_cells(hash, shape, [&](unsigned, std::uint64_t cell) { all &= visit<probe>(words, cell); });
  return all;
}

template <Probe probe, class Word>
void visit_group(Word* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next,
                 bool* found) {
  const std::size_t hashes = shape.hashes().value;
  const auto locate = [=](std::size_t i) {
    std::uint64_t* const places = next.places + i * hashes;
    for_cells(next.hashes[i], shape, [=](unsigned j, std::uint64_t cell) {
      places[j] = cell;
      ask_for<access_of(probe)>(words + cell / kLaneBits);
    });
  };
  const auto visit_all = [=](std::size_t i) {
    bool all = true;
    for (std::size_t j = 0; j < hashes; ++j) all &= visit<probe>(words, now.places[i * hashes + j]);
    if constexpr (probe != Probe::insert) found[i] = all;
  };
  side_by_side(now, next, locate, visit_all);
}

}  // namespace

const FilterKernels& classic_kernels() {
  static constexpr GroupKernels kGroups = {
      .insert = [](std::uint64_t* words, const FilterShape& shape, const KeyGroup& now,
                   const KeyGroup& next) { visit_group<Probe::insert>(words, shape, now, next, nullptr); },
      .contains = visit_group<Probe::contains>,
      .insert_and_tell = visit_group<Probe::insert_and_tell>,
  };
  static constexpr FilterKernels kKernels = {
      .insert = [](std::uint64_t* words, KeyHash hash,
                   FilterShape shape) { visit_key<Probe::insert>(words, hash, shape); },
      .contains = visit_key<Probe::contains>,
      .insert_and_tell = visit_key<Probe::insert_and_tell>,
      .groups = &kGroups,
  };
  return kKernels;
}

const FilterKernels& kernels_for(const FilterShape& shape) {
  return shape.is_blocked() ? block_kernels(shape) : classic_kernels();
}

}  // namespace peel::detail
