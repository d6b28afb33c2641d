#include "sources/tree/listing_digest.hpp"

#include "peel/core/bytes.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace peel::sources::tree {

ContentDigest listing_digest(const TreeScan& scan) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (const TreeEntry& entry : scan.entries) {
    ByteWriter text;
    for (const std::string* part : {&entry.path, &entry.target}) {
      text.varint(part->size());
      text.bytes(as_bytes(*part));
    }
    text.integer(static_cast<std::uint64_t>(entry.kind), 1);
    text.integer(entry.size, 8);
    text.integer(entry.number, 8);
    if (entry.is_file()) {
      text.integer(static_cast<std::uint64_t>(entry.modified.seconds), 8);
      text.integer(entry.modified.nanoseconds, 4);
    }
    XXH3_128bits_update(&state, text.view().data(), text.size());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(&state);
  return {hash.high64, hash.low64};
}

}  // namespace peel::sources::tree
