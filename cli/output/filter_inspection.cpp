#include "cli/output/filter_inspection.hpp"

#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/bloom_rate.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/inspection_words.hpp"
#include "cli/output/json.hpp"
#include "cli/output/printable.hpp"
#include "cli/output/text_table.hpp"

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace peel::cli {

namespace {

constexpr double kUsualRate = 0.01;
constexpr double kMostItems = 1e18;  // what an estimate must stay below to be a number of items

std::uint64_t rounded(double items) {
  return static_cast<std::uint64_t>(std::llround(items));
}

std::string keys_in_words(FilterKeys keys) {
  switch (keys) {
    case FilterKeys::text:
      return "text, as it stood in its source";
    case FilterKeys::addresses:
      return "IP addresses, each in one spelling";
    case FilterKeys::unknown:
      break;
  }
  return "unknown: text, or IP addresses";
}

std::string rate_in_words(const FilterInspection& seen) {
  std::string words = fmt::format("{:.3g} % of other keys are affirmed", 100 * seen.current_rate);
  if (seen.expected_rate)
    words += fmt::format("; of a filter with so many keys {:.3g} % are expected", 100 * *seen.expected_rate);
  return words;
}

}  // namespace

std::string layout_in_words(const FilterShape& shape) {
  if (!shape.is_blocked()) return "classic";
  return fmt::format("{} blocks of {} bytes, {} of them", name_of(shape.layout()), 8 * shape.lanes(),
                     grouped(shape.blocks()));
}

std::string items_in_words(const analysis::ItemEstimate& items) {
  if (!(items.items < kMostItems)) return "too many to say how many";
  return fmt::format("about {}, give or take {}", grouped(rounded(items.items)),
                     grouped(rounded(std::ceil(items.standard_error))));
}

FilterInspection look_at_filter(PeelFile file) {
  const BloomFilter& filter = *file.filter();
  const analysis::ItemEstimate items = filter.estimated_items();
  std::optional<double> expected;
  if (items.items < kMostItems)
    expected = analysis::false_positive_rate(filter.shape(), ItemCount(rounded(items.items)));
  const std::uint64_t capacity = analysis::capacity_of(filter.shape(), *Rate::from(kUsualRate)).value;
  const double fill = filter.fill(), rate = filter.current_rate();
  return {std::move(file), fill, rate, items, expected, capacity};
}

void print_as_text(const FilterInspection& seen, Output& output) {
  const PeelFile& file = seen.file;
  const FilterShape& shape = file.filter()->shape();
  const std::uint64_t hashes = shape.hashes().value;
  const char* const each = hashes == 1 ? "hash" : "hashes";
  output.write(printable(spoken_name(file.path)) + "\n");
  output.write(
      text_table({{"kind", "filter (which keys were seen, in a few bits each)"},
                  {"version", fmt::format("{}", file.version)},
                  {"hashing", fmt::format("{}, seed {}", name_of(file.family), digits_of(file.seed))},
                  {"layout", layout_in_words(shape)},
                  {"shape", fmt::format("{} bits, {} {}", grouped(shape.cells().value), hashes, each)},
                  {"bytes", fmt::format("{}", file.bytes)},
                  {"fill", fmt::format("{:.3g} % of the bits are set", 100 * seen.fill)},
                  {"keys", items_in_words(seen.items)},
                  {"holds", keys_in_words(file.filter()->keys())},
                  {"rate", rate_in_words(seen)},
                  {"capacity", fmt::format("{} keys at a rate of 1 %", grouped(seen.capacity))},
                  {"checksum", "right"}},
                 "  "));
}

void print_as_json(const FilterInspection& seen, Output& output) {
  const PeelFile& file = seen.file;
  const FilterShape& shape = file.filter()->shape();
  write_json_line(output, {{"file", json_text(file.path)},
                           {"kind", file.kind()},
                           {"version", file.version},
                           {"hash_family", name_of(file.family)},
                           {"seed", digits_of(file.seed)},
                           {"layout", name_of(shape.layout())},
                           {"bits", shape.cells().value},
                           {"hashes", shape.hashes().value},
                           {"keys", name_of(file.filter()->keys())},
                           {"bytes", file.bytes},
                           {"checksum", "right"}});
  write_json_line(output,
                  {{"summary",
                    {{"schema", 1},
                     {"fill", seen.fill},
                     {"items", json_number(seen.items.items)},
                     {"items_error", json_number(seen.items.standard_error)},
                     {"rate", seen.current_rate},
                     {"expected_rate", seen.expected_rate ? Json(*seen.expected_rate) : Json(nullptr)},
                     {"capacity", seen.capacity},
                     {"capacity_rate", kUsualRate}}}});
}

}  // namespace peel::cli
