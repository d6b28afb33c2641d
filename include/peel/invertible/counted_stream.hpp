// CountedStream: a counter that says what it counts, so that others can count alike and add theirs, and so
// that a listing can be read years later. What `peel count --save` writes. docs/formats/counter.md
//
// Keys are text of any length, in slots of fixed width:
//   slot     a byte with the length, the text, zeros. Text that is too long leaves a digest, behind 0xFF
//   address  IPv6 in 16 bytes as on the wire; IPv4 as ::ffff:a.b.c.d                        [RFC
//   4291, 2.5.5.2]
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/counted_part.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/invertible_counter.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include <cstdint>

namespace peel {

// What was counted. Streams combine only if theirs are equal.
struct StreamDescription {
  using Keys = CountedPart::Keys;

  CountedPart part = {};
  std::uint8_t key_bytes = 16;  // of text: the longest that is kept as it is. 0 for addresses

  friend bool operator==(const StreamDescription&, const StreamDescription&) = default;
};

inline constexpr std::uint64_t kLeastTextBytes = 16;  // a slot has room for a digest of 128 bits
inline constexpr std::uint64_t kMostTextBytes = 63;

// Fails with `invalid_argument` for key_bytes out of range, and as validate() of the part does.
[[nodiscard]] Result<void> validate(const StreamDescription& description);

// Bytes of a key of the counter.
ByteWidth key_width(const StreamDescription& description);

struct CountedStream {
  StreamDescription description;
  std::int64_t lines = 0;    // lines read; those of a subtracted stream count as negative
  std::int64_t keyless = 0;  // of them, lines without such a field or address
  InvertibleCounter counter;
  StrataEstimator distinct;  // how many distinct keys there are, when the counter cannot list them all

  // Adds or subtracts the other's. Both fail with `incompatible`, and say what differs and how, unless
  // description, shapes and hashing agree; otherwise like InvertibleCounter's. On failure nothing changes.
  [[nodiscard]] Result<void> merge(const CountedStream& other);
  [[nodiscard]] Result<void> subtract(const CountedStream& other);
};

}  // namespace peel
