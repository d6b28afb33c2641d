#include "peel/reconcile/session/responder.hpp"
#include "peel/sources/far.hpp"
#include "peel/sources/open.hpp"

#include "sources/far/settings.hpp"
#include "sources/file_descriptor.hpp"
#include "sources/sqlite/database_edit.hpp"
#include "sources/sqlite/database_target.hpp"
#include "sources/sqlite/location.hpp"
#include "sources/sqlite/sqlite_source.hpp"
#include "sources/text/file_edit.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <unistd.h>

namespace peel::sources {

namespace {

namespace session = reconcile::session;

Result<void> write_all(int to, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failure(ErrorCode::io, "the other side has gone: " + reason_of(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

std::optional<std::string> real_path(const std::string& path) {
  std::array<char, PATH_MAX> room;
  if (::realpath(path.c_str(), room.data()) == nullptr) return std::nullopt;
  return std::string(room.data());
}

// What a peer calls PATH lies below the root, whatever links and dots are in it.
Result<std::string> confined(const std::string& path, const std::string& root) {
  const auto real_root = real_path(root);
  const auto real = real_path(root + "/" + path);
  if (!real_root) return failure(ErrorCode::io, "cannot find the folder that is served: " + reason_of(errno));
  if (!real) return failure(ErrorCode::io, "cannot read " + path + ": " + reason_of(errno));
  if (*real != *real_root && !real->starts_with(*real_root == "/" ? "/" : *real_root + "/")) {
    return failure(ErrorCode::invalid_argument,
                   path + " leads out of the folder that is served; accepted are paths below it");
  }
  return *real;
}

// Nothing outside the root is so much as looked at.
Result<Argument> classify_below(const std::string& root, const std::string& asked, const Reading& reading) {
  if (!asked.starts_with("sqlite:")) {
    const auto path = confined(asked, root);
    if (!path) return failure(path.error());
    auto argument = classify(*path, reading);
    if (argument) argument->given = asked;
    return argument;
  }
  const auto location = sqlite::parse_location(asked);
  if (!location) return failure(location.error());
  auto path = confined(location->path, root);
  if (!path) return failure(path.error());
  return Argument{.kind = Argument::Kind::database,
                  .given = asked,
                  .path = std::move(*path),
                  .table = location->table,
                  .query = location->query};
}

// Rows that a peer may read, and no more.
class ReadOnlyRows : public reconcile::RowsEndpoint {
 public:
  using RowsEndpoint::RowsEndpoint;

  Result<std::unique_ptr<reconcile::Edit>> edit(const reconcile::EditRoom&) override {
    return failure(ErrorCode::unsupported,
                   "nothing is written here: peel serve was started without --allow-write");
  }
};

Result<std::unique_ptr<reconcile::Endpoint>> open_for_writing(const Argument& argument,
                                                              const Reading& reading,
                                                              const session::Open& open) {
  const auto open_again = [argument, reading, open] {
    return open_rows(argument, reading, open.request, open.side);
  };
  if (argument.kind == Argument::Kind::text) return open_file_for_writing(argument, open_again);
  if (argument.kind == Argument::Kind::database) sqlite::DatabaseTarget::recover(argument);
  auto rows = open_again();
  if (!rows) return failure(rows.error());
  const auto* const table = dynamic_cast<const sqlite::SqliteSource*>(rows->get());
  if (table == nullptr) return std::make_unique<reconcile::RowsEndpoint>(std::move(*rows));
  sqlite::TableInfo info = table->table();
  return std::make_unique<sqlite::TableEndpoint>(std::move(*rows), argument.path, std::move(info));
}

Result<std::unique_ptr<reconcile::Endpoint>> open_for_peer(const session::Open& open,
                                                           const ServeOptions& options) {
  auto reading = reading_of(open.settings);
  if (!reading) return failure(reading.error());
  if (options.source && !open.source.empty() && open.source != *options.source) {
    return failure(ErrorCode::invalid_argument,
                   "here is one source only, and it is not " + open.source + "; leave its name out");
  }
  const std::string asked = options.source.value_or(open.source);
  if (asked.empty())
    return failure(ErrorCode::invalid_argument, "no source is named, and none is offered here");
  if (asked == "-")
    return failure(ErrorCode::invalid_argument, "-, standard input, is no source of a far machine");
  auto argument = options.root && !options.source ? classify_below(*options.root, asked, *reading)
                                                  : classify(asked, *reading);
  if (!argument) return failure(argument.error());
  if (argument->kind == Argument::Kind::peel_file) {
    return failure(ErrorCode::unsupported, asked +
                                               " is a file that peel wrote, and stands for no rows there; "
                                               "fetch it, it is small");
  }
  if (options.access == FarAccess::write) return open_for_writing(*argument, *reading, open);
  auto rows = open_rows(*argument, *reading, open.request, open.side);
  if (!rows) return failure(rows.error());
  return std::make_unique<ReadOnlyRows>(std::move(*rows));
}

}  // namespace

Result<void> serve(int in, int out, const ServeOptions& options, reconcile::Watch& watch) {
  const auto spill = temporary_files();
  session::Responder responder(
      {.program = "peel", .memory_bytes = options.memory_bytes, .spill = spill.get()},
      [&options](const session::Open& open) { return open_for_peer(open, options); },
      [out](ByteView bytes) { return write_all(out, bytes); }, watch);
  std::array<std::byte, std::size_t{1} << 16> block;
  while (!responder.is_over()) {
    const ssize_t got = ::read(in, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(ErrorCode::io, "cannot hear the other side: " + reason_of(errno));
    if (got == 0) return responder.end();
    auto received = responder.receive(ByteView(block).first(static_cast<std::size_t>(got)));
    if (!received) return received;
  }
  return {};
}

}  // namespace peel::sources
