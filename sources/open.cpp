#include "peel/sources/open.hpp"

#include "peel/wire/any_file.hpp"
#include "peel/wire/envelope.hpp"
#include "peel/wire/rateless_codec.hpp"
#include "peel/wire/sketch_codec.hpp"

#include "sources/file_descriptor.hpp"
#include "sources/input_file.hpp"
#include "sources/json/json_path.hpp"
#include "sources/peel_file.hpp"
#include "sources/source.hpp"
#include "sources/spool.hpp"
#include "sources/sqlite/location.hpp"
#include "sources/sqlite/sqlite_source.hpp"
#include "sources/tree/tree_scan.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace peel::sources {

namespace {

using reconcile::Side;
using reconcile::TermsRequest;

// Puts a file without a name in the place of standard input, with all that comes from it.
Result<void> make_standard_input_seekable() {
  auto spool = Spool::create("standard input");
  if (!spool) return failure(spool.error());
  const auto cannot_read = [] {
    return failure(ErrorCode::io, "cannot read standard input: " + reason_of(errno));
  };
  std::array<char, std::size_t{1} << 16> block;
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_read();
    if (got == 0) break;
    if (auto kept = spool->append({block.data(), static_cast<std::size_t>(got)}); !kept) return kept;
  }
  if (::dup2(spool->descriptor(), STDIN_FILENO) < 0 || ::lseek(STDIN_FILENO, 0, SEEK_SET) != 0)
    return cannot_read();
  return {};
}

// Whether a file, or standard input for "-", is one that peel wrote.
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
  const auto file = path == "-" ? FileDescriptor::borrowed(STDIN_FILENO)
                                : FileDescriptor::owned(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return false;
  std::array<std::byte, wire::kEnvelopeHeaderBytes> header;
  const ssize_t got = ::pread(file.number(), header.data(), header.size(), 0);
  return got > 0 && wire::begins_like_envelope(ByteView(header).first(static_cast<std::size_t>(got)));
}

// The names of columns as that side calls them.
std::vector<std::string> as_side_calls(std::vector<std::string> names, const TermsRequest& request,
                                       Side side) {
  if (side == Side::left) return names;
  for (std::string& name : names) {
    const auto pair = std::ranges::find(request.map, name, &TermsRequest::NamePair::left);
    if (pair != request.map.end()) name = pair->right;
  }
  return names;
}

// What is read of JSON Lines: the key, and the columns chosen or all there is.
Result<JsonColumns> json_columns(const TermsRequest& request, Side side) {
  if (!request.columns.empty() && !request.ignore.empty())
    return refused("parts of JSON Lines are either chosen or ignored, not both; give one of these lists");
  for (const std::string& path : request.key) {
    if (std::ranges::find(request.ignore, path) != request.ignore.end())
      return refused(path + " is in the key and cannot be ignored");
  }
  JsonColumns json{as_side_calls(request.key, request, side), request.key.size()};
  for (std::string& path : as_side_calls(request.columns, request, side)) {
    if (std::ranges::find(json.columns, path) == json.columns.end()) json.columns.push_back(std::move(path));
  }
  if (request.columns.empty()) json.columns.push_back(whole_column(request.ignore));
  return json;
}

Result<std::unique_ptr<RowSource>> open_text(const Argument& argument, const Reading& reading,
                                             const TermsRequest& request, Side side) {
  if (argument.path == "-" && sqlite::begins_like_database(STDIN_FILENO)) {
    return failure(ErrorCode::unsupported,
                   "standard input is an SQLite database, which is not read from there; give its name");
  }
  if (reading.where)
    return refused("a condition in SQL is for tables of a database, and " + argument.name() +
                   " is a file of text");
  SourceSpec spec{.path = argument.path,
                  .kind = reading.kind,
                  .header = reading.header,
                  .delimiter = reading.delimiter,
                  .read_again = reading.passes == Passes::several};
  const bool is_json = kind_of(spec) == SourceKind::jsonl;
  if (is_json) {
    auto json = reading.json ? Result<JsonColumns>(*reading.json) : json_columns(request, side);
    if (!json) return failure(json.error());
    spec.json = std::move(*json);
  }
  // A row is held as a whole, on two sides and in several places: ten times its length, and of JSON thirty.
  if (reading.memory_bytes) {
    constexpr std::uint64_t kLeast = std::uint64_t{4} << 20;
    spec.row_bytes = std::max(kLeast, *reading.memory_bytes / 4);
    spec.longer_rows = reading.longer_rows;
  }
  if (is_json) spec.row_bytes /= 4;
  return open_source(spec);
}

// A file without a name, as the engine spills to it.
class SpooledFile : public reconcile::SpillFile {
 public:
  explicit SpooledFile(Spool spool) : spool_(std::move(spool)) {}

  Result<void> append(ByteView bytes) override { return spool_.append(as_characters(bytes)); }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> room) const override {
    return spool_.read_at(offset, {reinterpret_cast<char*>(room.data()), room.size()});
  }
  std::uint64_t size() const override { return spool_.size(); }

 private:
  static std::span<const char> as_characters(ByteView bytes) {
    const std::string_view text = as_text(bytes);
    return {text.data(), text.size()};
  }

  Spool spool_;
};

