#include "tables/cell_checks.hpp"

#include "tables/level_cells.hpp"

#include <array>
#include <string>

namespace peel {

namespace {

Result<void> too_high(std::uint64_t word, const SingleFilterShape& shape) {
  return failure(ErrorCode::malformed, "a cell in word " + std::to_string(word) +
                                           " is no level: accepted are 0 to " +
                                           std::to_string(shape.sub_tables()));
}

Result<void> check_six_values(const SingleFilterShape& shape, std::span<const std::uint64_t> words) {
  std::array<bool, 256> is_valid{};
  for (std::uint64_t byte = 0; byte < SixValues::kBytes; ++byte) {
    bool all = true;
    for (std::uint64_t i = 0; i < SixValues::kPerByte; ++i)
      all = all && SixValues::digit(byte, i) <= shape.sub_tables();
    is_valid[byte] = all;
  }
  for (std::uint64_t i = 0; i < words.size(); ++i) {
    bool all = true;
    for (unsigned shift = 0; shift < 64; shift += 8) all &= is_valid[words[i] >> shift & 255];
    if (!all) return too_high(i, shape);
  }
  return {};
}

Result<void> check_three_bits(const SingleFilterShape& shape, std::span<const std::uint64_t> words) {
  for (std::uint64_t i = 0; i < words.size(); ++i) {
    bool all = words[i] >> ThreeBits::kBits * ThreeBits::kPerWord == 0;
    for (std::uint64_t cell = 0; cell < ThreeBits::kPerWord; ++cell)
      all &= ThreeBits::level(&words[i], ThreeBits::place(cell)) <= shape.sub_tables();
    if (!all) return too_high(i, shape);
  }
  return {};
}

// Bits of the last word that are in use, none if it is full.
std::uint64_t used_bits(const SingleFilterShape& shape) {
  return shape.cells().value * shape.sub_tables() * 4 % 64;
}

template <class Cells>
bool is_empty_behind(const SingleFilterShape& shape, std::span<const std::uint64_t> words,
                     std::uint64_t cells_in_words) {
  for (std::uint64_t cell = shape.cells().value; cell < cells_in_words; ++cell)
    if (Cells::level(words.data(), Cells::place(cell)) != 0) return false;
  return true;
}

bool is_empty_behind(const SingleFilterShape& shape, std::span<const std::uint64_t> words) {
  switch (shape.packing()) {
    case CellPacking::six_values:
      return is_empty_behind<SixValues>(shape, words, words.size() * 8 * SixValues::kPerByte);
    case CellPacking::three_bits:
      return is_empty_behind<ThreeBits>(shape, words, words.size() * ThreeBits::kPerWord);
    case CellPacking::counters:
      break;
  }
  return used_bits(shape) == 0 || words.back() >> used_bits(shape) == 0;
}

Result<void> check_levels(const SingleFilterShape& shape, std::span<const std::uint64_t> words) {
  if (shape.packing() == CellPacking::six_values) return check_six_values(shape, words);
  if (shape.packing() == CellPacking::three_bits) return check_three_bits(shape, words);
  return {};
}

}  // namespace

Result<void> check_cells(const SingleFilterShape& shape, std::span<const std::uint64_t> words) {
  if (words.size() != shape.words()) {
    return failure(ErrorCode::malformed, std::to_string(words.size()) +
                                             " words: a single filter of this shape has " +
                                             std::to_string(shape.words()));
  }
  if (auto ok = check_levels(shape, words); !ok) return ok;
  if (!is_empty_behind(shape, words))
    return failure(ErrorCode::malformed, "a bit is set behind the last cell; accepted are zeros");
  return {};
}

}  // namespace peel
