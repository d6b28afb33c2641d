// Where the changes that a diff finds go to.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/row_tally.hpp"

namespace peel::cli {

class ChangeSink {
 public:
  virtual ~ChangeSink() = default;
  // In the order of RowTally::changes. The rows are valid during the call.
  virtual Result<void> take(const reconcile::RowChange& change) = 0;
};

}  // namespace peel::cli
