#include "reconcile/sketch/compared_sketch.hpp"

#include "reconcile/sketch/rateless_compared.hpp"
#include "reconcile/sketch/sized_compared.hpp"

namespace peel::reconcile {

std::unique_ptr<ComparedSketch> ComparedSketch::of(const Endpoint& endpoint) {
  if (const Sketch* const sized = endpoint.sketch()) return std::make_unique<SizedCompared>(*sized);
  if (const RatelessSketch* const endless = endpoint.rateless())
    return std::make_unique<RatelessCompared>(*endless);
  return nullptr;
}

}  // namespace peel::reconcile
