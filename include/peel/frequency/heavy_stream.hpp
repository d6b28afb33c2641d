// HeavyStream: the heavy texts of a stream of lines, with a note of what was counted, so that others can
// count alike and add theirs. What `peel top --save` writes. docs/formats/heavy-texts.md
//
//   Texts are whole lines or fields, as they are; of addresses the 16 bytes of IPv6 as on the wire, IPv4 as
//   ::ffff:a.b.c.d [RFC 4291, 2.5.5.2].
#pragma once

#include "peel/core/counted_part.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/heavy_texts.hpp"

#include <cstdint>

namespace peel {

struct HeavyStream {
  CountedPart part;
  std::uint64_t lines = 0;    // lines read; 2^64 - 1 if there were more
  std::uint64_t keyless = 0;  // of them, lines without such a field or address
  HeavyTexts texts;

  // Adds the other's. Fails with `incompatible`, and says what differs, unless part, shape and hashing agree;
  // then nothing changes.
  [[nodiscard]] Result<void> merge(const HeavyStream& other);
};

}  // namespace peel
