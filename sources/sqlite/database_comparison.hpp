// The tables of two databases that are open, compared one after the other.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/compare_databases.hpp"

#include "sources/sqlite/database_pair.hpp"

namespace peel::sources::sqlite {

// As compare_databases of the same request, whose databases these are.
Result<DatabasesReport> compare_tables(const DatabasePair& databases, const DatabasesRequest& request,
                                       reconcile::TableSink& sink, reconcile::Watch& watch);

}  // namespace peel::sources::sqlite
