// A golden table and its listing as JSON, for readers of peel files in other languages. Written by hand: the
// text must be the same everywhere, since it is compared as text.
#pragma once

#include "peel/invertible/listing.hpp"

#include "wire/golden_tables.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace peel::test {

// Opens the object of a golden file: what it is, and how it is hashed.
template <class Golden>
std::string json_heading(const Golden& golden) {
  std::ostringstream out;
  out << "{\n"
      << "  \"file\": \"" << golden.name << ".peel\",\n"
      << "  \"about\": \"" << golden.about << "\",\n"
      << "  \"hash_family\": \"" << name_of(golden.family) << "\",\n"
      << "  \"seed_low\": \"" << std::hex << golden.seed.low << "\",\n"
      << "  \"seed_high\": \"" << golden.seed.high << std::dec << "\",\n";
  return out.str();
}

// `items` between brackets, one a line.
inline std::string json_array(const std::vector<std::string>& items, const std::string& indent) {
  if (items.empty()) return "[]";
  std::string text = "[";
  for (const std::string& item : items) {
    text += &item == &items.front() ? "\n  " : ",\n  ";
    text += indent;
    text += item;
  }
  return text + "\n" + indent + "]";
}

inline std::string json_entries(const Entries& entries) {
  std::vector<std::string> items;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    items.push_back("{\"key\": \"" + hex(entries.key(i)) + "\", \"value\": \"" + hex(entries.value(i)) +
                    "\", \"multiplicity\": " + std::to_string(entries.multiplicity(i)) + "}");
  }
  std::ranges::sort(items);
  return json_array(items, "    ");
}

inline std::size_t cells_in_use(const Iblt& table) {
  std::size_t in_use = 0;
  for (auto rest = table.cells(); !rest.empty(); rest = rest.subspan(table.shape().cell_words())) {
    const auto cell = rest.first(table.shape().cell_words());
    if (std::ranges::any_of(cell, [](std::uint64_t word) { return word != 0; })) ++in_use;
  }
  return in_use;
}

// What only irregular tables have.
inline std::string json_weights(const KeyWeights& weights) {
  if (!weights.light.any()) return {};
  std::ostringstream out;
  out << "  \"light_hashes\": " << weights.light.hashes.value << ",\n"
      << "  \"light_of_65536\": " << weights.light.share << ",\n"
      << "  \"weights_by\": \"" << name_of(weights.source) << "\",\n";
  return out.str();
}

// `more` are lines of further members, each with its comma.
inline std::string json_of(const GoldenTable& golden, const Iblt& table, const Listing& listing,
                           const std::string& more = "") {
  std::vector<std::string> operations;
  for (const auto& [times, key, value] : golden.operations) {
    operations.push_back("{\"times\": " + std::to_string(times) + ", \"key\": \"" + hex(as_bytes(key)) +
                         "\", \"value\": \"" + hex(as_bytes(value)) + "\"}");
  }
  std::string lost;
  for (const std::uint32_t sub_table : table.lost_sub_tables().indexes()) {
    lost += (lost.empty() ? "" : ", ") + std::to_string(sub_table);
  }
  const IbltShape& shape = table.shape();
  const bool coupled = shape.placement().kind() == PlacementKind::coupled;
  std::ostringstream out;
  out << json_heading(golden) << "  \"form\": \"" << name_of(golden.form) << "\",\n"
      << "  \"placement\": \"" << name_of(shape.placement().kind()) << "\",\n"
      << "  \"segments\": " << (coupled ? shape.placement().sub_tables().value : 0) << ",\n"
      << "  \"hashes\": " << shape.hashes().value << ",\n"
      << "  \"arithmetic\": \"" << name_of(shape.arithmetic()) << "\",\n"
      << "  \"checks\": \"" << name_of(shape.checks()) << "\",\n"
      << "  \"check_bits\": " << shape.check_bits().value << ",\n"
      << "  \"key_width\": " << shape.key_width().value << ",\n"
      << "  \"value_width\": " << shape.value_width().value << ",\n"
      << "  \"cells\": " << shape.cells().value << ",\n"
      << json_weights(shape.placement().weights()) << more
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"lost_sub_tables\": [" << lost << "],\n"
      << "  \"cells_in_use\": " << cells_in_use(table) << ",\n"
      << "  \"gross_total\": " << table.gross_total() << ",\n"
      << "  \"listing\": {\n"
      << "    \"outcome\": \"" << name_of(listing.outcome) << "\",\n"
      << "    \"poisoned_cells\": " << listing.poisoned_cells << ",\n"
      << "    \"inserted\": " << json_entries(listing.inserted) << ",\n"
      << "    \"deleted\": " << json_entries(listing.deleted) << "\n"
      << "  }\n"
      << "}\n";
  return out.str();
}

}  // namespace peel::test
