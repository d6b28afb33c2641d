// A patch as SQL text: remarks on what it does, and one transaction with the statements of a plan.
#pragma once

#include "peel/core/result.hpp"

#include "sources/sqlite/patch_plan.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace peel::sources::sqlite {

struct PatchTitle {
  std::string from;  // the database as it is, and
  std::string to;    // as it will be
};

// Takes some of the text. What it fails with ends the writing.
using TextSink = std::function<Result<void>(std::string_view)>;

// Writes one statement on each line, unless a name has a line end in it. Foreign keys are deferred to the end
// of the transaction; whether they are enforced at all is left to whoever runs the patch, and by default they
// are not. Fails as the sink does, and with `limit_exceeded` for a statement of more bytes than SQLite reads.
Result<void> write_patch(const PatchPlan& plan, const PatchTitle& title, const TextSink& sink);

}  // namespace peel::sources::sqlite
