#include "cli/output/counter_inspection.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/inspection_words.hpp"
#include "cli/output/json.hpp"
#include "cli/output/names.hpp"
#include "cli/output/printable.hpp"
#include "cli/output/text_table.hpp"

#include <fmt/format.h>
#include <string>

namespace peel::cli {

namespace {

std::string keys_in_words(const StreamDescription& description) {
  std::string part = part_in_words(description.part);
  if (description.part.keys == CountedPart::Keys::addresses) return part;
  return fmt::format("{}, up to {} bytes kept", part, description.key_bytes);
}

std::string listing_in_words(const CounterListing& listing) {
  const std::string keys = counted(listing.keys.size(), "key");
  if (listing.complete()) return "complete: " + keys;
  return fmt::format("{}: {}; {} cannot be resolved", name_of(listing.outcome), keys,
                     counted(listing.stuck_cells, "cell"));
}

Json description_as_json(const CountedStream& stream) {
  Json object = part_as_json(stream.description.part);
  object["key_bytes"] = stream.description.key_bytes;
  object["lines"] = stream.lines;
  object["keyless"] = stream.keyless;
  return object;
}

}  // namespace

void print_as_text(const CounterInspection& seen, Output& output) {
  const PeelFile& file = seen.file;
  const CountedStream& stream = *file.counts();
  const CounterShape& shape = stream.counter.shape();
  std::string cells =
      fmt::format("{} bytes each in memory, {}", 8 * shape.cell_words(), name_of(shape.variant()));
  if (shape.keeps_a_key()) cells += fmt::format(", the {} key kept", name_of(shape.kept()));
  output.write(printable(spoken_name(file.path)) + "\n");
  output.write(text_table(
      {{"kind", "counter (distinct keys and how often each came)"},
       {"source", fmt::format("{}, {} of them without a key; {}", counted_signed(stream.lines, "line"),
                              grouped_signed(stream.keyless), keys_in_words(stream.description))},
       {"version", fmt::format("{}", file.version)},
       {"hashing", fmt::format("{}, seed {}", name_of(file.family), digits_of(file.seed))},
       {"shape", fmt::format("{} cells in {}; {}-byte keys", grouped(shape.cells().value),
                             placement_in_words(shape.placement()), shape.key_width().value)},
       {"cells", cells},
       {"bytes", grouped(file.bytes)},
       {"fill", fmt::format("{} of {} cells in use, gross total {} (insertions plus deletions)",
                            grouped(seen.cells_in_use), grouped(shape.cells().value),
                            grouped(stream.counter.gross_total()))},
       {"strata", strata_in_words(stream.distinct)},
       {"estimate",
        seen.listing.complete() ? "not needed: all are listed" : estimate_in_words(seen.estimate)},
       {"checksum", "right"},
       {"listing", listing_in_words(seen.listing)}},
      "  "));
}

void print_as_json(const CounterInspection& seen, Output& output) {
  const PeelFile& file = seen.file;
  const CountedStream& stream = *file.counts();
  const CounterShape& shape = stream.counter.shape();
  Json object = {{"file", json_text(file.path)},
                 {"kind", file.kind()},
                 {"version", file.version},
                 {"hash_family", name_of(file.family)},
                 {"seed", digits_of(file.seed)},
                 {"variant", name_of(shape.variant())},
                 {"kept", shape.keeps_a_key() ? Json(name_of(shape.kept())) : Json(nullptr)},
                 {"placement", name_of(shape.placement().kind())},
                 {"sub_tables", shape.placement().sub_tables().value},
                 {"cells", shape.cells().value},
                 {"hashes", shape.hashes().value},
                 {"key_width", shape.key_width().value},
                 {"bytes", file.bytes},
                 {"cells_in_use", seen.cells_in_use},
                 {"gross_total", stream.counter.gross_total()},
                 {"checksum", "right"},
                 {"description", description_as_json(stream)},
                 {"strata", strata_as_json(stream.distinct)}};
  write_json_line(output, object);
  write_json_line(output, {{"summary",
                            {{"schema", 1},
                             {"complete", seen.listing.complete()},
                             {"outcome", name_of(seen.listing.outcome)},
                             {"listed", seen.listing.keys.size()},
                             {"stuck_cells", seen.listing.stuck_cells},
                             {"estimate", estimate_as_json(seen.estimate)}}}});
}

}  // namespace peel::cli
