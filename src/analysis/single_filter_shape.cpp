#include "peel/analysis/single_filter_shape.hpp"

#include "peel/analysis/multilevel_shape.hpp"

#include <string>

namespace peel {

namespace {

// Cells of a byte, of a word, or bits of a cell.
constexpr std::uint64_t kSixValuesInByte = 3, kThreeBitsInWord = 21, kCounterBits = 4;

std::uint64_t words_for(CellPacking packing, std::uint64_t cells, std::uint64_t sub_tables) {
  switch (packing) {
    case CellPacking::six_values:
      return (cells + 8 * kSixValuesInByte - 1) / (8 * kSixValuesInByte);
    case CellPacking::three_bits:
      return (cells + kThreeBitsInWord - 1) / kThreeBitsInWord;
    case CellPacking::counters:
      break;
  }
  return (cells * sub_tables * kCounterBits + 63) / 64;
}

}  // namespace

std::string_view name_of(CellPacking packing) {
  switch (packing) {
    case CellPacking::six_values:
      return "six_values";
    case CellPacking::three_bits:
      return "three_bits";
    case CellPacking::counters:
      break;
  }
  return "counters";
}

SingleFilterShape::SingleFilterShape(const SingleFilterSpec& spec)
    : cells_(spec.cells.value),
      hashes_(static_cast<std::uint8_t>(spec.hashes.value)),
      sub_tables_(static_cast<std::uint8_t>(spec.sub_tables.value)),
      packing_(spec.packing) {}

std::uint64_t SingleFilterShape::words() const {
  return words_for(packing_, cells_, sub_tables_);
}

std::uint64_t SingleFilterShape::bytes() const {
  if (packing_ == CellPacking::six_values) return (cells_ + kSixValuesInByte - 1) / kSixValuesInByte;
  return words() * 8;
}

Result<SingleFilterShape> SingleFilterShape::from(const SingleFilterSpec& spec) {
  const std::uint64_t cells = spec.cells.value, hashes = spec.hashes.value, tables = spec.sub_tables.value;
  const bool is_known = spec.packing == CellPacking::six_values || spec.packing == CellPacking::three_bits ||
                        spec.packing == CellPacking::counters;
  if (!is_known) {
    return failure(ErrorCode::invalid_argument, "packing " +
                                                    std::to_string(static_cast<unsigned>(spec.packing)) +
                                                    ": accepted are six_values, three_bits and counters");
  }
  const std::uint64_t most_tables = spec.packing == CellPacking::six_values ? 5 : kMaxSubTables;
  if (tables < 1 || tables > most_tables) {
    return failure(ErrorCode::invalid_argument,
                   "cells (" + std::string(name_of(spec.packing)) + ") for " + std::to_string(tables) +
                       " sub-tables: accepted are 1 to " + std::to_string(most_tables));
  }
  if (hashes < 1 || hashes > kMaxSummaryHashes) {
    return failure(ErrorCode::invalid_argument, std::to_string(hashes) + " hashes: accepted are 1 to " +
                                                    std::to_string(kMaxSummaryHashes));
  }
  if (cells < hashes || cells % hashes != 0) {
    return failure(ErrorCode::invalid_argument, std::to_string(cells) + " cells for " +
                                                    std::to_string(hashes) +
                                                    " hashes: accepted are multiples of the hashes");
  }
  if (cells > kMaxSummaryBytes || words_for(spec.packing, cells, tables) > kMaxSummaryBytes / 8) {
    return failure(ErrorCode::limit_exceeded, std::to_string(cells) + " cells: accepted are at most " +
                                                  std::to_string(kMaxSummaryBytes) + " bytes of them");
  }
  return SingleFilterShape(spec);
}

}  // namespace peel
