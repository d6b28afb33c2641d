#include "peel/core/types.hpp"

#include "core/shortest.hpp"

namespace peel {

Result<Rate> Rate::from(double probability) {
  if (!(probability > 0.0 && probability < 1.0)) {
    return failure(ErrorCode::invalid_argument,
                   "a rate of " + shortest(probability) + " is not strictly between 0 and 1");
  }
  return Rate(probability);
}

}  // namespace peel
