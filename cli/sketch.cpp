// peel sketch SOURCE: a small file that stands for its source in peel diff.
#include "peel/reconcile/row_sketch.hpp"
#include "peel/wire/rateless_codec.hpp"
#include "peel/wire/sketch_codec.hpp"

#include "cli/column_advice.hpp"
#include "cli/hashing.hpp"
#include "cli/memory_there.hpp"
#include "cli/numbers.hpp"
#include "cli/output/output_file.hpp"
#include "cli/overwritten_source.hpp"
#include "cli/present/path_notes.hpp"
#include "cli/progress_watch.hpp"
#include "cli/shared_options.hpp"
#include "cli/sketch_like.hpp"
#include "cli/source_options.hpp"
#include "cli/tree/tree_options.hpp"
#include "cli/tree/tree_sketch.hpp"
#include "cli/unlike_lines.hpp"
#include "cli/verb.hpp"
#include "sources/tree/tree_source.hpp"

#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

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
  peel sketch --rateless --key id data.csv -o m.peel     room for 20,000, and less if cut

peel diff monday.peel data.csv then says which keys were added, removed and changed
since, although the old rows are gone. Keys of up to --key-bytes bytes are kept; longer
ones, and whole rows without --key, appear as digests. Of a folder, names of up to 6
bytes fewer are kept, wherever they are in it; contents are read and kept as digests.

With --rateless, any two sketches of the same columns, key and seed compare, whatever
their capacities (but for those below 300, which compare with each other): what the
shorter one has room for is listed. The beginning of such a file is a smaller one.
)";

constexpr std::uint64_t kUsualCapacity = 1'000;  // of rows
constexpr std::uint64_t kUsualRatelessCapacity = 20'000;

struct SketchOptions {
  std::string source;
  SourceOptions reading;
  std::optional<std::string> capacity;
  std::optional<std::string> expect;
  std::optional<std::string> like;
  bool rateless = false;
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
    const auto rows = whole_number({"--expect", *options.expect}, {1, reconcile::kMostCapacity / 4});
    if (!rows) return failure(rows.error());
    const auto items = 2.0 * static_cast<double>(*rows);
    return ItemCount(static_cast<std::uint64_t>(std::ceil(items + 5 * std::sqrt(items))));
  }
  if (!options.capacity) return usual;
  const auto items = whole_number({"--capacity", *options.capacity}, {1, reconcile::kMostCapacity});
  if (!items) return failure(items.error());
  return ItemCount(*items);
}

// What is summarised, and how.
struct Subject {
  std::unique_ptr<rows::RowSource> rows;
  reconcile::Terms terms;
  std::variant<Sketch, RatelessSketch> sketch;  // empty yet
};

Result<std::unique_ptr<rows::RowSource>> open_subject(const SketchOptions& options,
                                                      const sources::Argument& argument,
                                                      std::uint8_t key_bytes, reconcile::Watch& watch) {
  if (argument.kind == sources::Argument::Kind::folder)
    return open_tree(options.source, options.reading, key_bytes, watch);
  if (auto checked = check_no_tree_options(options.reading.tree, options.source); !checked)
    return failure(checked.error());
  auto source = open_source(options.source, options.reading, Passes::one);
  if (!source) return source;
  if (auto noted = note_unlike_lines(**source); !noted) return failure(noted.error());
  return source;
}

// What is compared with a sketch must be what the sketch is of: a folder, or rows.
Result<std::unique_ptr<rows::RowSource>> open_rows_for(const reconcile::SketchEndpoint& other,
                                                       const sources::Argument& source,
                                                       const SketchOptions& options,
                                                       reconcile::Watch& watch) {
  const bool is_folder = source.kind == sources::Argument::Kind::folder;
  if (is_folder != is_tree(*other.sketched())) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} is {} and {} is {}; accepted is what the other sketch is of",
                               options.source, is_folder ? "a folder" : "no folder", other.name(),
                               is_folder ? "a sketch of rows" : "a sketch of a folder"));
  }
  if (is_folder) return open_tree_like(other, options.source, options.reading, watch);
  if (auto checked = check_no_tree_options(options.reading.tree, options.source); !checked)
    return failure(checked.error());
  return open_rows_like(other, source, options.reading, Passes::one);
}

// As --like says: everything but the rows comes from the other sketch.
Result<Subject> subject_like(const SketchOptions& options, const sources::Argument& source,
                             reconcile::Watch& watch) {
  if (options.capacity || options.expect || options.rateless || options.key_bytes || options.seed ||
      options.hash) {
    return refused(
        "--like takes size, key, hash and seed from the other sketch; leave out --capacity, --expect, "
        "--rateless, --key-bytes, --hash and --seed");
  }
  if (*options.like == "-" && options.source == "-")
    return refused("only one of SOURCE and --like can be -, standard input");
  const auto other = sources::open_sketch(
      {.kind = sources::Argument::Kind::peel_file, .given = *options.like, .path = *options.like});
  if (!other) return failure(other.error());
  auto rows = open_rows_for(**other, source, options, watch);
  if (!rows) return failure(rows.error());
  auto terms = reconcile::terms_of(*(*other)->sketched());
  if (const Sketch* const sized = (*other)->sketch())
    return Subject{std::move(*rows), std::move(terms), reconcile::empty_like(*sized)};
  auto endless = reconcile::empty_like(*(*other)->rateless());
  if (!endless) return failure(endless.error());
  return Subject{std::move(*rows), std::move(terms), std::move(*endless)};
}

