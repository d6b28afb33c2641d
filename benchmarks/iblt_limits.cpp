#include "iblt_limits.hpp"

#define XXH_INLINE_ALL
#include "peel/hashing/key_hash.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <xxhash.h>

namespace peel::bench {

namespace {

constexpr std::size_t kAhead = 16;  // keys whose cells are under way at once

// As much hashing as peel does: two mixed words for 8-byte keys, XXH3-128 for others.
inline KeyHash hash(const std::byte* key, std::size_t width) {
  if (width == 8) {
    const std::uint64_t word = load_le(key);
    return KeyHash(scramble(word), scramble(word ^ kGolden));
  }
  const XXH128_hash_t both = XXH3_128bits_withSeed(key, width, 1);
  return KeyHash(both.low64, both.high64);
}

struct Geometry {
  std::uint64_t sub_cells;
  std::uint64_t windows;
};

// Calls use(cell, word) for the k cells of each key, kAhead keys after asking memory for them. Widths are
// template arguments so that every loop unrolls.
template <unsigned CellWords, unsigned Hashes, class Use>
void visit(std::uint64_t* words, Geometry geometry, ByteView keys, std::size_t width, Use use) {
  const auto [sub_cells, windows] = geometry;
  struct Ahead {
    std::array<std::uint64_t*, Hashes> cells;
    std::uint64_t word;
  };
  std::array<Ahead, kAhead> ring;
  const std::size_t count = keys.size() / width;
  for (std::size_t i = 0; i < count + kAhead; ++i) {
    Ahead& slot = ring[i % kAhead];
    if (i >= kAhead) {
      for (unsigned j = 0; j < Hashes; ++j) use(slot.cells[j], slot.word);
    }
    if (i < count) {
      const KeyHash h = hash(keys.data() + i * width, width);
      slot.word = h.word(kCheckWord);
      const std::uint64_t first = windows == 1 ? 0 : reduce(h.low, windows) * sub_cells;
      for (unsigned j = 0; j < Hashes; ++j) {
        slot.cells[j] = words + (first + j * sub_cells + reduce(h.word(j), sub_cells)) * CellWords;
        __builtin_prefetch(slot.cells[j], 1);
        __builtin_prefetch(slot.cells[j] + CellWords - 1, 1);
      }
    }
  }
}

template <class Use>
void dispatch(unsigned cell_words, unsigned hashes, Use use) {
  if (hashes == 2 && cell_words == 4) return use.template operator()<4, 2>();
  if (hashes == 3 && cell_words == 3) return use.template operator()<3, 3>();
  if (hashes == 3 && cell_words == 4) return use.template operator()<4, 3>();
  if (hashes == 4 && cell_words == 3) return use.template operator()<3, 4>();
  if (hashes == 4 && cell_words == 4) return use.template operator()<4, 4>();
  if (hashes == 4 && cell_words == 6) return use.template operator()<6, 4>();
  std::fprintf(stderr, "no limit is defined for %u hashes and cells of %u words\n", hashes, cell_words);
  std::abort();
}

}  // namespace

CellTraffic::CellTraffic(const Placement& placement, unsigned cell_words)
    : words_(placement.cells().value * cell_words),
      sub_cells_(placement.sub_table_cells().value),
      windows_(placement.windows().value),
      cell_words_(cell_words),
      hashes_(static_cast<unsigned>(placement.hashes().value)) {}

void CellTraffic::update(ByteView keys, std::size_t width) {
  dispatch(cell_words_, hashes_, [&]<unsigned CellWords, unsigned Hashes>() {
    visit<CellWords, Hashes>(words_.data(), {sub_cells_, windows_}, keys, width,
                             [](std::uint64_t* cell, std::uint64_t word) {
                               for (unsigned w = 0; w < CellWords; ++w) cell[w] ^= word;
                             });
  });
}

std::uint64_t CellTraffic::read(ByteView keys, std::size_t width) const {
  std::uint64_t sum = 0;
  auto* words = const_cast<std::uint64_t*>(words_.data());  // visit() serves both; this use only reads
  dispatch(cell_words_, hashes_, [&]<unsigned CellWords, unsigned Hashes>() {
    visit<CellWords, Hashes>(
        words, {sub_cells_, windows_}, keys, width,
        [&](const std::uint64_t* cell, std::uint64_t word) { sum += cell[0] ^ cell[CellWords - 1] ^ word; });
  });
  return sum;
}

void CellTraffic::combine(const CellTraffic& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] ^= other.words_[i];
}

}  // namespace peel::bench
