// Bytes of an Iblt, in one of two forms: plain, every cell in full, quick to write and to read; and compact,
// which packs bits and is the smaller one. docs/formats/iblt.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/wire/envelope.hpp"

#include <cstdint>
#include <string_view>

namespace peel::wire {

enum class IbltForm : std::uint8_t {
  plain = 1,
  compact = 2,
};

std::string_view name_of(IbltForm form);

// In the form that takes fewer bytes, or in the plain one if both take as many; a table of more than 256 MiB
// also if the compact one had less than 1/64 of them, which decoders refuse. Fails with `unsupported` for a
// table with injected hash functions, which have no name on the wire.
[[nodiscard]] Result<Bytes> encode(const Iblt& table);

// In the plain form, whatever its size: for haste.
[[nodiscard]] Result<Bytes> encode_plain(const Iblt& table);

// Reads both forms. Whatever decodes re-encodes to the same bytes: from the compact form by encode, from the
// plain form by encode_plain. Nothing is allocated before sizes agree with `bytes`, and then the table takes
// no more than 256 MiB or 64 times these, whichever is more.
[[nodiscard]] Result<Iblt> decode_iblt(ByteView bytes);

// The form that the table of an envelope of kind iblt or sketch is in.
[[nodiscard]] Result<IbltForm> iblt_form(const Envelope& envelope);

}  // namespace peel::wire
