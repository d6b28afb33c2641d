#include "cli/diff/endpoint.hpp"

#include "peel/reconcile/row_sketch.hpp"
#include "peel/rows/columns.hpp"
#include "peel/wire/envelope.hpp"

#include "cli/diff/row_terms.hpp"
#include "cli/input.hpp"
#include "cli/output/printable.hpp"
#include "cli/peel_file.hpp"
#include "cli/unlike_lines.hpp"
#include "sources/file_descriptor.hpp"
#include "sources/json/json_path.hpp"
#include "sources/spool.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace peel::cli {

namespace {

tl::unexpected<Error> cannot_read(const std::string& path) {
  return failure(ErrorCode::io, fmt::format("cannot read {}: {}", spoken_name(path), std::strerror(errno)));
}

// Up to room.size() bytes; fewer only at the end.
ssize_t read_fully(int descriptor, std::span<char> room) {
  std::size_t got = 0;
  while (got < room.size()) {
    const ssize_t more = ::read(descriptor, room.data() + got, room.size() - got);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return more;
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  return static_cast<ssize_t>(got);
}

// Puts a file without a name in the place of standard input, with all that comes from it.
Result<void> make_standard_input_seekable() {
  auto spool = sources::Spool::create("standard input");
  if (!spool) return failure(spool.error());
  std::array<char, std::size_t{1} << 16> block;
  for (;;) {
    const ssize_t got = read_fully(STDIN_FILENO, block);
    if (got < 0) return cannot_read("-");
    if (got == 0) break;
    if (auto kept = spool->append({block.data(), static_cast<std::size_t>(got)}); !kept) return kept;
  }
  if (::dup2(spool->descriptor(), STDIN_FILENO) < 0 || ::lseek(STDIN_FILENO, 0, SEEK_SET) != 0) {
    return cannot_read("-");
  }
  return {};
}

}  // namespace

Result<bool> is_peel_file(const std::string& path) {
  if (path == "-" && ::lseek(STDIN_FILENO, 0, SEEK_CUR) < 0) {
    if (auto made = make_standard_input_seekable(); !made) return failure(made.error());
  }
  // A sketch whose first bytes are damaged should be called that, and not be read as lines.
  if (path.ends_with(".peel")) return true;
  // Asked before it is opened: opening a named pipe and closing it again would break it for its writer.
  struct stat about {};
  const int asked = path == "-" ? ::fstat(STDIN_FILENO, &about) : ::stat(path.c_str(), &about);
  if (asked != 0 || !S_ISREG(about.st_mode)) return false;  // opening it as a source says what is wrong
  const auto file = path == "-" ? sources::FileDescriptor::borrowed(STDIN_FILENO)
                                : sources::FileDescriptor::owned(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return false;
  std::array<std::byte, wire::kEnvelopeHeaderBytes> header;
  const ssize_t got = ::pread(file.number(), header.data(), header.size(), 0);
  return got > 0 && wire::begins_like_envelope(ByteView(header).first(static_cast<std::size_t>(got)));
}

Result<NamedSketch> read_sketch(const std::string& path) {
  auto file = decode_peel_file(path);
  if (!file) return failure(file.error());
  const std::string name = spoken_name(path);
  if (!file->is_sketch()) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} holds {}; accepted is a sketch, as peel sketch makes it", name,
                               file->kind_with_article()));
  }
  Sketch& sketch = std::get<Sketch>(file->content);
  if (static_cast<std::uint64_t>(sketch.rows) != sketch.table.gross_total()) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} holds the difference of two sketches; accepted is the sketch of a source, and peel "
                    "inspect says how much is in a difference",
                    name));
  }
  if (const auto filler = reconcile::SketchFiller::for_sketch(sketch); !filler) {
    return failure(filler.error().code(), fmt::format("{}: {}", name, filler.error().sentence()));
  }
  return NamedSketch{name, std::move(sketch)};
}

