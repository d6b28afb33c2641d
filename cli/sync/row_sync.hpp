// peel sync of rows: a file, a table or all tables of a database become equal to LEFT.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/open.hpp"

#include "cli/output/output.hpp"
#include "cli/status.hpp"
#include "cli/sync/sync_options.hpp"

namespace peel::cli {

struct SyncedSides {
  sources::Argument left;
  sources::Argument right;  // text or a database
};

Result<Status> sync_rows(const SyncOptions& options, const SyncChoices& choices, SyncedSides sides,
                         Output& output);

}  // namespace peel::cli
