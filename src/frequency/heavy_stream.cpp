#include "peel/frequency/heavy_stream.hpp"

#include "frequency/cells.hpp"

#include <string>

namespace peel {

Result<void> HeavyStream::merge(const HeavyStream& other) {
  if (const std::string what = difference_of(part, other.part); !what.empty())
    return failure(ErrorCode::incompatible, "these summaries cannot be merged: they have " + what);
  if (auto merged = texts.merge(other.texts); !merged) return merged;
  lines = raised(lines, other.lines);
  keyless = raised(keyless, other.keyless);
  return {};
}

}  // namespace peel
