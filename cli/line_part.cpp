#include "cli/line_part.hpp"

#include "cli/numbers.hpp"

#include <fmt/format.h>
#include <limits>

namespace peel::cli {

namespace {

Result<std::uint8_t> delimiter_of(const std::string& text) {
  if (text == "\\t" || text == "tab") return std::uint8_t{'\t'};
  if (text.size() == 1 && text != "\n") return static_cast<std::uint8_t>(text.front());
  return refused(fmt::format("--delimiter {}: accepted is one byte, or tab", text));
}

}  // namespace

Result<CountedPart> line_part(const LinePartOptions& options) {
  using Keys = CountedPart::Keys;
  CountedPart part;
  if (options.field) {
    const auto number =
        whole_number({"--field", *options.field}, {1, std::numeric_limits<std::uint32_t>::max()});
    if (!number) return failure(number.error());
    part = {.keys = Keys::fields, .field = static_cast<std::uint32_t>(*number)};
  }
  if (options.delimiter) {
    if (!options.field) return refused("--delimiter needs --field, the number of the field");
    const auto delimiter = delimiter_of(*options.delimiter);
    if (!delimiter) return failure(delimiter.error());
    part.delimiter = *delimiter;
  }
  if (options.ip) part.keys = Keys::addresses;
  return part;
}

std::string missing_part(const CountedPart& part) {
  std::string field = fmt::format("field {}", part.field);
  if (part.keys != CountedPart::Keys::addresses) return field;
  return part.field == 0 ? "IP address" : "IP address in " + field;
}

}  // namespace peel::cli
