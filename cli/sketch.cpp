// peel sketch SOURCE: a small file that stands for its source in peel diff.
#include "peel/reconcile/row_sketch.hpp"
#include "peel/wire/sketch_codec.hpp"

#include "cli/diff/endpoint.hpp"
#include "cli/diff/path_notes.hpp"
#include "cli/diff/row_terms.hpp"
#include "cli/diff/sketch_diff.hpp"
#include "cli/hashing.hpp"
#include "cli/kept_source.hpp"
#include "cli/memory_there.hpp"
#include "cli/numbers.hpp"
#include "cli/output/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/shared_options.hpp"
#include "cli/source_options.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree/tree_sketch.hpp"
#include "cli/unlike_lines.hpp"
#include "cli/verb.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutSketch = R"(Examples:
  peel sketch --key id data.csv -o monday.peel           room for 1,000 differences
  peel sketch --capacity 5000 lines.txt -o lines.peel
  peel sketch --expect 200 --key id data.csv -o d.peel   sized for 200 changed rows
  peel sketch --like monday.peel data.csv -o now.peel    to be compared with monday.peel
  peel sketch --key user.id events.jsonl -o e.peel       JSON Lines, by path
  peel sketch "sqlite:shop.db?table=orders" -o o.peel    a table, by its primary key
  peel sketch photos/ -o photos.peel                     a folder: room for 100 differences

peel diff monday.peel data.csv then says which keys were added, removed and changed
since, although the old rows are gone. Keys of up to --key-bytes bytes are kept; longer
ones, and whole rows without --key, appear as digests. Of a folder, names of up to 6
bytes fewer are kept, wherever they are in it; contents are read and kept as digests.
)";

constexpr std::uint64_t kUsualCapacity = 1'000;  // of rows

struct SketchOptions {
  std::string source;
  SourceOptions reading;
  std::optional<std::string> capacity;
  std::optional<std::string> expect;
  std::optional<std::string> like;
  std::optional<std::string> key_bytes;
  std::optional<std::string> seed;
  std::optional<std::string> hash;
  std::optional<std::string> out;
  std::string progress = "auto";
};

// How many differing items the table is to list: a changed row is two. What is expected on average may be
// exceeded by five standard deviations.
Result<ItemCount> capacity_of(const SketchOptions& options, ItemCount usual) {
  if (options.capacity && options.expect) {
    return failure(ErrorCode::invalid_argument,
                   "--capacity and --expect exclude each other; give one of them");
  }
  if (options.expect) {
    const auto rows = whole_number({"--expect", *options.expect}, {1, kMostCapacity / 4});
    if (!rows) return failure(rows.error());
    const auto items = 2.0 * static_cast<double>(*rows);
    return ItemCount(static_cast<std::uint64_t>(std::ceil(items + 5 * std::sqrt(items))));
  }
  if (!options.capacity) return usual;
  const auto items = whole_number({"--capacity", *options.capacity}, {1, kMostCapacity});
  if (!items) return failure(items.error());
  return ItemCount(*items);
}

SketchDescription description_of(const sources::RowSource& source, const RowTerms& terms,
                                 std::uint8_t key_bytes) {
  if (!terms.is_table) return SketchDescription{};
  SketchDescription description{.items = SketchDescription::Items::rows,
                                .has_header = source.schema().has_names,
                                .columns = terms.columns.names};
  if (terms.typing == Typing::strict) {
    description.items = SketchDescription::Items::typed_rows;
    for (const rows::ColumnType type : terms.types)
      description.types.push_back(static_cast<std::uint8_t>(type));
  }
  if (!terms.has_key) return description;
  description.key_columns = static_cast<std::uint32_t>(terms.columns.key_columns);
  description.key_bytes = key_bytes;
  return description;
}

struct Subject {
  DiffSide rows;
  Sketch sketch;  // empty yet
};

Result<std::unique_ptr<sources::RowSource>> open_subject(const SketchOptions& options,
                                                         std::uint8_t key_bytes) {
  if (sources::tree::is_folder(options.source)) return open_tree(options.source, options.reading, key_bytes);
  if (auto checked = check_no_tree_options(options.reading.tree, options.source); !checked)
    return failure(checked.error());
  auto source = open_source(options.source, options.reading, Passes::one);
  if (!source) return source;
  if (auto noted = note_unlike_lines(**source); !noted) return failure(noted.error());
  return source;
}

// What is compared with a sketch must be what the sketch is of: a folder, or rows.
Result<DiffSide> side_like(const NamedSketch& other, const SketchOptions& options) {
  const bool is_folder = sources::tree::is_folder(options.source);
  if (is_folder != is_tree(other.sketch.description)) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} is {} and {} is {}; accepted is what the other sketch is of",
                               options.source, is_folder ? "a folder" : "no folder", other.name,
                               is_folder ? "a sketch of rows" : "a sketch of a folder"));
  }
  if (!is_folder) {
    if (auto checked = check_no_tree_options(options.reading.tree, options.source); !checked)
      return failure(checked.error());
    return open_source_like(other, options.source, options.reading, Passes::one);
  }
  auto source = open_tree_like(other, options.source, options.reading);
  if (!source) return failure(source.error());
  return side_of(std::move(*source), terms_of(other.sketch.description));
}

// As --like says: everything but the rows comes from the other sketch.
Result<Subject> subject_like(const SketchOptions& options) {
  if (options.capacity || options.expect || options.key_bytes || options.seed || options.hash) {
    return failure(
        ErrorCode::invalid_argument,
        "--like takes size, key, hash and seed from the other sketch; leave out --capacity, --expect, "
        "--key-bytes, --hash and --seed");
  }
  if (*options.like == "-" && options.source == "-") {
    return failure(ErrorCode::invalid_argument, "only one of SOURCE and --like can be -, standard input");
  }
  const auto other = read_sketch(*options.like);
  if (!other) return failure(other.error());
  auto rows = side_like(*other, options);
  if (!rows) return failure(rows.error());
  return Subject{std::move(*rows), reconcile::empty_like(other->sketch)};
}

