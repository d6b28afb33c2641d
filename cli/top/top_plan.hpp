// What peel top was asked to do, as numbers.
#pragma once

#include "peel/core/counted_part.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/heavy_texts.hpp"
#include "peel/hashing/key_hasher.hpp"

#include "cli/output/quoted.hpp"
#include "cli/terminal.hpp"
#include "cli/top/share.hpp"

#include <cstdint>
#include <optional>

namespace peel::cli {

struct TopPlan {
  CountedPart part = {};
  HeavyTextsShape shape = {};
  HashFamily family = HashFamily::fast;
  std::optional<Seed> seed = {};
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
