#include "counter_cells.hpp"

#include "compact_cells.hpp"
#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <array>
#include <bit>
#include <string>
#include <utility>

namespace peel::wire {

namespace {

constexpr unsigned kElementBits = 61;  // of the prime field

// Each word has as many bits as the largest in any cell needs.
CellFields narrowest_fields(const CounterShape& shape, std::span<const std::uint64_t> cells) {
  CellFields fields{.cells = shape.cells().value, .words = shape.cell_words()};
  std::array<std::uint64_t, kMaxCounterCellWords> used{};
  for (std::size_t at = 0; at < cells.size(); at += fields.words) {
    for (unsigned w = 1; w < fields.words; ++w) used[w] |= cells[at + w];
  }
  for (unsigned w = 1; w < fields.words; ++w) {
    fields.bits[w] = static_cast<unsigned>(std::bit_width(used[w]));
  }
  return fields;
}

}  // namespace

Result<Bytes> counter_cells(const CounterShape& shape, std::span<const std::uint64_t> cells) {
  const CellFields fields = narrowest_fields(shape, cells);
  ByteWriter out;
  for (unsigned w = 1; w < fields.words; ++w) out.integer(fields.bits[w], 1);
  const CompactPlan plan = plan_compact(fields, cells);
  if (auto ok = check_folding("the counter is", {shape.table_bytes(), compact_cell_bytes(plan)}); !ok)
    return failure(ok.error());
  out.bytes(compact_cells(fields, cells, plan));
  return out.take();
}

Result<std::vector<std::uint64_t>> cells_of_counter(const CounterShape& shape, ByteView bytes) {
  CellFields fields{.cells = shape.cells().value, .words = shape.cell_words()};
  ByteReader in(bytes);
  for (unsigned w = 1; w < fields.words; ++w) {
    const auto bits = in.integer(1, "the bits of each word");
    if (!bits) return failure(bits.error());
    if (*bits > kElementBits) {
      return malformed("a word of " + std::to_string(*bits) + " bits; accepted are up to " +
                       std::to_string(kElementBits));
    }
    fields.bits[w] = static_cast<unsigned>(*bits);
  }
  auto cells = cells_of_compact(fields, bytes.last(in.remaining()));
  if (cells && narrowest_fields(shape, *cells) != fields) {
    return malformed("a word has more bits than any cell needs");
  }
  return cells;
}

}  // namespace peel::wire
