// The entries of an interpolation summary as bits: docs/formats/table-summary.md, "Entries". Hashes are
// uniform, so of n sorted ones the differences take log2(n) bits less than themselves; most levels are 1.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/tables/level.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel::wire {

// What entries may be.
struct EntryRange {
  BitWidth bits;    // of the hash
  Level last = {};  // the highest level
};

// Entries are sorted words: bits of a hash, and below them three bits of a level, at most `last`.
// Fails with `limit_exceeded` for so many in so few bytes that unpacked_entries would refuse them.
Result<Bytes> packed_entries(std::span<const std::uint64_t> entries, Level last);
// Fails with `malformed` unless packed_entries would write the same bytes, and before it reserves memory that
// they do not justify.
Result<std::vector<std::uint64_t>> unpacked_entries(ByteView bytes, EntryRange range);

}  // namespace peel::wire
