#include "checksum.hpp"

#include "core/assert.hpp"
#include "envelope_layout.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace peel::wire {

std::uint64_t checksum(ByteView bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

struct RunningChecksum::State {
  XXH3_state_t xxh3;
};

RunningChecksum::RunningChecksum(std::uint64_t seed) : state_(std::make_unique<State>()) {
  XXH3_64bits_reset_withSeed(&state_->xxh3, seed);
}

RunningChecksum::~RunningChecksum() = default;

void RunningChecksum::add(ByteView bytes) {
  XXH3_64bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

std::uint64_t RunningChecksum::value() const {
  return XXH3_64bits_digest(&state_->xxh3);
}

std::uint64_t envelope_checksum(ByteView sealed) {
  PEEL_ASSERT(sealed.size() >= kEnvelopeHeaderBytes);
  RunningChecksum sum;
  sum.add(sealed.first(layout::kChecksumAt));
  sum.add(sealed.subspan(kEnvelopeHeaderBytes));
  return sum.value();
}

}  // namespace peel::wire
