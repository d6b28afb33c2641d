// What an iblt says of itself, and a sketch, which has one.
#include "peel/rows/column_type.hpp"

#include "cli/inspect/words.hpp"
#include "cli/numbers.hpp"
#include "cli/output/names.hpp"
#include "cli/output/printable.hpp"

#include <string>
#include <utility>
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

}  // namespace

std::string source_in_words(const SketchDescription& description, std::int64_t rows) {
  std::string_view item = name_of(description.items);
  item.remove_suffix(1);  // its s
  std::string what = counted_signed(rows, item);
  if (description.items == SketchDescription::Items::lines) return what;
  return fmt::format("{}; key {}; other columns {}; {}; room for keys of {} bytes", what,
                     columns_in_words(description, 0, description.key_columns),
                     columns_in_words(description, description.key_columns, description.columns.size()),
                     description.has_header ? "with a header" : "without a header", description.key_bytes);
}

Json description_as_json(const SketchDescription& description, std::int64_t rows) {
  Json columns = Json::array();
  for (const std::string& column : description.columns) columns.push_back(json_text(column));
  Json object = {{"items", name_of(description.items)},    {"rows", rows},
                 {"has_header", description.has_header},   {"columns", std::move(columns)},
                 {"key_columns", description.key_columns}, {"key_bytes", description.key_bytes}};
  if (!description.types.empty()) {
    object["types"] = Json::array();
    for (const std::uint8_t type : description.types) object["types"].push_back(type_name(type));
  }
  return object;
}

namespace {

// From the shape to what is in the cells, which are then listed.
Listing say_cells(Iblt& table, const PeelFile& file, Inspection& seen) {
  const IbltShape& shape = table.shape();
  const std::uint64_t in_use = cells_in_use(table);
  Listing listing = table.consume();
  const auto& lost = table.lost_sub_tables().indexes();
  seen.say("shape", "{} cells in {}; {}", grouped(shape.cells().value), placement_in_words(shape.placement()),
           entries_in_words(shape));
  seen.say("cells", "{} bytes each in memory, {}, {}", 8 * shape.cell_words(),
           in_words(name_of(shape.arithmetic())), checks_in_words(shape));
  seen.say("tolerates", "{}", tolerance_in_words(shape));
  seen.say("bytes", "{}, {} form", grouped(file.bytes), name_of(*file.form));
  seen.say("fill", "{} of {} cells in use, gross total {} (insertions plus deletions)", grouped(in_use),
           grouped(shape.cells().value), grouped(table.gross_total()));
  seen.say("lost", "{}", lost.empty() ? "no sub-table" : fmt::format("sub-table {}", fmt::join(lost, ", ")));
  seen.file.update(Json{{"placement", name_of(shape.placement().kind())},
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
                        {"cells_in_use", in_use},
                        {"gross_total", table.gross_total()},
                        {"lost_sub_tables", lost},
                        {"checksum", "right"}});
  if (const KeyWeights& weights = shape.placement().weights(); weights.light.any()) {
    seen.file["light_keys"] = {{"hashes", weights.light.hashes.value},
                               {"of_65536", weights.light.share},
                               {"by", name_of(weights.source)}};
  }
  return listing;
}

}  // namespace

void say_listing(const Listing& listing, Inspection& seen) {
  seen.say("checksum", "right");
  seen.say("listing", "{}", listing_in_words(listing));
  seen.summary.update(Json{{"complete", listing.complete()},
                           {"outcome", name_of(listing.outcome)},
                           {"inserted", listing.inserted.size()},
                           {"deleted", listing.deleted.size()},
                           {"poisoned_cells", listing.poisoned_cells}});
  if (listing.outcome == ListingOutcome::malformed) seen.status = Status::trouble;
}

void say(Iblt& table, const PeelFile& file, Inspection& seen) {
  say_head("iblt (invertible Bloom lookup table)", file, seen);
  say_listing(say_cells(table, file, seen), seen);
}

void say(Sketch& sketch, const PeelFile& file, Inspection& seen) {
  const StrataEstimate estimate = sketch.strata.estimate();
  say_head("sketch (stands for its source)", source_in_words(sketch.description, sketch.rows), file, seen);
  const Listing listing = say_cells(sketch.table, file, seen);
  seen.say("strata", "{}", strata_in_words(sketch.strata));
  seen.say("estimate", "{}", listing.complete() ? "not needed: all are listed" : estimate_in_words(estimate));
  seen.file["description"] = description_as_json(sketch.description, sketch.rows);
  seen.file["strata"] = strata_as_json(sketch.strata);
  say_listing(listing, seen);
  seen.summary["estimate"] = estimate_as_json(estimate);
}

}  // namespace peel::cli
