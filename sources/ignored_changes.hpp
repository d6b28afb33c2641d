// IgnoredChanges: for a comparison of which the report is all that is wanted.
#pragma once

#include "peel/reconcile/change.hpp"

namespace peel::sources {

class IgnoredChanges : public reconcile::ChangeSink {
 public:
  Result<void> take(const reconcile::Change&) override { return {}; }
};

}  // namespace peel::sources