class TemporaryFiles : public reconcile::Spill {
 public:
  Result<std::unique_ptr<reconcile::SpillFile>> create() override {
    auto spool = Spool::create("rows being compared");
    if (!spool) return failure(spool.error());
    return std::make_unique<SpooledFile>(std::move(*spool));
  }
};

}  // namespace

std::string Argument::name() const {
  if (given.empty()) return "''";
  return given == "-" ? "standard input" : given;
}

Result<Argument> classify(const std::string& text, const Reading& reading) {
  Argument argument{.given = text, .path = text};
  auto far = far_name(text);
  if (!far) return failure(far.error());
  if (*far) {
    argument.kind = Argument::Kind::far;
    argument.far = std::move(*far);
    return argument;
  }
  if (tree::is_folder(text)) {
    argument.kind = Argument::Kind::folder;
    return argument;
  }
  const auto is_peels = is_peel_file(text);
  if (!is_peels) return failure(is_peels.error());
  if (*is_peels) {
    argument.kind = Argument::Kind::peel_file;
    return argument;
  }
  const auto recognition =
      reading.kind ? sqlite::Recognition::by_bytes : sqlite::Recognition::by_name_or_bytes;
  auto location = sqlite::locate(text, recognition);
  if (!location) return failure(location.error());
  if (!*location) return argument;
  argument.kind = Argument::Kind::database;
  argument.path = std::move((*location)->path);
  argument.table = std::move((*location)->table);
  argument.query = std::move((*location)->query);
  return argument;
}

Result<std::unique_ptr<RowSource>> open_rows(const Argument& argument, const Reading& reading,
                                             const TermsRequest& request, Side side) {
  switch (argument.kind) {
    case Argument::Kind::text:
      return open_text(argument, reading, request, side);
    case Argument::Kind::database: {
      auto source = sqlite::open_sqlite({.location = {argument.path, argument.table, argument.query},
                                         .where = reading.where,
                                         .timeout = reading.timeout});
      if (!source) return failure(source.error());
      return std::move(*source);
    }
    case Argument::Kind::folder:
      return failure(ErrorCode::unsupported, argument.name() + " is a folder, which is not read as rows");
    case Argument::Kind::far:
      return failure(ErrorCode::unsupported,
                     argument.name() + " is on another machine, where only a comparison reads it");
    case Argument::Kind::peel_file:
      break;
  }
  return failure(ErrorCode::unsupported,
                 argument.name() + " is a file that peel wrote, and such have no rows");
}

namespace {

template <class Decoded>
Result<std::unique_ptr<reconcile::SketchEndpoint>> endpoint_of(const Argument& argument,
                                                               Result<Decoded> sketch) {
  if (!sketch) return failure(sketch.error().code(), argument.name() + ": " + sketch.error().sentence());
  auto endpoint = reconcile::SketchEndpoint::from(argument.name(), std::move(*sketch));
  if (!endpoint) return failure(endpoint.error());
  return std::make_unique<reconcile::SketchEndpoint>(std::move(*endpoint));
}

}  // namespace

Result<std::unique_ptr<reconcile::SketchEndpoint>> open_sketch(const Argument& argument) {
  const auto bytes = read_peel_file(argument.path);
  if (!bytes) return failure(bytes.error());
  const auto kind = wire::declared_kind(*bytes);
  if (kind && *kind != wire::Kind::sketch && *kind != wire::Kind::rateless_sketch) {
    return failure(ErrorCode::incompatible,
                   argument.name() + " holds " + wire::name_with_article(*kind) + "; accepted is a sketch");
  }
  if (kind && *kind == wire::Kind::rateless_sketch)
    return endpoint_of(argument, wire::decode_rateless_sketch(*bytes));
  return endpoint_of(argument, wire::decode_sketch(*bytes));
}

Result<std::unique_ptr<reconcile::Endpoint>> open_endpoint(const std::string& text, const Reading& reading,
                                                           const TermsRequest& request, Side side) {
  const auto argument = classify(text, reading);
  if (!argument) return failure(argument.error());
  return open_endpoint(*argument, reading, request, side);
}

Result<std::unique_ptr<reconcile::Endpoint>> open_endpoint(const Argument& argument, const Reading& reading,
                                                           const TermsRequest& request, Side side) {
  if (argument.kind == Argument::Kind::peel_file) {
    auto sketch = open_sketch(argument);
    if (!sketch) return failure(sketch.error());
    return std::move(*sketch);
  }
  if (argument.far) {
    const reconcile::Watch watch;
    return open_far(*argument.far, argument.name(), {}, reading, request, side, watch);
  }
  auto rows = open_rows(argument, reading, request, side);
  if (!rows) return failure(rows.error());
  return std::make_unique<reconcile::RowsEndpoint>(std::move(*rows));
}

std::unique_ptr<reconcile::Spill> temporary_files() {
  return std::make_unique<TemporaryFiles>();
}

Seed random_seed() {
  std::array<std::uint64_t, 2> words{};
  if (getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words))
    throw std::runtime_error("the operating system gives no random numbers");
  return Seed(words[0], words[1]);
}

}  // namespace peel::sources
