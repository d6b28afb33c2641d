#include "frequency/heavy_counters.hpp"

#include "peel/analysis/heavy_hitters.hpp"

#include <algorithm>
#include <string>

namespace peel {

std::uint64_t make_room(detail::CounterTable& table, ItemCount capacity) {
  if (table.can_grow()) {
    table.grow();
    return 0;
  }
  const std::uint64_t amount = table.largest_but(analysis::heavy_kept(capacity).value);
  table.change_counts([amount](std::uint64_t n) { return n - std::min(n, amount); });
  return amount;
}

CopyCount heavy_threshold(CopyCount total, ItemCount k) {
  const std::uint64_t times = std::max<std::uint64_t>(k.value, 1);
  return CopyCount(total.value / times + (total.value % times != 0 ? 1 : 0));
}

// Let p = keep / of. A counter c becomes the whole part of c * p, so it stays a lower bound. The upper one,
// (c + error) * p, rounded up, must not be more than counter and error together; nor for a key without a
// counter, where c is 0. The smallest error for which that holds is taken from the counters themselves, so
// it stays 0 where all of them can be divided.
//
//   It grows by less than 1 over error * p, and rounding up adds less than 1 again. So decay by p again and
//   again brings no error beyond 2 / (1 - p).
//
// With the total rounded up too, counters and error together stay at most the total: floor(x) + ceil(y) is
// at most ceil(x + y). Where the error stays 0, no counter was rounded, so they still sum to the total.
Result<Certainty> decayed(detail::CounterTable& table, Certainty before, Decay decay) {
  if (decay.of == 0 || decay.keep > decay.of) {
    return failure(ErrorCode::invalid_argument, "a decay to " + std::to_string(decay.keep) + " of " +
                                                    std::to_string(decay.of) +
                                                    ": accepted is a share up to 1");
  }
  const auto down = [&](std::uint64_t n) {
    return static_cast<std::uint64_t>(Uint128{n} * decay.keep / decay.of);
  };
  const auto up = [&](std::uint64_t n) {
    return static_cast<std::uint64_t>((Uint128{n} * decay.keep + decay.of - 1) / decay.of);
  };
  std::uint64_t error = up(before.error.value);
  table.change_counts([&](std::uint64_t n) -> std::uint64_t {
    if (n == 0) return 0;
    const std::uint64_t kept = down(n);
    error = std::max(error, up(raised(n, before.error.value)) - kept);
    return kept;
  });
  // More copies than can be counted stay that.
  const std::uint64_t total = ~before.total.value == 0 ? before.total.value : up(before.total.value);
  return Certainty{.total = CopyCount(total), .error = CopyCount(error)};
}

Result<void> check_sum(Uint128 counters, Certainty certainty) {
  const auto [total, error] = certainty;
  if (~total.value == 0) return {};
  if (counters + error.value > total.value) {
    return failure(ErrorCode::malformed,
                   "counters and error are together more than the total of " + std::to_string(total.value));
  }
  if (error.value == 0 && counters < total.value) {
    return failure(ErrorCode::malformed,
                   "counters are together less than the total of " + std::to_string(total.value) +
                       "; accepted is that only with an error, which says that something was left out");
  }
  return {};
}

}  // namespace peel
