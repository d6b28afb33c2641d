// KeptChanges: the changes of a comparison, kept until they are wanted. What does not fit into memory is
// spilled.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/spill.hpp"

#include <cstdint>
#include <memory>

namespace peel::reconcile {

class SortedRuns;

class KeptChanges : public ChangeSink {
 public:
  // The spill must outlive this.
  KeptChanges(std::uint64_t memory_bytes, Spill& spill);
  KeptChanges(KeptChanges&&) noexcept;
  KeptChanges& operator=(KeptChanges&&) noexcept;
  ~KeptChanges() override;

  // Of a change, its kind, its count and whole rows are kept, with the places of the rows. Fails as the spill
  // does.
  Result<void> take(const Change& change) override;

  // All changes in the order in which they came, as often as wanted. Fails as the spill and the sink do.
  Result<void> hand_on(ChangeSink& sink) const;

 private:
  std::unique_ptr<SortedRuns> run_;
};

}  // namespace peel::reconcile
