// Options and words for comparing all tables of two databases.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/compare_databases.hpp"

#include "cli/source_options.hpp"

#include <string>
#include <vector>

namespace peel::cli {

// Why a virtual table that was compared with all others cannot be changed row by row, and what to do.
inline constexpr const char* kNoRowsOfItsOwn =
    "it has no rows of its own; INSERT INTO t(t) VALUES('rebuild') makes a full-text index t anew from its "
    "text";

// Fails with `invalid_argument` for options that say something of one table, where all are compared.
Result<void> check_options_for_all_tables(const SourceOptions& options);

// "only in LEFT"
const char* verdict_of(const sources::SchemaDifference& difference);
// "note: view v: only in LEFT; index i: ...; rows alone are changed" on standard error, if there are any.
void note_schema_differences(const std::vector<sources::SchemaDifference>& differences);

}  // namespace peel::cli
