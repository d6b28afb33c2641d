// RowItems: rows as items of a scheme, fixed bytes that name a row and tell one value from another, although
// the row itself is left behind.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/reconcile/item_scheme.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace peel::reconcile {

class RowItems {
 public:
  // Fails with `invalid_argument` if an item would be wider than a table takes, or a slot has no room for a
  // digest.
  static Result<RowItems> from(const ItemScheme& scheme, const KeyHasher& hashing);
  // Of a sketch file. Fails like that, for keys of fewer or more bytes than files have, and with
  // `unsupported` if a column has a type that is none of rows::ColumnType.
  static Result<RowItems> from(const SketchDescription& description, const KeyHasher& hashing);

  const ItemScheme& scheme() const { return scheme_; }
  bool by_key() const { return scheme_.by_key(); }
  std::size_t width() const { return width_; }

  // Writes width() bytes and yields their stratum_item. Rows with equal bytes have equal items; rows with
  // equal keys have equal slots.
  std::uint64_t write(const rows::CanonicalRow& row, std::byte* to) const {
    if (width_ != kStrataItemBytes) {
      write_long(row, to);
      return stratum_item({to, width_});
    }
    // The item of nearly every live comparison. Loading it again would wait for both stores.
    const std::uint64_t digest = names_(row.bytes).low & kStrataItemMask;
    store_le(to, digest, kStrataItemBytes);
    return digest;
  }
  // What strata count, and what items are looked up by: the item itself if it is no longer, else a digest.
  std::uint64_t stratum_item(ByteView item) const {
    if (item.size() == kStrataItemBytes) return load_le(item.data(), kStrataItemBytes);
    return strata_(item).low & kStrataItemMask;
  }

  // Whether a row can have made these bytes. A listing of a forged table may hold any.
  bool is_item(ByteView item) const;

  // The part that names the row: the slot, or all of it.
  ByteView name_of(ByteView item) const { return by_key() ? item.first(slot_bytes_) : item; }
  // The canonical bytes of the key, if the item holds it. Of items only, like the next.
  std::optional<Bytes> key_of(ByteView item) const;
  // The digest of the values: equal for rows with equal ones. Of items by key.
  std::uint64_t value_digest_of(ByteView item) const;
  // Hexadecimal digits of the digest that stands for the key or the row, if the item holds no more.
  std::optional<std::string> digest_of(ByteView item) const;

 private:
  RowItems(const ItemScheme& scheme, const KeyHasher& hashing);
  void write_long(const rows::CanonicalRow& row, std::byte* to) const;
  std::size_t key_digest_bytes() const;
  bool write_text_slot(ByteView key, std::byte* to) const;
  bool write_typed_slot(ByteView key, std::byte* to) const;
  std::optional<Bytes> text_key_of(ByteView used) const;
  std::optional<Bytes> typed_key_of(ByteView used) const;

  ItemScheme scheme_;
  std::size_t slot_bytes_;  // 0 for whole rows
  std::size_t width_;
  KeyHasher names_;
  KeyHasher values_;
  KeyHasher strata_;
};

}  // namespace peel::reconcile
