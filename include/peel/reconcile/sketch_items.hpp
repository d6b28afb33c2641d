// Rows as items of a sketch: fixed bytes that name a row and tell one value from another, although the row
// itself is left behind. docs/formats/rows.md is the specification.
//
//   by key     a slot with the key, and 8 bytes of a digest of the values. A key that is too long for the
//              slot travels as a digest of 16 bytes. Keys of typed rows keep the tags of their cells.
//   as a whole a digest of 14 bytes of the line or row: two limbs of the prime field.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace peel::reconcile {

// Bytes of the cells of a key that fit a slot; shorter slots would have no room for a digest.
inline constexpr std::uint64_t kLeastKeyBytes = 16;
inline constexpr std::uint64_t kMostKeyBytes = 48;

class SketchItems {
 public:
  // Fails with `invalid_argument` if the slot of such a key does not fit an item, and with `unsupported` if a
  // column has a type that is none of rows::ColumnType.
  static Result<SketchItems> from(const SketchDescription& description, const KeyHasher& hashing);

  bool by_key() const { return slot_bytes_ > 0; }
  std::size_t width() const;

  // Writes width() bytes. Rows with equal bytes have equal items; rows with equal keys have equal slots.
  void write(const rows::CanonicalRow& row, std::byte* to) const;
  // What strata count.
  std::uint64_t stratum_item(ByteView item) const { return strata_(item).low & kStrataItemMask; }

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
  enum class Slot : std::uint8_t { none, text, typed };
  SketchItems(Slot slot, std::size_t key_columns, std::size_t slot_bytes, const KeyHasher& hashing);
  bool write_text_slot(ByteView key, std::byte* to) const;
  bool write_typed_slot(ByteView key, std::byte* to) const;
  std::optional<Bytes> text_key_of(ByteView used) const;
  std::optional<Bytes> typed_key_of(ByteView used) const;

  Slot slot_;
  std::size_t key_columns_;
  std::size_t slot_bytes_;  // 0 for whole rows
  KeyHasher names_;
  KeyHasher values_;
  KeyHasher strata_;
};

}  // namespace peel::reconcile
