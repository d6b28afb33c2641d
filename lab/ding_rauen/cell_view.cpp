#include "lab/ding_rauen/cell_view.hpp"

#include "peel/core/uint128.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace peel::lab::ding_rauen {

namespace {

constexpr std::uint64_t kModulus = (std::uint64_t{1} << 61) - 1;  // of a counter's sums

}  // namespace

struct CellView::Located {
  std::array<CellIndex, kMaxHashes> cells;
  std::uint64_t check;
};

CellView::CellView(InvertibleCounter& counter, const Multiset& inserted)
    : counter_(counter), contents_(counter.shape().cells().value) {
  require(counter.add(inserted.keys, inserted.times));
  for (std::size_t i = 0; i < inserted.size(); ++i) {
    for (const CellIndex cell : cells_of(inserted.key(i))) {
      contents_[cell].push_back({inserted.key(i), inserted.times[i]});
    }
  }
}

std::uint64_t CellView::word(std::size_t cell, std::size_t index) const {
  return counter_.cells()[cell * counter_.shape().cell_words() + index];
}

std::int64_t CellView::count(std::size_t cell) const {
  return static_cast<std::int64_t>(word(cell, 0));
}

// Stored plus one, 0 for none (docs/formats/counter.md).
std::optional<std::uint64_t> CellView::kept(std::size_t cell) const {
  const std::uint64_t stored = word(cell, counter_.shape().sum_words());
  if (stored == 0) return {};
  return stored - 1;
}

bool CellView::is_kept(std::uint64_t key) const {
  return std::ranges::any_of(cells_of(key), [&](CellIndex cell) { return kept(cell) == key; });
}

bool CellView::holds(std::size_t cell, const CountedKey& key) const {
  return std::ranges::find(contents_[cell], key) != contents_[cell].end();
}

CellView::Located CellView::locate(std::uint64_t key) const {
  std::array<std::byte, kKeyBytes> bytes;
  store_le(bytes.data(), key, kKeyBytes);
  Located located;
  const std::size_t hashes = counter_.shape().hashes().value;
  counter_.hashing().locate(counter_.shape().placement(), bytes, kKeyBytes,
                            std::span(located.cells).first(hashes), std::span(&located.check, 1));
  return located;
}

std::vector<CellIndex> CellView::cells_of(std::uint64_t key) const {
  const Located located = locate(key);
  return {located.cells.begin(),
          located.cells.begin() + static_cast<std::ptrdiff_t>(counter_.shape().hashes().value)};
}

bool CellView::pass_hash_sum(std::size_t cell, std::span<const CountedKey> keys) const {
  Uint128 sum = 0;
  for (const CountedKey& key : keys) {
    if (key.key > std::numeric_limits<std::uint32_t>::max()) return false;
    const std::uint64_t element = locate(key.key).check >> 3;
    sum += static_cast<Uint128>(element) * static_cast<std::uint64_t>(key.times);
  }
  return static_cast<std::uint64_t>(sum % kModulus) == word(cell, counter_.shape().sum_words() - 1);
}

bool CellView::counts_suffice(const CountedKey& key) const {
  return std::ranges::all_of(cells_of(key.key), [&](CellIndex cell) { return count(cell) >= key.times; });
}

bool CellView::goes_to(std::uint64_t key, std::size_t cell) const {
  const std::vector<CellIndex> cells = cells_of(key);
  return std::ranges::find(cells, static_cast<CellIndex>(cell)) != cells.end();
}

}  // namespace peel::lab::ding_rauen
