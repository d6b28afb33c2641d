// A classic filter: k cells anywhere. What costs is waiting for k lines of memory, so plain code will do.
#include "hashing/cell_search.hpp"
#include "membership/filter_kernels.hpp"
#include "membership/probes.hpp"

#include <algorithm>

namespace peel::detail {

namespace {

constexpr std::uint64_t bit_of(std::uint64_t cell) {
  return std::uint64_t{1} << cell % kLaneBits;
}

// As hashing/cell_search.hpp asks for them.
class BitCells {
 public:
  explicit BitCells(const FilterShape& shape)
      : hashes_(static_cast<unsigned>(shape.hashes().value)), cells_(shape.cells().value) {}

  unsigned hashes() const { return hashes_; }
  std::uint64_t place(const KeyHash& hash, unsigned i) const { return reduce(cell_word(hash, i), cells_); }
  static std::uint64_t word(std::uint64_t cell) { return cell / kLaneBits; }
  static std::uint64_t number(const std::uint64_t* words, std::uint64_t cell) {
    return words[cell / kLaneBits] >> cell % kLaneBits & 1;
  }

 private:
  unsigned hashes_;
  std::uint64_t cells_;
};

// Without a branch on what is found: in a filter of the usual fill, the first cell that is missing could be
// any.
inline bool visit(std::uint64_t* words, std::uint64_t cell) {
  std::uint64_t& word = words[cell / kLaneBits];
  const bool found = (word >> cell % kLaneBits & 1) != 0;
  word |= bit_of(cell);
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

bool visit_key(std::uint64_t* words, KeyHash hash, FilterShape shape) {
  bool all = true;
  for_cells(hash, shape, [&](unsigned, std::uint64_t cell) { all &= visit(words, cell); });
  return all;
}

template <Probe probe>
void visit_group(std::uint64_t* words, const FilterShape& shape, const KeyGroup& now, const KeyGroup& next,
                 bool* found) {
  const std::size_t hashes = shape.hashes().value;
  const auto locate = [=](std::size_t i) {
    std::uint64_t* const places = next.places + i * hashes;
    for_cells(next.hashes[i], shape, [=](unsigned j, std::uint64_t cell) {
      places[j] = cell;
      ask_for<Access::write>(words + cell / kLaneBits);
    });
  };
  const auto visit_all = [=](std::size_t i) {
    bool all = true;
    for (std::size_t j = 0; j < hashes; ++j) all &= visit(words, now.places[i * hashes + j]);
    if constexpr (probe != Probe::insert) found[i] = all;
  };
  side_by_side(now, next, locate, visit_all);
}

}  // namespace

void contains_classic(const std::uint64_t* words, const FilterShape& shape, std::span<const KeyHash> hashes,
                      std::span<bool> found) {
  lowest_numbers(BitCells(shape), words, hashes, found);
}

const FilterKernels& classic_kernels() {
  static constexpr GroupKernels kGroups = {
      .insert = [](std::uint64_t* words, const FilterShape& shape, const KeyGroup& now,
                   const KeyGroup& next) { visit_group<Probe::insert>(words, shape, now, next, nullptr); },
      .contains = nullptr,
      .insert_and_tell = visit_group<Probe::insert_and_tell>,
  };
  static constexpr FilterKernels kKernels = {
      .insert = [](std::uint64_t* words, KeyHash hash, FilterShape shape) { visit_key(words, hash, shape); },
      .contains = [](const std::uint64_t* words, KeyHash hash,
                     FilterShape shape) { return lowest_number(BitCells(shape), words, hash) != 0; },
      .insert_and_tell = visit_key,
      .groups = &kGroups,
  };
  return kKernels;
}

const FilterKernels& kernels_for(const FilterShape& shape) {
  return shape.is_blocked() ? block_kernels(shape) : classic_kernels();
}

}  // namespace peel::detail
