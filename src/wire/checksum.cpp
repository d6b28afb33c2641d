#include "checksum.hpp"

#include "core/assert.hpp"
#include "envelope_layout.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace peel::wire {

std::uint64_t envelope_checksum(ByteView sealed) {
  PEEL_ASSERT(sealed.size() >= kEnvelopeHeaderBytes);
  const ByteView behind = sealed.subspan(kEnvelopeHeaderBytes);
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, sealed.data(), layout::kChecksumAt);
  XXH3_64bits_update(&state, behind.data(), behind.size());
  return XXH3_64bits_digest(&state);
}

}  // namespace peel::wire
