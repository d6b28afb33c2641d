// Any bytes: an error, or a table that encodes to the same bytes in the same form, is the same in the other
// form, and lists within bounds. A checksum would stop nearly every mutation, so each input is also tried
// with its checksum, and with checksum and length, put right.
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
  const auto plain = wire::encode_plain(*table);
  const auto smaller = wire::encode(*table);
  fuzz::claim(plain && smaller && smaller->size() <= plain->size(),
              "the form that is chosen is the smaller one");
  const bool came_plain = wire::iblt_form(*wire::open(bytes)) == wire::IbltForm::plain;
  fuzz::claim(std::ranges::equal(came_plain ? *plain : *smaller, bytes),
              "what decodes encodes to the same bytes");
  const auto other = wire::decode_iblt(came_plain ? *smaller : *plain);
  fuzz::claim(other && std::ranges::equal(other->cells(), table->cells()), "both forms hold the same cells");
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
