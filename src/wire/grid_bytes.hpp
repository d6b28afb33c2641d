// Grids of counters as bytes: their shape, and counters in groups of 64, each group with as many bits for a
// counter as its largest needs. docs/formats/count-min.md, "Counters".
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace peel::wire {

inline constexpr std::size_t kGridShapeBytes = 16;

// `detail` is the byte that says more about the kind: the rule of a Count-Min sketch, the bits of keys of a
// range sketch.
struct GridIdentity {
  GridShape shape;
  std::uint8_t detail;
};

void put_grid_shape(const GridIdentity& identity, ByteWriter& out);
// Fails with `malformed`.
Result<GridIdentity> decode_grid_shape(ByteView bytes);

// Groups of counters, each of which takes a byte or more.
std::uint64_t groups_of(const GridShape& shape);

// Whether counters are numbers from 0 on, or two's complement.
enum class CounterSign : std::uint8_t { none, either };

void put_counters(const GridShape& shape, CounterSign sign, std::span<const std::uint64_t> words,
                  ByteWriter& out);
// Fails with `malformed` for fewer bytes than such a grid has at least, or than justify its memory.
Result<void> check_counter_room(const GridShape& shape, const ByteReader& in);
// Fails with `malformed` for anything that put_counters does not write. Allocates all of the grid: whether
// the bytes that are there justify it is asked before.
Result<AlignedWords> read_counters(const GridShape& shape, CounterSign sign, ByteReader& in);

}  // namespace peel::wire
