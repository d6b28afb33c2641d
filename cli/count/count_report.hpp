// Printing counts: the keys in order as text or JSON lines, and what else there is to say.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/counted_stream.hpp"
#include "peel/sources/count_file.hpp"

#include "cli/output/output.hpp"
#include "cli/output/quoted.hpp"
#include "cli/status.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

struct CountView {
  enum class Format : std::uint8_t { text, json };

  sources::KeyOrder order = sources::KeyOrder::by_count;
  Format format = Format::text;
  LineEnd line_end = LineEnd::feed;
  std::optional<std::uint64_t> first;  // so many are printed
};

// Prints keys, in JSON with the summary; in text, what a reader must know goes to standard error. The status
// says whether keys are left over. Fails if a key cannot be read any more.
Result<Status> report(const sources::Counted& counted, const StreamDescription& description,
                      const CountView& view, Output& output);

}  // namespace peel::cli
