// Options for folders, as typed and as understood.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/folder_reading.hpp"

#include "cli/options/command.hpp"
#include "cli/source_options.hpp"
#include "sources/tree/tree_reading.hpp"

#include <string>

namespace peel::cli {

// Adds --exclude, --checksum and --no-checksum.
void add_tree_options(Command& verb, TreeOptions& options);

// How folders are to be read and compared. Fails with `invalid_argument` for options that folders do not
// have, columns that they do not have, and patterns that are none.
Result<sources::FolderReading> folder_reading(const SourceOptions& options);
// The same for a folder that is read by itself.
Result<sources::tree::TreeReading> tree_reading(const SourceOptions& options);

// Fails with `invalid_argument` if options are given that only folders have. `source` is what was given
// instead.
Result<void> check_no_tree_options(const TreeOptions& options, const std::string& source);

}  // namespace peel::cli
