// The most frequent lines, fields or IP addresses of a file, in a fixed amount of memory and with certain
// bounds; and the one that is more than half of them. Link peel::sources.
#pragma once

#include "peel/core/counted_part.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/heavy_stream.hpp"
#include "peel/reconcile/watch.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace peel::sources {

// When what came before begins to count half: after so many lines, or after some time. Neither: never.
struct HalfLife {
  std::uint64_t lines = 0;
  std::chrono::milliseconds time{0};
};

// How a stream was counted whose past counts less and less: in parts of a line, so that halving them takes
// next to nothing off.
struct Fading {
  std::uint64_t parts = 1;     // that each line was counted as
  std::uint64_t halvings = 0;  // so far
  CopyCount rounding{};        // what halving added to the error by rounding, in parts
};

// Counts the lines of a file, or of standard input for "-", in a stream that is empty or was never halved. A
// file has no time, so that only lines halve. Fails as the file and the watch do.
Result<Fading> add_lines(HeavyStream& stream, const std::string& path, HalfLife half_life,
                         reconcile::Watch& watch);

struct Majority {
  std::uint64_t lines = 0;
  std::uint64_t keyless = 0;            // lines without a key
  std::uint64_t total = 0;              // lines with one
  std::optional<std::string> key = {};  // that more than half of them have; an address has 16 bytes
  std::uint64_t count = 0;              // how often it came, exactly
};

// The lines are read twice: a vote finds the only key that it can be, and the second pass counts it.
Result<Majority> majority_of(const std::string& path, const CountedPart& part, reconcile::Watch& watch);

}  // namespace peel::sources
