// What peel top was asked to do, as numbers.
#pragma once

#include "peel/core/counted_part.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/heavy_texts.hpp"
#include "peel/hashing/key_hasher.hpp"

#include "cli/output/quoted.hpp"
#include "cli/terminal.hpp"
#include "cli/top/share.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace peel::cli {

struct TopPlan {
  CountedPart part = {};
  HeavyTextsShape shape = {};
  HashFamily family = HashFamily::fast;
  std::optional<Seed> seed = {};
};

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
  CopyCount rounding{};        // what they added to the error by rounding, and nothing else, in parts
};

struct TopView {
  enum class Format : std::uint8_t { text, json };

  ItemCount first{10};              // so many are printed,
  std::optional<Share> share = {};  // or all that have this share
  Format format = Format::text;
  LineEnd line_end = LineEnd::feed;
  Colour colour = Colour::off;
};

}  // namespace peel::cli
