// --field, --delimiter and --ip: which part of a line is meant, all of it, one of its fields, or the first IP
// address in either.
#pragma once

#include "peel/core/counted_part.hpp"
#include "peel/core/result.hpp"

#include <optional>
#include <string>

namespace peel::cli {

// As typed.
struct LinePartOptions {
  std::optional<std::string> field = {};
  std::optional<std::string> delimiter = {};
  bool ip = false;

  // The first that was given; null if none was.
  const char* first() const { return field ? "--field" : delimiter ? "--delimiter" : ip ? "--ip" : nullptr; }
};

// Fails with `invalid_argument`, and says what is accepted.
Result<CountedPart> line_part(const LinePartOptions& options);

// What a line lacks that has no such part: "field 2", "IP address", "IP address in field 2".
std::string missing_part(const CountedPart& part);

}  // namespace peel::cli
