#include "grid_bytes.hpp"

#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

namespace peel::wire {

namespace {

constexpr std::uint64_t kGroup = 64;  // counters

using Group = std::array<std::uint64_t, kGroup>;

// Numbers of `bits` bits side by side in words, the first in the lowest bits.
void pack(const Group& group, unsigned bits, std::span<std::uint64_t> words) {
  std::ranges::fill(words, 0);
  for (std::uint64_t i = 0; i < kGroup; ++i) {
    const std::uint64_t at = i * bits / 64, shift = i * bits % 64;
    if (at < words.size()) words[at] |= group[i] << shift;
    if (shift + bits > 64 && at + 1 < words.size()) words[at + 1] |= group[i] >> (64 - shift);
  }
}

// As many as are there; behind the last word, zeros.
void unpack(std::span<const std::uint64_t> words, unsigned bits, Group& group) {
  const std::uint64_t mask = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
  const auto word = [&](std::uint64_t at) { return at < words.size() ? words[at] : 0; };
  for (std::uint64_t i = 0; i < kGroup; ++i) {
    const std::uint64_t at = i * bits / 64, shift = i * bits % 64;
    std::uint64_t number = word(at) >> shift;
    if (shift + bits > 64) number |= word(at + 1) << (64 - shift);
    group[i] = number & mask;
  }
}

// 0, -1, 1, -2, ... become 0, 1, 2, 3, ..., and back; of numbers of `bits` bits.
std::uint64_t zigzag_in(std::uint64_t number, unsigned bits) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  return (number << 1 & mask) ^ (number >> (bits - 1) != 0 ? mask : 0);
}

std::uint64_t unzigzag_in(std::uint64_t code, unsigned bits) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  return code >> 1 ^ ((code & 1) != 0 ? mask : 0);
}

unsigned bits_of(const Group& group) {
  std::uint64_t all = 0;
  for (const std::uint64_t number : group) all |= number;
  return static_cast<unsigned>(std::bit_width(all));
}

std::uint64_t counters_in(const GridShape& shape, std::uint64_t group) {
  return std::min(kGroup, shape.cells().value - group * kGroup);
}

std::uint64_t bytes_of(std::uint64_t counters, std::uint64_t bits) {
  return (counters * bits + 7) / 8;
}

// The words of a group: as many as a counter has bits, fewer of the last.
template <class Word>
std::span<Word> words_of(std::span<Word> words, std::uint64_t group, unsigned cell_bits) {
  const std::uint64_t first = group * cell_bits;
  return words.subspan(first, std::min<std::uint64_t>(cell_bits, words.size() - first));
}

// So many counters, of which a group has 64 and the last one what is left; behind them, zeros.
Result<void> read_group(unsigned cell_bits, std::uint64_t counters, ByteReader& in, Group& group) {
  const auto bits = in.integer(1, "the bits of a group of counters");
  if (!bits) return failure(bits.error());
  if (*bits > cell_bits) {
    return malformed("a group of counters with " + std::to_string(*bits) + " bits each; accepted are up to " +
                     std::to_string(cell_bits));
  }
  const auto bytes = in.bytes(bytes_of(counters, *bits), "a group of counters");
  if (!bytes) return failure(bytes.error());
  std::array<std::byte, 8 * kGroup> padded{};
  std::ranges::copy(*bytes, padded.begin());
  std::array<std::uint64_t, kGroup> words{};
  for (std::uint64_t i = 0; i < *bits; ++i) words[i] = load_le(padded.data() + 8 * i);
  unpack(std::span(words).first(*bits), static_cast<unsigned>(*bits), group);
  if (std::ranges::any_of(std::span(group).subspan(counters), [](std::uint64_t n) { return n != 0; }))
    return malformed("a bit is set behind the last counter; accepted are zeros");
  if (const unsigned needed = bits_of(group); needed != *bits) {
    return malformed("a group of counters with " + std::to_string(*bits) + " bits each, of which the " +
                     "largest needs " + std::to_string(needed));
  }
  return {};
}

}  // namespace

