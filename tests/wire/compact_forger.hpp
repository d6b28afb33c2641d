// Writes compact cells with any choices whatever, also those that no encoder makes: bit by bit, and slowly.
#pragma once

#include "wire/compact_cells.hpp"
#include "wire/rice.hpp"
#include "wire/wire_support.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace peel::test {

class CompactForger {
 public:
  explicit CompactForger(const Iblt& table)
      : table_(table), plan(wire::plan_compact(wire::fields_of(table.shape()), table.cells())) {}

  // The envelope of the table with its cells as the members below say.
  Bytes encoded() const {
    ByteWriter payload;
    payload.integer(table_.gross_total(), 8);
    payload.integer(0, 8);  // lost sub-tables
    payload.varint(wire::zigzag(static_cast<std::uint64_t>(plan.base)));
    payload.integer(plan.parameter, 1);
    payload.bytes(stream());
    Bytes bytes = encoded_plain(table_);
    bytes.resize(kPayloadAt);
    bytes.insert(bytes.end(), payload.view().begin(), payload.view().end());
    bytes[kShapeAt + 17] = std::byte{2};
    return with_right_length(std::move(bytes));
  }

 private:
  using Bits = std::vector<bool>;

  static void put(Bits& bits, std::uint64_t value, std::uint64_t width) {
    for (std::uint64_t i = 0; i < width; ++i) bits.push_back((value >> i & 1) != 0);
  }

  void put_count(Bits& bits, std::uint64_t count) const {
    const std::uint64_t code = wire::zigzag(count - static_cast<std::uint64_t>(plan.base));
    const std::uint64_t quotient = code >> plan.parameter;
    if (escapes_all_counts || quotient >= 24) {
      put(bits, (1U << 24) - 1, 24);
      return put(bits, code, 64);
    }
    bits.insert(bits.end(), quotient, true);
    bits.push_back(false);
    put(bits, code, plan.parameter);
  }

  // Of xor cells with keys alone.
  void put_cell(Bits& bits, std::span<const std::uint64_t> cell) const {
    const IbltShape& shape = table_.shape();
    put_count(bits, cell[0]);
    for (std::uint64_t w = 0; w < shape.key_words(); ++w) {
      put(bits, cell[1 + w], 8 * std::min<std::uint64_t>(8, shape.key_width().value - 8 * w));
    }
    put(bits, cell[shape.check_offset()], shape.check_bits().value);
  }

  Bytes stream() const {
    const std::size_t words = table_.shape().cell_words();
    Bits bits{plan.elides_empty_cells}, cells;
    for (std::size_t at = 0; at < table_.cells().size(); at += words) {
      const auto cell = table_.cells().subspan(at, words);
      const bool in_use = std::ranges::any_of(cell, [](std::uint64_t word) { return word != 0; });
      const bool follows = in_use || !leaves_out_empty_cells();
      if (plan.elides_empty_cells) bits.push_back(follows);
      if (follows) put_cell(cells, cell);
    }
    bits.insert(bits.end(), cells.begin(), cells.end());
    Bytes bytes((bits.size() + 7) / 8 + extra_bytes);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (bits[i]) bytes[i / 8] |= std::byte{1} << static_cast<int>(i % 8);
    }
    return bytes;
  }

  bool leaves_out_empty_cells() const { return plan.elides_empty_cells && !flags_empty_cells_as_in_use; }

  const Iblt& table_;

 public:
  wire::CompactPlan plan;  // at first, the right one
  bool escapes_all_counts = false;
  bool flags_empty_cells_as_in_use = false;
  std::size_t extra_bytes = 0;
};

}  // namespace peel::test