Result<std::uint8_t> key_bytes_of(const SketchOptions& options, std::uint8_t usual) {
  if (!options.key_bytes) return usual;
  const auto bytes = whole_number({"--key-bytes", *options.key_bytes},
                                  {reconcile::kLeastKeyBytes, reconcile::kMostKeyBytes});
  if (!bytes) return failure(bytes.error());
  return static_cast<std::uint8_t>(*bytes);
}

Result<Subject> subject_of(const SketchOptions& options, reconcile::Watch& watch) {
  auto reading = reading_of(options.reading);
  if (!reading) return failure(reading.error());
  // Standard input is read once, and not copied to see whether peel wrote it.
  const auto source = options.source == "-" ? sources::Argument{.given = "-", .path = "-"}
                                            : sources::classify(options.source, *reading);
  if (!source) return failure(source.error());
  if (source->kind == sources::Argument::Kind::peel_file) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} is a file that peel wrote, and a sketch of it would say "
                               "nothing of its source; peel merge joins sketches",
                               options.source));
  }
  if (options.like) return subject_like(options, *source, watch);
  const bool is_folder = source->kind == sources::Argument::Kind::folder;
  const std::uint64_t usual = options.rateless ? kUsualRatelessCapacity
                              : is_folder      ? kUsualTreeCapacity
                                               : kUsualCapacity;
  const auto capacity = capacity_of(options, ItemCount(usual));
  if (!capacity) return failure(capacity.error());
  const auto hashing = file_hasher({options.hash, options.seed});
  if (!hashing) return failure(hashing.error());
  const auto key_bytes =
      key_bytes_of(options, is_folder ? kUsualTreeKeyBytes : std::uint8_t{reconcile::kLeastKeyBytes});
  if (!key_bytes) return failure(key_bytes.error());
  auto rows = open_subject(options, *source, *key_bytes, watch);
  if (!rows) return failure(rows.error());
  auto terms = terms_of(reconcile::Party::of(**rows), is_folder ? SourceOptions{} : options.reading);
  if (!terms) return failure(terms.error());
  if (options.key_bytes && !terms->has_key)
    return refused("--key-bytes needs --key: whole rows are kept as digests");
  const SketchDescription description =
      reconcile::description_of(*terms, (*rows)->schema().has_names, *key_bytes);
  const auto bytes = options.rateless ? reconcile::planned_rateless_bytes(description, *capacity, *hashing)
                                      : reconcile::planned_sketch_bytes(description, *capacity, *hashing);
  if (!bytes) return failure(bytes.error());
  const std::string asked =
      options.expect ? "--expect " + *options.expect : "--capacity " + options.capacity.value_or("");
  if (auto there = check_memory_there(asked, *bytes); !there) return failure(there.error());
  if (options.rateless) {
    auto endless = reconcile::planned_rateless_sketch(description, *capacity, *hashing);
    if (!endless) return failure(endless.error());
    return Subject{std::move(*rows), std::move(*terms), std::move(*endless)};
  }
  auto sketch = reconcile::planned_sketch(description, *capacity, *hashing);
  if (!sketch) return failure(sketch.error());
  return Subject{std::move(*rows), std::move(*terms), std::move(*sketch)};
}

Result<Status> run_sketch(const SketchOptions& options, Output& output) {
  const auto mode = progress_mode(options.progress);
  if (!mode) return failure(mode.error());
  if (auto kept = check_source_kept(options.source, "-o", options.out.value_or("-")); !kept)
    return failure(kept.error());
  const auto deadline = deadline_of(options.reading);
  if (!deadline) return failure(deadline.error());
  ProgressWatch watch(*mode, *deadline);
  auto subject = subject_of(options, watch);
  if (!subject) return failure(subject.error());
  const auto fill = [&](auto& sketch) {
    return reconcile::fill_sketch(sketch, *subject->rows, subject->terms, watch);
  };
  if (auto filled = std::visit(fill, subject->sketch); !filled) return failure(filled.error());
  if (const auto* const tree = dynamic_cast<const sources::tree::TreeSource*>(subject->rows.get())) {
    if (auto checked = check_all_was_read(*tree); !checked) return failure(checked.error());
  }
  note_paths_not_found(*subject->rows);
  auto* const endless = std::get_if<RatelessSketch>(&subject->sketch);
  if (endless != nullptr && options.rateless && !options.capacity && !options.expect) {
    if (auto cut = reconcile::cut_to_rows(*endless); !cut) return failure(cut.error());
  }
  const auto bytes = std::visit([](const auto& sketch) { return wire::encode(sketch); }, subject->sketch);
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
  verb.add(
      {"--capacity", options->capacity,
       "Differing items to list, a changed row being two (default 1000; 100 for folders; 20000 if rateless)",
       "D"});
  verb.add({"--expect", options->expect, "Plan for about so many changed rows instead", "N"});
  verb.add({"--rateless", options->rateless,
            "Let it compare with those of any capacity, and its prefixes be sketches too"});
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
