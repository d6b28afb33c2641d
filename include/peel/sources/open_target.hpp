// Opening a data set that shall become equal to another: a file of text, a table of an SQLite database, all
// tables of one, or a folder; a file or a table on another machine, too. reconcile::sync() then says what has
// to be done, does it and proves it. Link peel::sources.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/sources/folder_reading.hpp"
#include "peel/sources/open.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace peel::sources {

struct TargetRequest {
  // What the target shall equal: text, a table, or a whole database or folder if the target is one.
  Argument from;
  // A file of text, a table, a whole database or a folder. A folder may be missing: applying makes it. On
  // another machine, a file or a table that may be written there.
  Argument target;
  Reading reading = {};                // how both are read
  reconcile::TermsRequest terms = {};  // with `from` as the left side
  // What is left out of folders, and whether contents of files are read. The rest always counts, times too.
  FolderReading folders = {};
  // Beyond this, rows wait in temporary files.
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;

  // How a side is opened; without it, by open_endpoint. For a command that checks its options as well, and
  // knows how another machine is reached.
  using Open = std::function<Result<std::unique_ptr<reconcile::Endpoint>>(const Argument& argument,
                                                                          reconcile::Side side)>;
  Open open = {};
  Explain explain = {};  // with `from` as the left side
};

// Opens both. Fails as open_rows and find_terms do, with `unsupported` for a target that cannot be written,
// and with `incompatible` where one database has a table that the other has not, or one side is a folder and
// the other is none.
Result<std::unique_ptr<reconcile::Target>> open_target(const TargetRequest& request);

}  // namespace peel::sources
