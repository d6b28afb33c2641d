#include "cli/output/summary_inspection.hpp"

#include "peel/tables/known_summary.hpp"
#include "peel/tables/summary_contents.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/filter_inspection.hpp"
#include "cli/output/grid_inspection.hpp"
#include "cli/output/names.hpp"
#include "cli/output/printable.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace peel::cli {

namespace {

constexpr double kMostKeys = 1e18;  // what an estimate must stay below to be a number of keys

std::string hashes_in_words(HashCount hashes) {
  return fmt::format("{} {}", hashes.value, hashes.value == 1 ? "hash" : "hashes");
}

// "40, 10 and 5".
std::string buckets_in_words(const MultilevelShape& table) {
  std::string words;
  const auto buckets = table.all_buckets();
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    if (i > 0) words += i + 1 < buckets.size() ? ", " : " and ";
    words += grouped(buckets[i].value);
  }
  return words;
}

std::string table_in_words(const MultilevelShape& table) {
  return fmt::format("{} of {} buckets of {}", counted(table.sub_tables(), "sub-table"),
                     buckets_in_words(table), counted(table.slots().value, "slot"));
}

void say_shape(const InterpolationSummary& summary, CellInspection& seen) {
  seen.rows.push_back({"shape", fmt::format("{} bits of each key's hash", summary.bits().value)});
  seen.file["hash_bits"] = summary.bits().value;
}

void say_cells(const SingleFilterShape& shape, CellInspection& seen) {
  const std::string packing = shape.packing() == CellPacking::six_values ? "three in a byte"
                              : shape.packing() == CellPacking::three_bits
                                  ? "of 3 bits"
                                  : fmt::format("of {} counters", shape.sub_tables());
  seen.rows.push_back({"shape", fmt::format("{} cells {}, {}", grouped(shape.cells().value), packing,
                                            hashes_in_words(shape.hashes()))});
  seen.file["packing"] = name_of(shape.packing());
  seen.file["cells"] = shape.cells().value;
  seen.file["hashes"] = shape.hashes().value;
}

template <class MultipleFilters>
void say_filters(const MultipleFilters& summary, CellInspection& seen) {
  Json filters = Json::array();
  for (const auto& filter : summary.filters()) {
    const FilterShape& shape = filter.shape();
    seen.rows.push_back({filters.empty() ? "filters" : "",
                         fmt::format("{} {}, {}; {}", grouped(shape.cells().value),
                                     shape.cell_bits().value == 1 ? "bits" : "counters of 4 bits",
                                     hashes_in_words(shape.hashes()), layout_in_words(shape))});
    filters.push_back({{"layout", name_of(shape.layout())},
                       {"cells", shape.cells().value},
                       {"cell_bits", shape.cell_bits().value},
                       {"hashes", shape.hashes().value}});
  }
  seen.file["filters"] = std::move(filters);
}

void say_shape(const SingleFilterSummary& summary, CellInspection& seen) {
  say_cells(summary.shape(), seen);
}
void say_shape(const CountingSingleFilterSummary& summary, CellInspection& seen) {
  say_cells(summary.shape(), seen);
}
void say_shape(const MultipleFilterSummary& summary, CellInspection& seen) {
  say_filters(summary, seen);
}
void say_shape(const CountingMultipleFilterSummary& summary, CellInspection& seen) {
  say_filters(summary, seen);
}

bool is_counted(const TableSummary& summary) {
  return summary.kind() == SummaryKind::interpolation ||
         summary.kind() == SummaryKind::counting_single_filter;
}

std::string keys_in_words(const analysis::ItemEstimate& keys, const SummaryContents& contents,
                          bool is_counted) {
  if (!is_counted || !(keys.items < kMostKeys)) return items_in_words(keys);
  const bool is_exact = !contents.saturated || contents.saturated->value == 0;
  return (is_exact ? "" : "about ") + grouped(static_cast<std::uint64_t>(std::llround(keys.items)));
}