Result<std::uint8_t> key_bytes_of(const SketchOptions& options, std::uint8_t usual) {
  if (!options.key_bytes) return usual;
  const auto bytes = whole_number({"--key-bytes", *options.key_bytes},
                                  {reconcile::kLeastKeyBytes, reconcile::kMostKeyBytes});
  if (!bytes) return failure(bytes.error());
  return static_cast<std::uint8_t>(*bytes);
}

Result<Subject> subject_of(const SketchOptions& options) {
  const bool is_folder = sources::tree::is_folder(options.source);
  const auto is_sketch =
      options.source == "-" || is_folder ? Result<bool>(false) : is_peel_file(options.source);
  if (!is_sketch) return failure(is_sketch.error());
  if (*is_sketch) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} is a file that peel wrote, and a sketch of it would say "
                               "nothing of its source; peel merge joins sketches",
                               options.source));
  }
  if (options.like) return subject_like(options);
  const auto capacity = capacity_of(options, ItemCount(is_folder ? kUsualTreeCapacity : kUsualCapacity));
  if (!capacity) return failure(capacity.error());
  const auto hashing = file_hasher({options.hash, options.seed});
  if (!hashing) return failure(hashing.error());
  const auto key_bytes =
      key_bytes_of(options, is_folder ? kUsualTreeKeyBytes : std::uint8_t{reconcile::kLeastKeyBytes});
  if (!key_bytes) return failure(key_bytes.error());
  auto source = open_subject(options, *key_bytes);
  if (!source) return failure(source.error());
  const auto terms = terms_of(**source, is_folder ? SourceOptions{} : options.reading);
  if (!terms) return failure(terms.error());
  if (options.key_bytes && !terms->has_key) {
    return failure(ErrorCode::invalid_argument, "--key-bytes needs --key: whole rows are kept as digests");
  }
  const SketchDescription description = description_of(**source, *terms, *key_bytes);
  const auto bytes = reconcile::planned_sketch_bytes(description, *capacity, *hashing);
  if (!bytes) return failure(bytes.error());
  const std::string asked =
      options.expect ? "--expect " + *options.expect : "--capacity " + options.capacity.value_or("");
  if (auto there = check_memory_there(asked, *bytes); !there) return failure(there.error());
  auto sketch = reconcile::planned_sketch(description, *capacity, *hashing);
  if (!sketch) return failure(sketch.error());
  auto rows = side_of(std::move(*source), *terms);
  if (!rows) return failure(rows.error());
  return Subject{std::move(*rows), std::move(*sketch)};
}

Result<Status> run_sketch(const SketchOptions& options, Output& output) {
  const auto mode = progress_mode(options.progress);
  if (!mode) return failure(mode.error());
  if (auto kept = check_source_kept(options.source, "-o", options.out.value_or("-")); !kept)
    return failure(kept.error());
  auto subject = subject_of(options);
  if (!subject) return failure(subject.error());
  auto filler = reconcile::SketchFiller::for_sketch(subject->sketch);
  if (!filler) return failure(filler.error());
  {
    Progress progress(*mode);
    sources::RowSource& source = subject->rows.source();
    const auto stage = progress.stage(
        "reading", [&source] { return source.bytes_read(); }, source.size());
    auto read = subject->rows.read([&](const sources::RowBatch& batch) -> Result<void> {
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (auto added = filler->add(subject->rows.row(batch, i)); !added) return added;
      }
      return {};
    });
    if (!read) return failure(read.error());
  }
  if (const auto* const tree = dynamic_cast<const sources::tree::TreeSource*>(&subject->rows.source())) {
    if (auto checked = check_all_was_read(*tree); !checked) return failure(checked.error());
  }
  note_paths_not_found(subject->rows.source());
  if (auto finished = filler->finish(); !finished) return failure(finished.error());
  const auto bytes = wire::encode(subject->sketch);
  if (!bytes) return failure(bytes.error());
  if (auto written = write_result(options.out, *bytes, output); !written) return failure(written.error());
  return Status::done;
}

}  // namespace

void add_sketch(Command& peel) {
  const auto options = std::make_shared<SketchOptions>();
  Command& verb = peel.add_verb("sketch", "Make a small file that stands for its source in peel diff");
  verb.more = kMoreAboutSketch;
  verb.add({"SOURCE", options->source,
            "Lines, .csv, .tsv, .jsonl, a table of a database, or a folder; - is standard input", "",
            Option::Rule::required});
  verb.add({"-o,--output", options->out, "The file to write, or - for standard output", "OUT"});
  verb.add({"--capacity", options->capacity,
            "Differing items to list, a changed row being two (default 1000; 100 for folders)", "D"});
  verb.add({"--expect", options->expect, "Plan for about so many changed rows instead", "N"});
  verb.add({"--like", options->like, "Size, columns, hash and seed of another sketch", "FILE"});
  verb.add({"--key-bytes", options->key_bytes,
            "Longest key to keep, 16 to 48 bytes (default 16; 24 for folders)", "N"});
  add_hashing(verb, options->hash, options->seed);
  add_source_options(verb, options->reading);
  add_tree_options(verb, options->reading.tree);
  add_progress(verb, options->progress);
  verb.run = [options](Output& output) { return run_sketch(*options, output); };
}

}  // namespace peel::cli
