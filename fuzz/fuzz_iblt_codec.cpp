// Any bytes: an error, or a table that encodes to the same bytes and lists within bounds. A checksum would
// stop nearly every mutation, so each input is also tried with its checksum, and with checksum and length,
// put right.
#include "peel/wire/iblt_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/listing_claims.hpp"
#include "wire/checksum.hpp"
#include "wire/envelope_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

void decode_and_check(ByteView bytes) {
  const auto table = wire::decode_iblt(bytes);
  if (!table) {
    fuzz::claim(!table.error().sentence().empty(), "a refusal says why");
    return;
  }
  const auto again = wire::encode(*table);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  fuzz::claim_nothing_is_lost_or_invented(*table);
  fuzz::claim_lookups_agree(*table);
}

void put_checksum_right(Bytes& bytes) {
  store_le(bytes.data() + wire::layout::kChecksumAt, wire::envelope_checksum(bytes));
}

void put_length_right(Bytes& bytes) {
  const std::uint64_t shape = load_le(bytes.data() + wire::layout::kShapeLengthAt, 4);
  const std::uint64_t behind = bytes.size() - wire::kEnvelopeHeaderBytes;
  if (shape <= behind) store_le(bytes.data() + wire::layout::kPayloadLengthAt, behind - shape);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView input = std::as_bytes(std::span(data, size));
  decode_and_check(input);
  if (size < wire::kEnvelopeHeaderBytes) return 0;
  Bytes forged(input.begin(), input.end());
  put_checksum_right(forged);
  decode_and_check(forged);
  put_length_right(forged);
  put_checksum_right(forged);
  decode_and_check(forged);
  return 0;
}
