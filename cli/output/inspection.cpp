#include "cli/output/inspection.hpp"

#include "peel/rows/column_type.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/inspection_words.hpp"
#include "cli/output/json.hpp"
#include "cli/output/names.hpp"
#include "cli/output/printable.hpp"
#include "cli/output/text_table.hpp"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

std::string entries_in_words(const IbltShape& shape) {
  const std::uint64_t value_bytes = shape.value_width().value;
  return fmt::format("{}-byte keys, {}", shape.key_width().value,
                     value_bytes == 0 ? "no values" : fmt::format("{}-byte values", value_bytes));
}

std::string checks_in_words(const IbltShape& shape) {
  if (shape.checks() == CellChecks::none) return "no checks";
  return fmt::format("{}-bit checks of {}", shape.check_bits().value, in_words(name_of(shape.checks())));
}

std::string tolerance_in_words(const IbltShape& shape) {
  std::vector<std::string> names;
  for (const std::string_view name : names_of(shape.tolerates())) names.push_back(in_words(name));
  return names.empty() ? "legal insertions and deletions only" : fmt::format("{}", fmt::join(names, ", "));
}

std::string listing_in_words(const Listing& listing) {
  const std::string entries =
      fmt::format("{} {} inserted, {} deleted", grouped(listing.inserted.size()),
                  listing.inserted.size() == 1 ? "entry" : "entries", grouped(listing.deleted.size()));
  if (listing.complete()) return "complete: " + entries;
  return fmt::format("{}: {}; {} cannot be resolved", name_of(listing.outcome), entries,
                     counted(listing.poisoned_cells, "cell"));
}

// What a column is meant to hold. A type that this peel does not know is shown as its letter.
std::string type_name(std::uint8_t byte) {
  const auto type = rows::column_type(byte);
  return type ? std::string(rows::name_of(*type)) : std::string(1, static_cast<char>(byte));
}

// The columns from one to another, each with its type if it has one.
std::string columns_in_words(const SketchDescription& description, std::size_t from, std::size_t to) {
  std::vector<std::string> words;
  for (std::size_t i = from; i < to; ++i) {
    words.push_back(fmt::format("'{}'", printable(description.columns[i])));
    if (!description.types.empty()) words.back() += " " + type_name(description.types[i]);
  }
  const std::string_view between = description.types.empty() ? " " : ", ";
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, between));
}

std::string source_in_words(const Sketch& sketch) {
  const SketchDescription& description = sketch.description;
  std::string_view item = name_of(description.items);
  item.remove_suffix(1);  // its s
  std::string what = counted_signed(sketch.rows, item);
  if (description.items == SketchDescription::Items::lines) return what;
  return fmt::format("{}; key {}; other columns {}; {}; room for keys of {} bytes", what,
                     columns_in_words(description, 0, description.key_columns),
                     columns_in_words(description, description.key_columns, description.columns.size()),
                     description.has_header ? "with a header" : "without a header", description.key_bytes);
}

Json sketch_as_json(const Sketch& sketch) {
  const SketchDescription& description = sketch.description;
  Json columns = Json::array();
  for (const std::string& column : description.columns) columns.push_back(json_text(column));
  Json object = {{"items", name_of(description.items)},    {"rows", sketch.rows},
                 {"has_header", description.has_header},   {"columns", std::move(columns)},
                 {"key_columns", description.key_columns}, {"key_bytes", description.key_bytes}};
  if (!description.types.empty()) {
    object["types"] = Json::array();
    for (const std::uint8_t type : description.types) object["types"].push_back(type_name(type));
  }
  return object;
}

}  // namespace

void print_as_text(const Inspection& seen, Output& output) {
  const PeelFile& file = seen.file;
  const IbltShape& shape = file.table().shape();
  const auto& lost = file.table().lost_sub_tables().indexes();
  const std::string shape_words = fmt::format("{} cells in {}; {}", grouped(shape.cells().value),
                                              placement_in_words(shape.placement()), entries_in_words(shape));
  const std::string cell_words = fmt::format("{} bytes each in memory, {}, {}", 8 * shape.cell_words(),
                                             in_words(name_of(shape.arithmetic())), checks_in_words(shape));
  const std::string fill_words = fmt::format(
      "{} of {} cells in use, gross total {} (insertions plus deletions)", grouped(seen.cells_in_use),
      grouped(shape.cells().value), grouped(file.table().gross_total()));
  const std::string lost_words =
      lost.empty() ? "no sub-table" : fmt::format("sub-table {}", fmt::join(lost, ", "));
  const char* const kind_words =
      file.is_sketch() ? "sketch (stands for its source)" : "iblt (invertible Bloom lookup table)";

  std::vector<Row> rows = {{"kind", kind_words}};
  if (file.is_sketch()) rows.push_back({"source", source_in_words(*file.sketch())});
  rows.insert(rows.end(),
              {{"version", fmt::format("{}", file.version)},
               {"hashing", fmt::format("{}, seed {}", name_of(file.family), digits_of(file.seed))},
               {"shape", shape_words},
               {"cells", cell_words},
               {"tolerates", tolerance_in_words(shape)},
               {"bytes", fmt::format("{}, {} form", grouped(file.bytes), name_of(*file.form))},
               {"fill", fill_words},
               {"lost", lost_words}});
  if (file.is_sketch()) {
    rows.push_back({"strata", strata_in_words(file.sketch()->strata)});
    rows.push_back({"estimate", seen.listing.complete() ? "not needed: all are listed"
                                                        : estimate_in_words(*seen.estimate)});
  }
  rows.push_back({"checksum", "right"});
  rows.push_back({"listing", listing_in_words(seen.listing)});
  output.write(printable(spoken_name(file.path)) + "\n");
  output.write(text_table(rows, "  "));
}

void print_as_json(const Inspection& seen, Output& output) {
  const PeelFile& file = seen.file;
  const IbltShape& shape = file.table().shape();
  Json object = {{"file", json_text(file.path)},
                 {"kind", file.kind()},
                 {"version", file.version},
                 {"hash_family", name_of(file.family)},
                 {"seed", digits_of(file.seed)},
                 {"placement", name_of(shape.placement().kind())},
                 {"sub_tables", shape.placement().sub_tables().value},
                 {"cells", shape.cells().value},
                 {"hashes", shape.hashes().value},
                 {"key_bytes", shape.key_width().value},
                 {"value_bytes", shape.value_width().value},
                 {"arithmetic", name_of(shape.arithmetic())},
                 {"checks", name_of(shape.checks())},
                 {"check_bits", shape.check_bits().value},
                 {"tolerates", names_of(shape.tolerates())},
                 {"form", name_of(*file.form)},
                 {"bytes", file.bytes},
                 {"cells_in_use", seen.cells_in_use},
                 {"gross_total", file.table().gross_total()},
                 {"lost_sub_tables", file.table().lost_sub_tables().indexes()},
                 {"checksum", "right"}};
  if (file.is_sketch()) {
    object["description"] = sketch_as_json(*file.sketch());
    object["strata"] = strata_as_json(file.sketch()->strata);
  }
  write_json_line(output, object);
  const Listing& listing = seen.listing;
  Json summary = {{"schema", 1},
                  {"complete", listing.complete()},
                  {"outcome", name_of(listing.outcome)},
                  {"inserted", listing.inserted.size()},
                  {"deleted", listing.deleted.size()},
                  {"poisoned_cells", listing.poisoned_cells}};
  if (seen.estimate) summary["estimate"] = estimate_as_json(*seen.estimate);
  write_json_line(output, {{"summary", std::move(summary)}});
}

}  // namespace peel::cli
