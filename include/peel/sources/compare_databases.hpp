// What differs between two whole databases: all tables that both have, compared one after the other, each
// database as it is at one moment. Link peel::sources.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/reconcile.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/open.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace peel::sources {

struct DatabasesRequest {
  Argument left;  // both are whole databases
  Argument right;
  reconcile::TermsRequest terms =
      {};  // of every table; one without an ignored column is compared all the same
  reconcile::Options comparison = {};                     // of every table
  std::optional<std::chrono::milliseconds> timeout = {};  // for all that is read of either
  Explain explain = {};
};

// A view, trigger, index or virtual table that only one of two databases has, or that they define in two
// ways.
struct SchemaDifference {
  std::string type;  // "view", "trigger", "index" or "virtual table"
  std::string name;
  std::optional<std::string> left;  // the statement that created it, if this side has it
  std::optional<std::string> right;
};

struct DatabasesReport {
  // Of all tables. A table that only one side has, and a difference of schemas, is one change; the rows of
  // the former count as removed or added. With a table that could not be compared, it has Gap::unreadable.
  reconcile::Report total = {};
  // These belong to tables that both databases have, or to no table.
  std::vector<SchemaDifference> schema_differences = {};
};

// Tables come by their names, in which the case of ASCII letters does not count. A table that cannot be
// compared is told to the sink, and the others are compared. Fails with `invalid_argument` for arguments that
// are no whole databases, if one of them cannot be read, and as the watch and the sink do.
Result<DatabasesReport> compare_databases(const DatabasesRequest& request, reconcile::TableSink& sink,
                                          reconcile::Watch& watch);

}  // namespace peel::sources
