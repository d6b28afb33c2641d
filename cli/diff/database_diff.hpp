// All tables of two databases compared, one after the other.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/open.hpp"

#include "cli/diff/diff_options.hpp"
#include "cli/output/output.hpp"
#include "cli/status.hpp"

namespace peel::cli {

struct WholeDatabases {
  const sources::Argument& left;
  const sources::Argument& right;
};

// A table that cannot be compared is named, and the others are compared.
Result<Status> diff_databases(const DiffOptions& options, const DiffChoices& choices,
                              WholeDatabases databases, Output& output);

}  // namespace peel::cli