// A row for all keys, and one for each level that some have.
void say_keys(const SummaryContents& contents, bool is_counted, CellInspection& seen) {
  Json keys = Json::array(), errors = Json::array();
  for (const analysis::ItemEstimate& each : contents.keys) {
    const std::string words = keys_in_words(each, contents, is_counted);
    if (keys.empty())
      seen.rows.push_back({"keys", words});
    else if (each.items >= 0.5)
      seen.rows.push_back({"", fmt::format("level {} or above: {}", keys.size() + 1, words)});
    keys.push_back(json_number(each.items));
    errors.push_back(json_number(each.standard_error));
  }
  seen.summary["keys_of_level_or_above"] = std::move(keys);
  seen.summary["keys_error"] = std::move(errors);
}

std::string stuck_counters_in_words(CellCount saturated) {
  if (saturated.value == 0) return "no counter";
  return fmt::format("{}, which {} whatever is forgotten", counted(saturated.value, "counter"),
                     saturated.value == 1 ? "stays as it is" : "stay as they are");
}

std::string bytes_in_words(const PeelFile& file, const SummaryContents& contents) {
  const double keys = contents.keys.front().items;
  if (!(keys >= 1 && keys < kMostKeys)) return fmt::format("{}", file.bytes);
  return fmt::format("{}, {:.1f} bits for each key", file.bytes, 8 * static_cast<double>(file.bytes) / keys);
}

void say_contents(const PeelFile& file, const TableSummary& summary, const SummaryContents& contents,
                  CellInspection& seen) {
  seen.rows.push_back({"memory", fmt::format("{} bytes", grouped(summary.bytes()))});
  seen.rows.push_back({"bytes", bytes_in_words(file, contents)});
  seen.summary = {{"schema", 1}};
  say_keys(contents, is_counted(summary), seen);
  if (contents.collisions) {
    const std::uint64_t collisions = contents.collisions->value;
    seen.rows.push_back(
        {"collisions", collisions == 0 ? "none" : counted(collisions, "key") + " with the bits of another"});
    seen.summary["collisions"] = collisions;
  }
  if (contents.fill) {
    const bool has_filters = seen.file.contains("filters");
    seen.rows.push_back({"fill", fmt::format("{:.3g} % of the {} are not 0", 100 * *contents.fill,
                                             has_filters ? "first filter's cells" : "cells")});
    seen.summary["fill"] = *contents.fill;
  }
  if (contents.saturated) {
    seen.rows.push_back({"saturated", stuck_counters_in_words(*contents.saturated)});
    seen.summary["saturated"] = contents.saturated->value;
  }
  seen.rows.push_back({"rate", fmt::format("{:.3g} % of keys that are not in the table are looked for in it",
                                           100 * contents.false_positive_rate)});
  seen.summary["false_positive_rate"] = contents.false_positive_rate;
  seen.rows.push_back({"checksum", "right"});
}

}  // namespace

std::optional<CellInspection> look_at_summary(const PeelFile& file) {
  const auto* const saved = std::get_if<wire::SavedSummary>(&file.content);
  if (saved == nullptr) return std::nullopt;
  const TableSummary& summary = *saved->summary;
  const auto known = known_summary(summary);
  auto contents = contents_of(summary);
  if (!known || !contents) return std::nullopt;  // none that was decoded
  const MultilevelShape& table = saved->of.table;
  contents->keys.resize(std::min<std::size_t>(contents->keys.size(), table.sub_tables()));
  CellInspection seen;
  seen.name = printable(spoken_name(file.path));
  say_frequency_head(file, "table summary (in which sub-table of a multilevel table a key is)", seen);
  seen.rows.push_back({"table", table_in_words(table)});
  seen.rows.push_back({"summary", in_words(name_of(summary.kind()))});
  seen.file["summary"] = name_of(summary.kind());
  seen.file["buckets"] = Json::array();
  for (const BucketCount buckets : table.all_buckets()) seen.file["buckets"].push_back(buckets.value);
  seen.file["slots"] = table.slots().value;
  seen.file["memory_bytes"] = summary.bytes();
  std::visit([&](const auto* of) { say_shape(*of, seen); }, *known);
  say_contents(file, summary, *contents, seen);
  return seen;
}

}  // namespace peel::cli