namespace {

bool holds_json(const RowTerms& terms) {
  return std::ranges::find(terms.types, rows::ColumnType::json) != terms.types.end();
}

// How the sketch says that sources are to be read.
Result<SourceOptions> options_like(const NamedSketch& like, const SourceOptions& given) {
  const SketchDescription& description = like.sketch.description;
  const bool is_table = description.is_table();
  const auto contradiction = [&like](const std::string& option, const std::string& truth) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{}: the sketch {} {}; leave the option out", option, like.name, truth));
  };
  if (!given.columns.empty()) return contradiction("--columns", "says which columns count");
  if (!given.ignore.empty()) return contradiction("--ignore", "says which columns count");
  if (!given.map.empty()) return contradiction("--map", "says what the columns are called");
  if (!given.tolerance.empty())
    return contradiction("--tolerance", "has values as they are, and not rounded");
  if (!given.key.empty()) {
    const std::vector<std::string> key(description.columns.begin(),
                                       description.columns.begin() + description.key_columns);
    if (given.key != key) {
      return contradiction(fmt::format("--key {}", fmt::join(given.key, ",")),
                           key.empty() ? "was made without a key"
                                       : fmt::format("was made with --key {}", fmt::join(key, ",")));
    }
  }
  if (!is_table && given.input && *given.input != "lines") {
    return contradiction("--input " + *given.input, "is of lines");
  }
  if (!is_table && given.delimiter) return contradiction("--delimiter", "is of lines");
  if (given.no_header && (!is_table || description.has_header)) {
    return contradiction("--no-header", is_table ? "is of a table with a header" : "is of lines");
  }
  SourceOptions options{.where = given.where,
                        .timeout = given.timeout,
                        .input = is_table ? given.input : "lines",
                        .delimiter = given.delimiter,
                        .paths = description.columns,
                        .key_paths = description.key_columns};
  options.no_header = is_table && !description.has_header;
  return options;
}

bool covers_whole_values(const NamedSketch& like) {
  return terms_of(like.sketch.description).is_json &&
         std::ranges::any_of(like.sketch.description.columns, sources::is_whole_column);
}

void note_columns_not_covered(const sources::RowSource& source, const NamedSketch& like) {
  const rows::ColumnPlaces covered(like.sketch.description.columns);
  std::vector<std::string> missing;
  for (const std::string& name : source.schema().columns) {
    if (!covered.find(name)) missing.push_back(name);
  }
  if (missing.empty()) return;
  const std::string note = fmt::format("note: the sketch {} does not cover these columns of {}: {}",
                                       like.name, source.name(), fmt::join(missing, ", "));
  std::fprintf(stderr, "%s\n", printable(note).c_str());
}

}  // namespace

Result<void> check_options(const NamedSketch& like, const SourceOptions& given) {
  const auto options = options_like(like, given);
  if (!options) return failure(options.error());
  return {};
}

Result<DiffSide> open_source_like(const NamedSketch& like, const std::string& path,
                                  const SourceOptions& given, Passes passes) {
  const auto options = options_like(like, given);
  if (!options) return failure(options.error());
  auto source = open_source(path, *options, passes);
  if (!source) return failure(source.error());
  if (auto noted = note_unlike_lines(**source); !noted) return failure(noted.error());
  const RowTerms terms = terms_of(like.sketch.description);
  if (terms.is_table && !(*source)->schema().is_table) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} is read as lines and the sketch {} is of a table; say --input csv, tsv or jsonl",
                    (*source)->name(), like.name));
  }
  if (covers_whole_values(like) && !(*source)->schema().has_paths) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("the sketch {} is of whole values of JSON Lines, and {} is none; say --input jsonl, "
                    "or make the sketch with --columns to compare it with a table",
                    like.name, (*source)->name()));
  }
  if (const bool is_of_json = holds_json(terms); is_of_json != (*source)->schema().has_paths) {
    std::fprintf(
        stderr, "note: %s\n",
        printable(fmt::format("{} is JSON and {} is a table, which tells null, missing, true and text "
                              "like a number apart in other ways: more rows may seem changed than did; "
                              "without a sketch peel diff reads both alike",
                              is_of_json ? like.name : (*source)->name(),
                              is_of_json ? (*source)->name() : like.name))
            .c_str());
  }
  const auto timeout = timeout_of(given);
  if (!timeout) return failure(timeout.error());
  auto side = side_of(std::move(*source), terms);
  if (side && *timeout) side->set_deadline(std::chrono::steady_clock::now() + **timeout);
  if (side && terms.is_table) note_columns_not_covered(side->source(), like);
  return side;
}

}  // namespace peel::cli