std::uint64_t groups_of(const GridShape& shape) {
  return (shape.cells().value + kGroup - 1) / kGroup;
}

namespace {

Result<void> check_groups(const GridShape& shape, const ByteReader& in) {
  const std::uint64_t groups = groups_of(shape);
  if (groups > in.remaining()) {
    return malformed(std::to_string(shape.cells().value) + " counters have " + std::to_string(groups) +
                     " groups, of at least a byte each; there are " + std::to_string(in.remaining()) +
                     " bytes");
  }
  return {};
}

}  // namespace

void put_grid_shape(const GridIdentity& identity, ByteWriter& out) {
  out.integer(identity.shape.rows().value, 1);
  out.integer(identity.shape.cell_bits().value, 1);
  out.integer(identity.detail, 1);
  out.integer(0, 5);
  out.integer(identity.shape.columns().value, 8);
}

Result<GridIdentity> decode_grid_shape(ByteView bytes) {
  if (bytes.size() != kGridShapeBytes) {
    return malformed("the shape of a grid has " + std::to_string(kGridShapeBytes) + " bytes, not " +
                     std::to_string(bytes.size()));
  }
  const std::byte* const at = bytes.data();
  if (const auto reserved = load_le(at + 3, 5); reserved != 0) {
    return malformed("the reserved bytes 3 to 7 of the shape hold " + std::to_string(reserved) +
                     "; accepted is 0");
  }
  const auto shape = GridShape::from({.rows = RowCount(load_le(at, 1)),
                                      .columns = ColumnCount(load_le(at + 8)),
                                      .cell_bits = BitWidth(load_le(at + 1, 1))});
  if (!shape) return malformed("no grid has this shape: " + shape.error().sentence());
  return GridIdentity{*shape, static_cast<std::uint8_t>(load_le(at + 2, 1))};
}

void put_counters(const GridShape& shape, CounterSign sign, std::span<const std::uint64_t> words,
                  ByteWriter& out) {
  const auto cell_bits = static_cast<unsigned>(shape.cell_bits().value);
  Group group;
  std::array<std::uint64_t, kGroup> packed;
  for (std::uint64_t i = 0; i < groups_of(shape); ++i) {
    unpack(words_of(words, i, cell_bits), cell_bits, group);
    if (sign == CounterSign::either) {
      for (std::uint64_t& number : group) number = zigzag_in(number, cell_bits);
    }
    const unsigned bits = bits_of(group);
    pack(group, bits, std::span(packed).first(bits));
    out.integer(bits, 1);
    std::uint64_t left = bytes_of(counters_in(shape, i), bits);
    for (std::size_t word = 0; left > 0; ++word) {
      const std::uint64_t width = std::min<std::uint64_t>(left, 8);
      out.integer(packed[word], width);
      left -= width;
    }
  }
}

Result<void> check_counter_room(const GridShape& shape, const ByteReader& in) {
  if (auto ok = check_groups(shape, in); !ok) return ok;
  return check_unfolding({shape.bytes(), in.remaining()});
}

Result<AlignedWords> read_counters(const GridShape& shape, CounterSign sign, ByteReader& in) {
  if (auto ok = check_groups(shape, in); !ok) return failure(ok.error());
  const std::uint64_t groups = groups_of(shape);
  const auto cell_bits = static_cast<unsigned>(shape.cell_bits().value);
  AlignedWords words(shape.words());
  Group group;
  for (std::uint64_t i = 0; i < groups; ++i) {
    if (auto read = read_group(cell_bits, counters_in(shape, i), in, group); !read)
      return failure(read.error());
    if (sign == CounterSign::either) {
      for (std::uint64_t& number : group) number = unzigzag_in(number, cell_bits);
    }
    pack(group, cell_bits, words_of(words.span(), i, cell_bits));
  }
  return words;
}

}  // namespace peel::wire
