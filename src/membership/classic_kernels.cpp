// A classic filter: k cells anywhere. What costs is waiting for k lines of memory, so plain code will do.
#include "membership/filter_kernels.hpp"
#include "membership/probes.hpp"

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

template <Probe probe, class Word>
bool visit_key(Word* words, const FilterShape& shape, const KeyHash& hash) {
  const auto hashes = static_cast<unsigned>(shape.hashes().value);
  bool all = true;
  for (unsigned i = 0; i < hashes; ++i)
    all &= visit<probe>(words, reduce(hash.far_word(i), shape.cells().value));
  return all;
}

template <Probe probe, class Word>
void visit_group(Word* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next,
                 bool* found) {
  const auto hashes = static_cast<unsigned>(shape.hashes().value);
  const std::uint64_t cells = shape.cells().value;
  std::size_t i = 0;
  const auto locate = [&] {
    for (unsigned j = 0; j < hashes; ++j) {
      const std::uint64_t cell = reduce(next.hashes[i].far_word(j), cells);
      next.places[i * hashes + j] = cell;
      ask_for<probe>(words + cell / kLaneBits);
    }
  };
  for (; i < now.size; ++i) {
    if (i < next.size) locate();
    bool all = true;
    for (unsigned j = 0; j < hashes; ++j) all &= visit<probe>(words, now.places[i * hashes + j]);
    if constexpr (probe != Probe::insert) found[i] = all;
  }
  for (; i < next.size; ++i) locate();
}

}  // namespace

const FilterKernels& classic_kernels() {
  static constexpr FilterKernels kKernels = {
      .insert = [](std::uint64_t* words, const FilterShape& shape,
                   const KeyHash& hash) { visit_key<Probe::insert>(words, shape, hash); },
      .contains = visit_key<Probe::contains>,
      .insert_and_tell = visit_key<Probe::insert_and_tell>,
      .insert_group =
          [](std::uint64_t* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next) {
            visit_group<Probe::insert>(words, shape, now, next, nullptr);
          },
      .contains_group = visit_group<Probe::contains>,
      .insert_and_tell_group = visit_group<Probe::insert_and_tell>,
  };
  return kKernels;
}

const FilterKernels& kernels_for(const FilterShape& shape) {
  return shape.is_blocked() ? block_kernels(shape) : classic_kernels();
}

}  // namespace peel::detail
