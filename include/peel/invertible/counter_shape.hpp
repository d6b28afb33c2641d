// CounterShape: everything about an invertible counter but its seed and its contents. A shape that exists is
// valid.
#pragma once

#include "peel/analysis/counter_variant.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/placement.hpp"

#include <cstdint>
#include <string_view>

namespace peel {

// Which of the keys inserted into a cell is kept beside the sums, in cells that keep one.
enum class KeptKey : std::uint8_t {
  first = 1,
  last = 2,
  random = 3,  // each inserted copy with equal probability, 1/count when it comes
};

std::string_view name_of(KeptKey kept);

struct CounterSpec {
  CellCount cells;           // rounded up to a multiple of the number of sub-tables
  HashCount hashes{3};       // 2 to 8
  SegmentCount segments{0};  // 0: partitioned, one sub-table for each hash; more than `hashes`: coupled
  ByteWidth key_width{8};    // 1 to 64
  CounterVariant variant = CounterVariant::moment;
  KeptKey kept = KeptKey::first;  // of one-key and combined cells; of others this default
};

class CounterShape {
 public:
  // Fails with `invalid_argument` for a number out of range, for sub-tables of fewer than kQuotientCells
  // cells with keys of 8 bytes, and for a choice of `kept` where no key is kept; with `limit_exceeded` beyond
  // kMaxCounterBytes.
  static Result<CounterShape> from(const CounterSpec& spec);

  const Placement& placement() const { return placement_; }
  CellCount cells() const { return placement_.cells(); }
  HashCount hashes() const { return placement_.hashes(); }
  ByteWidth key_width() const { return ByteWidth(key_width_); }
  CounterVariant variant() const { return variant_; }
  KeptKey kept() const { return kept_; }
  bool keeps_a_key() const {
    return variant_ == CounterVariant::one_key || variant_ == CounterVariant::combined;
  }

  // The layout of a cell, in 64-bit words: the count, then sums in the prime field, then the kept key.
  unsigned cell_words() const { return cell_words_; }
  unsigned key_words() const { return counter_key_words(key_width()); }
  unsigned sum_words() const { return cell_words_ - (keeps_a_key() ? key_words() : 0); }  // with the count
  std::uint64_t table_bytes() const { return cells().value * cell_words() * 8; }

  friend bool operator==(const CounterShape&, const CounterShape&) = default;

 private:
  explicit CounterShape(const Placement& placement) : placement_(placement) {}

  Placement placement_;
  std::uint8_t key_width_ = 0;
  std::uint8_t cell_words_ = 0;
  CounterVariant variant_ = CounterVariant::moment;
  KeptKey kept_ = KeptKey::first;
};

// So that fewer than 2^32 keys can be listed: two for each cell of at least three words.
inline constexpr std::uint64_t kMaxCounterBytes = std::uint64_t{1} << 35;
inline constexpr unsigned kMaxCounterCellWords = 2 + 3 * 10;  // combined, 64 bytes in 10 words

}  // namespace peel
