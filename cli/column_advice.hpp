// Advice for somebody whose two sources cannot be compared as asked: it names the options that mend it.
#pragma once

#include "peel/core/error.hpp"
#include "peel/reconcile/terms.hpp"

#include "cli/source_options.hpp"

namespace peel::cli {

// The error says what the two disagree about, and how to mend it.
Error with_advice(const reconcile::Disagreement& disagreement, const reconcile::Party& left,
                  const reconcile::Party& right, const SourceOptions& options);

// The terms by which two sources are compared, or one is summarised. Both fail with advice.
Result<reconcile::Terms> terms_of(const reconcile::Party& left, const reconcile::Party& right,
                                  const SourceOptions& options);
Result<reconcile::Terms> terms_of(const reconcile::Party& source, const SourceOptions& options);

}  // namespace peel::cli
