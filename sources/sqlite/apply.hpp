// Makes the changes of a plan in a database: all of them, or none.
#pragma once

#include "peel/core/result.hpp"

#include "sources/sqlite/database.hpp"
#include "sources/sqlite/patch_plan.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace peel::sources::sqlite {

struct ApplyOptions {
  // Called inside the transaction when all steps are made; it may read what the tables are now. False, or an
  // error, undoes everything.
  std::function<Result<bool>(Database&)> before_commit = {};
  // How long to try to commit while others are reading.
  std::chrono::milliseconds patience = Database::kUsualPatience;
};

struct Applied {
  enum class Outcome : std::uint8_t {
    applied,
    stale,     // a row was not as the plan has it: it was changed since, or is gone. Nothing was changed
    declined,  // by before_commit. Nothing was changed
  };

  Outcome outcome = Outcome::applied;
  std::string stale_row = {};  // "table t, row id = 5"
};

// Runs the plan in one transaction that holds off other writers from its beginning. Where a step finds
// another number of rows than it must, everything is undone and the result says which row it was. Fails, with
// everything undone, if a constraint forbids a step (`incompatible`; the sentence says which row), if
// the database stays locked or cannot be written to (`io`).
//
// Foreign keys are looked at when the transaction ends, not before, and only if the connection enforces them.
// By default it does not; then a patch may leave rows that refer to nothing, and nothing is cascaded.
Result<Applied> apply(Database& database, const PatchPlan& plan, const ApplyOptions& options = {});

}  // namespace peel::sources::sqlite
