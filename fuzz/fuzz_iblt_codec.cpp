// Any bytes: an error, or a table that encodes to the same bytes in the same form, is the same in the other
// form, and lists within bounds.
#include "peel/wire/iblt_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/forged_envelope.hpp"
#include "fuzz/listing_claims.hpp"

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
  const bool came_plain = *wire::iblt_form(*wire::open(bytes)) == wire::IbltForm::plain;
  fuzz::claim(std::ranges::equal(came_plain ? *plain : *smaller, bytes),
              "what decodes encodes to the same bytes");
  const auto other = wire::decode_iblt(came_plain ? *smaller : *plain);
  fuzz::claim(other && std::ranges::equal(other->cells(), table->cells()), "both forms hold the same cells");
  fuzz::claim_nothing_is_lost_or_invented(*table);
  fuzz::claim_lookups_agree(*table);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged(std::as_bytes(std::span(data, size)), decode_and_check);
  return 0;
}
