#include "cli/output/counting_filter_inspection.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/filter_inspection.hpp"
#include "cli/output/inspection_words.hpp"
#include "cli/output/printable.hpp"

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace {

// Underscores are for programs.
std::string in_plain_words(std::string_view name) {
  std::string words(name);
  for (char& letter : words) letter = letter == '_' ? ' ' : letter;
  return words;
}

void say_head(const PeelFile& file, const std::string& kind, const FilterShape& shape, CellInspection& seen) {
  seen.rows = {{"kind", kind},
               {"version", fmt::format("{}", file.version)},
               {"hashing", fmt::format("{}, seed {}", name_of(file.family), digits_of(file.seed))},
               {"layout", layout_in_words(shape)}};
  seen.file = {{"file", json_text(file.path)},   {"kind", file.kind()},
               {"version", file.version},        {"hash_family", name_of(file.family)},
               {"seed", digits_of(file.seed)},   {"layout", name_of(shape.layout())},
               {"cells", shape.cells().value},   {"cell_bits", shape.cell_bits().value},
               {"hashes", shape.hashes().value}, {"bytes", file.bytes}};
}

void say_tail(const PeelFile& file, const analysis::ItemEstimate& items, double rate, CellInspection& seen) {
  seen.rows.insert(seen.rows.end(), {{"bytes", fmt::format("{}", file.bytes)},
                                     {"keys", items_in_words(items)},
                                     {"rate", fmt::format("{:.3g} % of other keys are affirmed", 100 * rate)},
                                     {"checksum", "right"}});
  seen.file["checksum"] = "right";
  seen.summary["items"] = json_number(items.items);
  seen.summary["items_error"] = json_number(items.standard_error);
  seen.summary["rate"] = rate;
}

// Counting and spectral filters: both have counters that may saturate.
template <class Filter>
void say_counters(const PeelFile& file, const Filter& filter, CellInspection& seen) {
  const FilterShape& shape = filter.shape();
  const std::uint64_t saturated = filter.saturated().value;
  const double fill = filter.fill();
  seen.rows.push_back({"shape", fmt::format("{} counters of {} bits, {} hashes", grouped(shape.cells().value),
                                            shape.cell_bits().value, shape.hashes().value)});
  seen.rows.push_back({"fill", fmt::format("{:.3g} % of the counters are not 0", 100 * fill)});
  seen.rows.push_back(
      {"saturated", saturated == 0 ? "no counter"
                                   : fmt::format("{} counters, which stay as they are whatever is erased",
                                                 grouped(saturated))});
  seen.summary = {{"schema", 1}, {"fill", fill}, {"saturated", saturated}};
  say_tail(file, filter.estimated_items(), filter.current_rate(), seen);
}

CellInspection look_at(const PeelFile& file, const CountingBloomFilter& filter) {
  CellInspection seen;
  say_head(file, "counting filter (which keys are in it; they can be erased)", filter.shape(), seen);
  say_counters(file, filter, seen);
  return seen;
}

CellInspection look_at(const PeelFile& file, const SpectralBloomFilter& filter) {
  CellInspection seen;
  say_head(file, "spectral filter (how often keys came)", filter.shape(), seen);
  seen.rows.push_back({"insertion", in_plain_words(name_of(filter.insertion()))});
  seen.file["insertion"] = name_of(filter.insertion());
  say_counters(file, filter, seen);
  return seen;
}

CellInspection look_at(const PeelFile& file, const RotatingBloomFilter& filter) {
  const RotationRule& rule = filter.rule();
  const std::uint64_t generations = rule.generations().value;
  CellInspection seen;
  say_head(file, "rotating filter (which keys came lately)", filter.shape(), seen);
  seen.rows.push_back(
      {"shape", fmt::format("{} generations of {} bits, {} hashes", generations,
                            grouped(filter.shape().cells().value), filter.shape().hashes().value)});
  seen.rows.push_back({"window", fmt::format("the last {} {}; forgotten after {}", grouped(rule.window()),
                                             name_of(rule.unit()), grouped(rule.forgotten()))});
  seen.rows.push_back({"position", rule.unit() == WindowUnit::ticks
                                       ? fmt::format("tick {}", filter.position())
                                       : fmt::format("{} insertions so far", grouped(filter.position()))});
  seen.file.update({{"unit", name_of(rule.unit())}, {"window", rule.window()}, {"generations", generations}});
  seen.summary = {{"schema", 1}, {"position", filter.position()}, {"forgotten", rule.forgotten()}};
  say_tail(file, filter.estimated_items(), filter.current_rate(), seen);
  return seen;
}

}  // namespace

std::optional<CellInspection> look_at_cells(const PeelFile& file) {
  std::optional<CellInspection> seen;
  if (const auto* counting = std::get_if<CountingBloomFilter>(&file.content)) seen = look_at(file, *counting);
  if (const auto* spectral = std::get_if<SpectralBloomFilter>(&file.content)) seen = look_at(file, *spectral);
  if (const auto* rotating = std::get_if<RotatingBloomFilter>(&file.content)) seen = look_at(file, *rotating);
  if (seen) seen->name = printable(spoken_name(file.path));
  return seen;
}

void print_as_text(const CellInspection& seen, Output& output) {
  output.write(seen.name + "\n");
  output.write(text_table(seen.rows, "  "));
}

void print_as_json(const CellInspection& seen, Output& output) {
  write_json_line(output, seen.file);
  write_json_line(output, {{"summary", seen.summary}});
}

}  // namespace peel::cli
