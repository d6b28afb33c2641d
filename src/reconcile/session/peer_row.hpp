// Rows that a peer sends are believed only as far as this goes.
#pragma once

#include "peel/reconcile/terms.hpp"
#include "peel/rows/canonical_row.hpp"

namespace peel::reconcile::session {

// Whether the bytes are a row of the terms, whoever made them.
bool is_row(const Terms& terms, const rows::CanonicalRow& row);

}  // namespace peel::reconcile::session
