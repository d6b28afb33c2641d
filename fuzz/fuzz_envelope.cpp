// Any bytes: an error, or an envelope that seals to the same bytes.
#include "peel/wire/envelope.hpp"

#include "fuzz/claim.hpp"
#include "wire/checksum.hpp"
#include "wire/envelope_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

void open_and_seal_again(ByteView bytes) {
  const auto envelope = wire::open(bytes);
  if (!envelope) {
    fuzz::claim(!envelope.error().sentence().empty(), "a refusal says why");
    return;
  }
  fuzz::claim(std::ranges::equal(wire::seal(*envelope), bytes), "what opens seals to the same bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView input = std::as_bytes(std::span(data, size));
  open_and_seal_again(input);
  if (size < wire::kEnvelopeHeaderBytes) return 0;
  Bytes forged(input.begin(), input.end());
  store_le(forged.data() + wire::layout::kChecksumAt, wire::envelope_checksum(forged));
  open_and_seal_again(forged);
  return 0;
}
