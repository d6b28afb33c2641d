// Options for folders, as typed and as understood.
#pragma once

#include "peel/core/result.hpp"

#include "cli/options/command.hpp"
#include "cli/source_options.hpp"
#include "sources/tree/exclude_rules.hpp"
#include "sources/tree/tree_terms.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace peel::cli {

// Adds --exclude, --checksum and --no-checksum.
void add_tree_options(Command& verb, TreeOptions& options);

// How folders are to be read and compared.
struct TreeReading {
  sources::tree::TreeTerms terms;
  sources::tree::ExcludeRules excludes;
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

// Fails with `invalid_argument` for options that folders do not have, columns that they do not have, and
// patterns that are none.
Result<TreeReading> tree_reading(const SourceOptions& options);

// Fails with `invalid_argument` if options are given that only folders have. `source` is what was given
// instead.
Result<void> check_no_tree_options(const TreeOptions& options, const std::string& source);

// The deadline that --timeout sets from now on, if it is given.
Result<std::optional<std::chrono::steady_clock::time_point>> deadline_of(const SourceOptions& options);

}  // namespace peel::cli
