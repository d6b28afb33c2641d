// peel inspect FILE: what is inside a file that peel wrote. Looks at everything, changes nothing, and prints
// no bytes of the contents.
#include "peel/invertible/iblt.hpp"
#include "peel/wire/envelope.hpp"
#include "peel/wire/iblt_codec.hpp"

#include "cli/input.hpp"
#include "cli/output/json.hpp"
#include "cli/output/names.hpp"
#include "cli/output/printable.hpp"
#include "cli/output/text_table.hpp"
#include "cli/verb.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMore = R"(Examples:
  peel inspect table.peel             kind, hashing, shape, fill, and whether it lists
  peel inspect - < table.peel         the same, from standard input
  peel inspect --json table.peel      the same, for programs

Nothing is changed, and no bytes of the contents are printed. The exit status
is 0 also for a table that does not list completely: that is a finding. It is 2
for a file that is damaged, or that nobody can have filled honestly.
)";

struct InspectOptions {
  std::string file;
  bool json = false;
};

// All that is said of a table, in either form.
struct Inspection {
  std::string file;
  std::uint64_t bytes;
  std::uint8_t version;
  HashFamily family;
  Seed seed;
  IbltShape shape;
  wire::IbltForm form;
  std::uint64_t gross_total;
  std::vector<std::uint32_t> lost_sub_tables;
  std::uint64_t cells_in_use;
  Listing listing;
};

std::uint64_t count_cells_in_use(const Iblt& table) {
  std::uint64_t in_use = 0;
  for (auto rest = table.cells(); !rest.empty(); rest = rest.subspan(table.shape().cell_words())) {
    const auto cell = rest.first(table.shape().cell_words());
    if (std::ranges::any_of(cell, [](std::uint64_t word) { return word != 0; })) ++in_use;
  }
  return in_use;
}

Result<Inspection> look_at(const std::string& path) {
  auto bytes = read_peel_file(path);
  if (!bytes) return failure(bytes.error());
  const auto in_this_file = [&](const Error& error) {
    return failure(error.code(), spoken_name(path) + ": " + error.sentence());
  };
  const auto envelope = wire::open(*bytes);
  if (!envelope) return in_this_file(envelope.error());
  auto table = wire::decode_iblt(*bytes);
  if (!table) return in_this_file(table.error());
  const auto form = wire::iblt_form(*envelope);
  if (!form) return in_this_file(form.error());
  const std::uint64_t file_bytes = bytes->size();
  *bytes = Bytes();  // the table has its own copy, and listing takes memory too
  const std::uint64_t in_use = count_cells_in_use(*table);
  Listing listing = table->consume();
  return Inspection{.file = path,
                    .bytes = file_bytes,
                    .version = envelope->version,
                    .family = envelope->hash_family,
                    .seed = envelope->seed,
                    .shape = table->shape(),
                    .form = *form,
                    .gross_total = table->gross_total(),
                    .lost_sub_tables = table->lost_sub_tables().indexes(),
                    .cells_in_use = in_use,
                    .listing = std::move(listing)};
}

std::string digits_of(Seed seed) {
  return fmt::format("{:016x}{:016x}", seed.high, seed.low);
}

std::string entries_in_words(const IbltShape& shape) {
  const std::uint64_t value_bytes = shape.value_width().value;
  return fmt::format("{}-byte keys, {}", shape.key_width().value,
                     value_bytes == 0 ? "no values" : fmt::format("{}-byte values", value_bytes));
}

std::string checks_in_words(const IbltShape& shape) {
  if (shape.checks() == CellChecks::none) return "no checks";
  return fmt::format("{}-bit checks of {}", shape.check_bits().value, in_words(name_of(shape.checks())));
}

std::string placement_in_words(const Placement& placement) {
  const std::uint64_t each = placement.sub_table_cells().value, all = placement.sub_tables().value;
  if (placement.kind() == PlacementKind::partitioned) return fmt::format("{} sub-tables of {}", all, each);
  return fmt::format("{} segments of {}, each key in {} neighbours", all, each, placement.hashes().value);
}

