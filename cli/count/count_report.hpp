// Printing counts: the keys in order as text or JSON lines, and what else there is to say.
#pragma once

#include "peel/invertible/counted_stream.hpp"

#include "cli/count/listed_keys.hpp"
#include "cli/output/output.hpp"
#include "cli/output/quoted.hpp"
#include "cli/status.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

struct CountView {
  enum class Order : std::uint8_t { by_count, by_key };
  enum class Format : std::uint8_t { text, json };

  Order order = Order::by_count;
  Format format = Format::text;
  LineEnd line_end = LineEnd::feed;
  std::optional<std::uint64_t> first;  // so many are printed
};

// Prints keys, in JSON with the summary; in text, what a reader must know goes to standard error. The status
// says whether keys are left over.
Status report(const ListedKeys& keys, const CountSummary& summary, const StreamDescription& description,
              const CountView& view, Output& output);

}  // namespace peel::cli
