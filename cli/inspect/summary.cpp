// What a summary of a multilevel table says of itself, whichever of the five it is.
#include "peel/tables/known_summary.hpp"
#include "peel/tables/summary_contents.hpp"

#include "cli/inspect/words.hpp"
#include "cli/numbers.hpp"
#include "cli/output/names.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace peel::cli {

namespace {

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

void say_shape(const InterpolationSummary& summary, Inspection& seen) {
  seen.say("shape", "{} bits of each key's hash", summary.bits().value);
  seen.file["hash_bits"] = summary.bits().value;
}

// A filter whose cells tell sub-tables apart.
template <class SingleFilter>
requires requires(const SingleFilter& summary) {
  summary.shape().packing();
}
void say_shape(const SingleFilter& summary, Inspection& seen) {
  const SingleFilterShape& shape = summary.shape();
  const std::string packing = shape.packing() == CellPacking::six_values ? "three in a byte"
                              : shape.packing() == CellPacking::three_bits
                                  ? "of 3 bits"
                                  : fmt::format("of {} counters", shape.sub_tables());
  seen.say("shape", "{} cells {}, {}", grouped(shape.cells().value), packing,
           hashes_in_words(shape.hashes()));
  seen.file["packing"] = name_of(shape.packing());
  seen.file["cells"] = shape.cells().value;
  seen.file["hashes"] = shape.hashes().value;
}

template <class MultipleFilters>
requires requires(const MultipleFilters& summary) {
  summary.filters();
}
void say_shape(const MultipleFilters& summary, Inspection& seen) {
  Json filters = Json::array();
  for (const auto& filter : summary.filters()) {
    const FilterShape& shape = filter.shape();
    seen.say(filters.empty() ? "filters" : "", "{} {}, {}; {}", grouped(shape.cells().value),
             shape.cell_bits().value == 1 ? "bits" : "counters of 4 bits", hashes_in_words(shape.hashes()),
             layout_in_words(shape));
    filters.push_back({{"layout", name_of(shape.layout())},
                       {"cells", shape.cells().value},
                       {"cell_bits", shape.cell_bits().value},
                       {"hashes", shape.hashes().value}});
  }
  seen.file["filters"] = std::move(filters);
}

bool counts_keys(const TableSummary& summary) {
  return summary.kind() == SummaryKind::interpolation ||
         summary.kind() == SummaryKind::counting_single_filter;
}

std::string keys_in_words(const analysis::ItemEstimate& keys, const SummaryContents& contents,
                          const TableSummary& summary) {
  if (!counts_keys(summary) || !(keys.items < kMostItems)) return items_in_words(keys);
  const bool is_exact = !contents.saturated || contents.saturated->value == 0;
  return (is_exact ? "" : "about ") + grouped(rounded_items(keys.items));
}

// A row for all keys, and one for each level that some have.
void say_keys(const SummaryContents& contents, const TableSummary& summary, Inspection& seen) {
  Json keys = Json::array(), errors = Json::array();
  for (const analysis::ItemEstimate& each : contents.keys) {
    const std::string words = keys_in_words(each, contents, summary);
    if (keys.empty())
      seen.say("keys", "{}", words);
    else if (each.items >= 0.5)
      seen.say("", "level {} or above: {}", keys.size() + 1, words);
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

std::string bytes_in_words(std::uint64_t bytes, double keys) {
  if (!(keys >= 1 && keys < kMostItems)) return fmt::format("{}", bytes);
  return fmt::format("{}, {:.1f} bits for each key", bytes, 8 * static_cast<double>(bytes) / keys);
}

void say_contents(const SummaryContents& contents, Inspection& seen) {
  if (contents.collisions) {
    const std::uint64_t collisions = contents.collisions->value;
    seen.say("collisions", "{}",
             collisions == 0 ? "none" : counted(collisions, "key") + " with the bits of another");
    seen.summary["collisions"] = collisions;
  }
  if (contents.fill) {
    seen.say("fill", "{:.3g} % of the {} are not 0", 100 * *contents.fill,
             seen.file.contains("filters") ? "first filter's cells" : "cells");
    seen.summary["fill"] = *contents.fill;
  }
  if (contents.saturated) {
    seen.say("saturated", "{}", stuck_counters_in_words(*contents.saturated));
    seen.summary["saturated"] = contents.saturated->value;
  }
  seen.say("rate", "{:.3g} % of keys that are not in the table are looked for in it",
           100 * contents.false_positive_rate);
  seen.summary["false_positive_rate"] = contents.false_positive_rate;
}

}  // namespace

void say(const wire::SavedSummary& saved, const PeelFile& file, Inspection& seen) {
  const TableSummary& summary = *saved.summary;
  const MultilevelShape& table = saved.of.table;
  say_counting_head("table summary (in which sub-table of a multilevel table a key is)", file, seen);
  seen.say("table", "{} of {} buckets of {}", counted(table.sub_tables(), "sub-table"),
           buckets_in_words(table), counted(table.slots().value, "slot"));
  seen.say("summary", "{}", in_words(name_of(summary.kind())));
  seen.file["summary"] = name_of(summary.kind());
  seen.file["buckets"] = Json::array();
  for (const BucketCount buckets : table.all_buckets()) seen.file["buckets"].push_back(buckets.value);
  seen.file["slots"] = table.slots().value;
  seen.file["memory_bytes"] = summary.bytes();
  const auto known = known_summary(summary);
  auto contents = contents_of(summary);
  if (!known || !contents) return;  // whatever was decoded is known
  contents->keys.resize(std::min<std::size_t>(contents->keys.size(), table.sub_tables()));
  std::visit([&](const auto* of) { say_shape(*of, seen); }, *known);
  seen.say("memory", "{} bytes", grouped(summary.bytes()));
  seen.say("bytes", "{}", bytes_in_words(file.bytes, contents->keys.front().items));
  say_keys(*contents, summary, seen);
  say_contents(*contents, seen);
  seen.say("checksum", "right");
}

}  // namespace peel::cli
