// A share of all that was counted, as users type it: 1%, 0.5%, 0.01. Kept as a fraction of whole numbers, so
// that 7% of 100 is 7 and not a little more.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include "cli/numbers.hpp"

#include <cstdint>
#include <string>

namespace peel::cli {

class Share {
 public:
  // Above 0 and at most 1; up to 18 digits, with a percent sign or not. Fails with `invalid_argument`, and
  // says what is accepted.
  static Result<Share> from(Argument argument);

  // The smallest count that is at least this share of the total.
  CopyCount of(CopyCount total) const;
  // How many keys can have it: that many and no more.
  ItemCount most_keys() const { return ItemCount(denominator_ / numerator_); }

 private:
  Share(std::uint64_t numerator, std::uint64_t denominator)
      : numerator_(numerator), denominator_(denominator) {}

  std::uint64_t numerator_;
  std::uint64_t denominator_;
};

}  // namespace peel::cli
