// A share of all that was counted, as users type it: 1%, 0.5%, 0.01. Kept as a decimal fraction, so
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
  // From 10^-18 to 1, with a percent sign, an exponent, both or neither: 1%, 0.01, 1e-2. Decimals beyond the
  // 18th are left out. Fails with `invalid_argument`, and says what is accepted.
  static Result<Share> from(Argument argument);

  // The smallest count that is at least this share of the total.
  CopyCount of(CopyCount total) const;
  // How many keys can have it: that many and no more.
  ItemCount most_keys() const;

 private:
  explicit Share(std::uint64_t parts) : parts_(parts) {}

  std::uint64_t parts_;  // of 10^18
};

}  // namespace peel::cli
