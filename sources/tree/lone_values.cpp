#include "sources/tree/lone_values.hpp"

#include "peel/core/bytes.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace peel::sources::tree {

LoneEntry::Substance substance_of(const TreeEntry& entry) {
  if (entry.is_folder()) return LoneEntry::Substance::folder;
  return entry.is_file() && entry.size > 0 ? LoneEntry::Substance::bytes : LoneEntry::Substance::nothing;
}

std::vector<LoneEntry> lone_entries(std::span<TreeEntry* const> entries, const TreeTerms& terms) {
  std::vector<LoneEntry> lone;
  EntryCells cells(terms);
  for (const TreeEntry* entry : entries) {
    lone.push_back({entry->path, {}, substance_of(*entry), entry->is_file() && entry->size == 0});
    if (lone.back().substance == LoneEntry::Substance::bytes && !entry->digest) continue;
    ByteWriter value;
    for (const rows::Cell& cell : cells.of(*entry)) {
      value.integer(static_cast<std::uint64_t>(cell.tag), 1);
      value.varint(cell.payload.size());
      value.bytes(as_bytes(cell.payload));
    }
    const XXH128_hash_t hash = XXH3_128bits(value.view().data(), value.size());
    lone.back().value = ValueDigest{hash.high64, hash.low64};
  }
  return lone;
}

}  // namespace peel::sources::tree
