// Hands changes on to two sinks.
#pragma once

#include "cli/diff/change_sink.hpp"

namespace peel::cli {

class Tee : public ChangeSink {
 public:
  Tee(ChangeSink& first, ChangeSink& second) : first_(first), second_(second) {}

  Result<void> take(const reconcile::RowChange& change) override {
    if (auto taken = first_.take(change); !taken) return taken;
    return second_.take(change);
  }

 private:
  ChangeSink& first_;
  ChangeSink& second_;
};

}  // namespace peel::cli
