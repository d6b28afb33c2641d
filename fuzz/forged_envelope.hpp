// A checksum would stop nearly every mutation of an envelope, so each input is also tried with its checksum,
// and with checksum and length, put right.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/wire/envelope.hpp"

#include "wire/checksum.hpp"
#include "wire/envelope_layout.hpp"

#include <cstdint>

namespace peel::fuzz {

inline void put_checksum_right(Bytes& bytes) {
  store_le(bytes.data() + wire::layout::kChecksumAt, wire::envelope_checksum(bytes));
}

inline void put_length_right(Bytes& bytes) {
  const std::uint64_t shape = load_le(bytes.data() + wire::layout::kShapeLengthAt, 4);
  const std::uint64_t behind = bytes.size() - wire::kEnvelopeHeaderBytes;
  if (shape <= behind) store_le(bytes.data() + wire::layout::kPayloadLengthAt, behind - shape);
}

template <class Use>
void try_as_it_is_and_forged(ByteView input, Use use) {
  use(input);
  if (input.size() < wire::kEnvelopeHeaderBytes) return;
  Bytes forged(input.begin(), input.end());
  put_checksum_right(forged);
  use(forged);
  put_length_right(forged);
  put_checksum_right(forged);
  use(forged);
}

}  // namespace peel::fuzz
