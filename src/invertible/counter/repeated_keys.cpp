#include "invertible/counter/repeated_keys.hpp"

#include <algorithm>
#include <bit>

namespace peel::detail {

void RepeatedKeys::append(ByteView key, std::uint64_t hash, std::int64_t count) {
  keys_.insert(keys_.end(), key.begin(), key.end());
  hashes_.push_back(hash);
  counts_.push_back(count);
}

CountedKeys RepeatedKeys::without_repeats() && {
  const std::size_t width = width_.value;
  const auto key = [&](std::size_t i) { return ByteView(keys_).subspan(i * width, width); };
  // An open table of the keys seen so far, by one more than their number, which fits: kMaxCounterBytes.
  const std::size_t slots = std::bit_ceil(2 * counts_.size() + 1);
  std::vector<std::uint32_t> seen(slots);
  bool repeated = false;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    std::size_t slot = hashes_[i] & (slots - 1);
    while (seen[slot] != 0 && !std::ranges::equal(key(seen[slot] - 1), key(i)))
      slot = (slot + 1) & (slots - 1);
    if (seen[slot] == 0) {
      seen[slot] = static_cast<std::uint32_t>(i + 1);
      continue;
    }
    // Modulo 2^64: only a forged counter adds up to more.
    counts_[seen[slot] - 1] = static_cast<std::int64_t>(static_cast<std::uint64_t>(counts_[seen[slot] - 1]) +
                                                        static_cast<std::uint64_t>(counts_[i]));
    counts_[i] = 0;
    repeated = true;
  }
  CountedKeys once(width_);
  if (!repeated) {
    once.append(keys_, counts_);
    return once;
  }
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] != 0) once.append(key(i), std::span(&counts_[i], 1));
  }
  return once;
}

}  // namespace peel::detail
