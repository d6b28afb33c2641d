// Parts of sealing and opening, for kinds whose files are too large to be in memory as one piece.
#pragma once

#include "peel/wire/envelope.hpp"

#include <cstddef>
#include <cstdint>

namespace peel::wire {

// Writes kEnvelopeHeaderBytes, the checksum as 0. Of the envelope's payload nothing is looked at.
void write_header(const Envelope& envelope, std::uint64_t payload_bytes, std::byte* header);
// Of a header that check_size took; shape and payload are left empty.
Envelope read_header(const std::byte* header);

// Fails as declared_size does, and with `malformed` unless that size is the one that is there.
Result<void> check_size(ByteView header, std::uint64_t bytes_there);
// Fails with `malformed` unless this is the checksum in the header.
Result<void> check_sum(const std::byte* header, std::uint64_t computed);

}  // namespace peel::wire
