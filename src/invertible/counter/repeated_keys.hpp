// RepeatedKeys: keys in the order in which they were listed, in which one may occur several times.
//
// Where a cell was misread, listing takes out keys that were never in. The sums do not forget: what was taken
// out wrongly is listed later with the opposite sign, and a complete listing is right once equal keys are put
// together.
#pragma once

#include "peel/invertible/counter_listing.hpp"

#include <cstdint>
#include <vector>

namespace peel::detail {

class RepeatedKeys {
 public:
  explicit RepeatedKeys(ByteWidth key_width) : width_(key_width) {}

  // `hash` is a hash of the key.
  void append(ByteView key, std::uint64_t hash, std::int64_t count);

  // Each key once, with the sum of its counts, unless that is 0; in the order of first occurrence.
  CountedKeys without_repeats() &&;

 private:
  ByteWidth width_;
  Bytes keys_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::int64_t> counts_;
};

}  // namespace peel::detail
