#include "peel/reconcile/watch.hpp"

#include <string>

namespace peel::reconcile {

Result<void> Watch::may_go_on(std::string_view name) const {
  if (is_cancelled()) return failure(ErrorCode::cancelled, "reading " + std::string(name) + " was cancelled");
  if (!deadline_ || Clock::now() <= *deadline_) return {};
  return failure(ErrorCode::timed_out, "reading " + std::string(name) + " takes longer than allowed");
}

}  // namespace peel::reconcile
