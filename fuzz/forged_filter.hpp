// Files of filters with their checksums put right: those of pages, the opening one, and the envelope's.
#pragma once

#include "fuzz/forged_envelope.hpp"
#include "wire/checksum.hpp"
#include "wire/filter_pages.hpp"

#include <algorithm>

namespace peel::fuzz {

// Whatever the shape says, if it is one and the file has room for it.
inline void put_pages_right(Bytes& bytes) {
  constexpr std::size_t kHead = wire::kEnvelopeHeaderBytes + wire::kFilterShapeBytes;
  if (bytes.size() < kHead) return;
  const ByteView shape_bytes = ByteView(bytes).subspan(wire::kEnvelopeHeaderBytes, wire::kFilterShapeBytes);
  const auto kind = static_cast<wire::Kind>(load_le(bytes.data() + wire::layout::kKindAt, 1));
  const auto identity = wire::decode_filter_shape(kind, shape_bytes);
  if (!identity) return;
  const wire::FilterFileLayout file(identity->shape);
  if (file.file_bytes() != bytes.size()) return;
  std::byte* const index = bytes.data() + file.index_at();
  for (std::uint64_t page = 0; page < file.pages(); ++page) {
    const std::uint64_t at = file.cells_at() + page * wire::kPageBytes;
    store_le(index + 8 * (1 + page),
             wire::checksum({bytes.data() + at, std::min<std::size_t>(wire::kPageBytes, bytes.size() - at)}));
  }
  wire::RunningChecksum opening;
  opening.add(ByteView(bytes).first(wire::layout::kChecksumAt));
  opening.add(shape_bytes);
  opening.add({index + 8, file.pages() * 8});
  store_le(index, opening.value());
}

template <class Use>
void try_as_it_is_and_forged_filter(ByteView input, Use use) {
  try_as_it_is_and_forged(input, use);
  if (input.size() < wire::kEnvelopeHeaderBytes) return;
  Bytes forged(input.begin(), input.end());
  put_length_right(forged);
  put_pages_right(forged);
  put_checksum_right(forged);
  use(forged);
}

}  // namespace peel::fuzz