std::string tolerance_in_words(const IbltShape& shape) {
  std::vector<std::string> names;
  for (const std::string_view name : names_of(shape.tolerates())) names.push_back(in_words(name));
  return names.empty() ? "legal insertions and deletions only" : fmt::format("{}", fmt::join(names, ", "));
}

std::string listing_in_words(const Listing& listing) {
  const std::string entries =
      fmt::format("{} entries inserted, {} deleted", listing.inserted.size(), listing.deleted.size());
  if (listing.complete()) return "complete: " + entries;
  return fmt::format("{}: {}; {} cells cannot be resolved", name_of(listing.outcome), entries,
                     listing.poisoned_cells);
}

void print_text(const Inspection& seen, Output& output) {
  const IbltShape& shape = seen.shape;
  const std::string shape_words = fmt::format("{} cells in {}; {}", shape.cells().value,
                                              placement_in_words(shape.placement()), entries_in_words(shape));
  const std::string cell_words = fmt::format("{} bytes each in memory, {}, {}", 8 * shape.cell_words(),
                                             in_words(name_of(shape.arithmetic())), checks_in_words(shape));
  const std::string fill_words =
      fmt::format("{} of {} cells in use, gross total {} (insertions plus deletions)", seen.cells_in_use,
                  shape.cells().value, seen.gross_total);
  const std::string lost_words = seen.lost_sub_tables.empty()
                                     ? "no sub-table"
                                     : fmt::format("sub-table {}", fmt::join(seen.lost_sub_tables, ", "));
  output.write(printable(spoken_name(seen.file)) + "\n");
  output.write(
      text_table({{"kind", "iblt (invertible Bloom lookup table)"},
                  {"version", fmt::format("{}", seen.version)},
                  {"hashing", fmt::format("{}, seed {}", name_of(seen.family), digits_of(seen.seed))},
                  {"shape", shape_words},
                  {"cells", cell_words},
                  {"tolerates", tolerance_in_words(shape)},
                  {"bytes", fmt::format("{}, {} form", seen.bytes, name_of(seen.form))},
                  {"fill", fill_words},
                  {"lost", lost_words},
                  {"checksum", "right"},
                  {"listing", listing_in_words(seen.listing)}},
                 "  "));
}

void print_json(const Inspection& seen, Output& output) {
  const IbltShape& shape = seen.shape;
  write_json_line(output, {{"file", json_text(seen.file)},
                           {"kind", "iblt"},
                           {"version", seen.version},
                           {"hash_family", name_of(seen.family)},
                           {"seed", digits_of(seen.seed)},
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
                           {"form", name_of(seen.form)},
                           {"bytes", seen.bytes},
                           {"cells_in_use", seen.cells_in_use},
                           {"gross_total", seen.gross_total},
                           {"lost_sub_tables", seen.lost_sub_tables},
                           {"checksum", "right"}});
  const Listing& listing = seen.listing;
  write_json_line(output, {{"summary",
                            {{"schema", 1},
                             {"complete", listing.complete()},
                             {"outcome", name_of(listing.outcome)},
                             {"inserted", listing.inserted.size()},
                             {"deleted", listing.deleted.size()},
                             {"poisoned_cells", listing.poisoned_cells}}}});
}

}  // namespace

void add_inspect(CLI::App& app, Verb& chosen) {
  const auto options = std::make_shared<InspectOptions>();
  CLI::App* verb = app.add_subcommand("inspect", "What is inside a file that peel wrote");
  verb->footer(kMore);
  verb->add_option("FILE", options->file, "A .peel file, or - for standard input")->required()->type_name("");
  verb->add_flag("--json", options->json, "One object for the file, then a summary of its listing");
  verb->callback([options, &chosen] {
    chosen = [options](Output& output) -> Result<Status> {
      const auto inspection = look_at(options->file);
      if (!inspection) return failure(inspection.error());
      options->json ? print_json(*inspection, output) : print_text(*inspection, output);
      // That a table cannot be listed is a finding; that nobody can have filled it honestly is trouble.
      return inspection->listing.outcome == ListingOutcome::malformed ? Status::trouble : Status::done;
    };
  });
}

}  // namespace peel::cli
