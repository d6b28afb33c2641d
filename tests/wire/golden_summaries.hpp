// The summaries of tests/golden: the tables that they are of, the keys of these, and their JSON.
#pragma once

#include "peel/tables/known_summary.hpp"
#include "peel/tables/multilevel_places.hpp"
#include "peel/wire/table_summary_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_json.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace peel::test {

struct GoldenNote {
  std::string key;
  Level level;
  bool forgotten = false;  // else noted
};

// What each kind is made of: bits of a hash, a single filter, or filters.
using GoldenParts = std::variant<BitWidth, SingleFilterSpec, std::vector<FilterSpec>>;

struct GoldenSummary {
  std::string name;
  std::string about;
  MultilevelSpec table;
  HashFamily family;
  Seed seed;
  GoldenParts parts;
  std::vector<std::string> keys;
  std::size_t forget_every = 0;  // 0: none
};

inline void PrintTo(const GoldenSummary& golden, std::ostream* out) {
  *out << golden.about;
}

template <class Summary>
std::unique_ptr<TableSummary> owned_summary(Result<Summary> summary) {
  return std::make_unique<Summary>(value_of(std::move(summary)));
}

inline std::unique_ptr<TableSummary> made_of(BitWidth bits) {
  return owned_summary(InterpolationSummary::make(bits, ItemCount(0)));
}

inline std::unique_ptr<TableSummary> made_of(const SingleFilterSpec& spec) {
  const auto shape = value_of(SingleFilterShape::from(spec));
  if (spec.packing == CellPacking::counters) return owned_summary(CountingSingleFilterSummary::make(shape));
  return owned_summary(SingleFilterSummary::make(shape));
}

inline std::unique_ptr<TableSummary> made_of(const std::vector<FilterSpec>& specs) {
  std::vector<FilterShape> shapes;
  for (const FilterSpec& spec : specs) shapes.push_back(value_of(FilterShape::from(spec)));
  if (specs.front().cell_bits.value == kCountingCellBits)
    return owned_summary(CountingMultipleFilterSummary::make(shapes));
  return owned_summary(MultipleFilterSummary::make(shapes));
}

// What a table of that shape would tell its summary of these keys. Those that meet a crisis are left out.
inline std::vector<GoldenNote> notes_of(const GoldenSummary& golden) {
  const auto shape = value_of(MultilevelShape::from(golden.table));
  const KeyHasher hasher(golden.family, golden.seed);
  OccupancyTable occupied(shape);
  std::vector<GoldenNote> notes;
  for (const std::string& key : golden.keys) {
    const auto place = occupied.first_free(hasher(as_bytes(key)), shape);
    if (!place) continue;
    occupied.take(place->slot);
    notes.push_back({key, place->level});
  }
  const std::size_t noted = notes.size();
  for (std::size_t i = 0; golden.forget_every != 0 && i < noted; i += golden.forget_every)
    notes.push_back({notes[i].key, notes[i].level, true});
  return notes;
}

inline wire::SavedSummary made(const GoldenSummary& golden) {
  const KeyHasher hasher(golden.family, golden.seed);
  wire::SavedSummary saved{{value_of(MultilevelShape::from(golden.table)), hasher},
                           std::visit([](const auto& parts) { return made_of(parts); }, golden.parts)};
  for (const GoldenNote& note : notes_of(golden)) {
    const KeyHash hash = hasher(as_bytes(note.key));
    if (!note.forgotten) {
      saved.summary->note(hash, note.level);
    } else if (saved.summary->forget(hash, note.level) != Erased::erased) {
      throw std::runtime_error(note.key + " cannot be forgotten");
    }
  }
  return saved;
}

// Members that only this kind has, each line with its comma.
inline std::string json_of_parts(const InterpolationSummary& summary) {
  return "  \"hash_bits\": " + std::to_string(summary.bits().value) +
         ",\n  \"entries\": " + std::to_string(summary.size().value) + ",\n";
}

inline std::string json_of_parts(const SingleFilterShape& shape) {
  return "  \"packing\": \"" + std::string(name_of(shape.packing())) +
         "\",\n  \"hashes\": " + std::to_string(shape.hashes().value) +
         ",\n  \"cells\": " + std::to_string(shape.cells().value) + ",\n";
}
inline std::string json_of_parts(const SingleFilterSummary& summary) {
  return json_of_parts(summary.shape());
}
inline std::string json_of_parts(const CountingSingleFilterSummary& summary) {
  return json_of_parts(summary.shape()) + "  \"saturated\": " + std::to_string(summary.saturated().value) +
         ",\n";
}

template <class MultipleFilters>
std::string json_of_parts(const MultipleFilters& summary) {
  std::vector<std::string> filters;
  for (const auto& filter : summary.filters()) {
    const FilterShape& shape = filter.shape();
    filters.push_back("{\"layout\": \"" + std::string(name_of(shape.layout())) +
                      "\", \"cell_bits\": " + std::to_string(shape.cell_bits().value) +
                      ", \"hashes\": " + std::to_string(shape.hashes().value) +
                      ", \"cells\": " + std::to_string(shape.cells().value) + "}");
  }
  return "  \"filters\": " + json_array(filters, "  ") + ",\n";
}

// Where the table would look for the key: the level that is said, and the number of its bucket there.
inline std::string answer_of(const wire::SavedSummary& saved, const std::string& key) {
  const KeyHash hash = saved.of.hasher(as_bytes(key));
  const Level level = saved.summary->where(hash);
  std::string text = "{\"key\": \"" + hex(as_bytes(key)) + "\", \"level\": " + std::to_string(level.number);
  if (!level.is_none()) {
    const MultilevelShape& table = saved.of.table;
    text += ", \"bucket\": " +
            std::to_string(bucket_of(hash, table, level.table()) - table.first_bucket(level.table()));
  }
  return text + "}";
}

inline std::string json_of(const GoldenSummary& golden, const wire::SavedSummary& saved) {
  std::set<std::string> asked;
  std::vector<std::string> operations, answers;
  for (const auto& [key, level, forgotten] : notes_of(golden)) {
    asked.insert(key);
    operations.push_back("{\"key\": \"" + hex(as_bytes(key)) + "\", \"level\": " +
                         std::to_string(level.number) + (forgotten ? ", \"forgotten\": true}" : "}"));
  }
  for (int i = 0; i < 12; ++i) asked.insert("other " + std::to_string(i));
  for (const std::string& key : asked) answers.push_back(answer_of(saved, key));
  std::string buckets;
  for (const BucketCount each : saved.of.table.all_buckets())
    buckets += (buckets.empty() ? "" : ", ") + std::to_string(each.value);
  const auto known = value_of(known_summary(*saved.summary));
  std::ostringstream out;
  out << json_heading(golden) << "  \"summary\": \"" << name_of(saved.summary->kind()) << "\",\n"
      << "  \"buckets\": [" << buckets << "],\n"
      << "  \"slots\": " << saved.of.table.slots().value << ",\n"
      << std::visit([](const auto* of) { return json_of_parts(*of); }, known)
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"answers\": " << json_array(answers, "  ") << "\n"
      << "}\n";
  return out.str();
}

}  // namespace peel::test
