#include "peel/reconcile/change.hpp"

namespace peel::reconcile {

std::string_view name_of(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::removed:
      return "removed";
    case Change::Kind::changed:
      return "changed";
    case Change::Kind::added:
      return "added";
    case Change::Kind::moved:
      return "moved";
  }
  return "unknown";
}

}  // namespace peel::reconcile
