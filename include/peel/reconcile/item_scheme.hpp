// ItemScheme: what an item of a summary is. Two summaries can be subtracted only if their items are the same,
// so this one value names them, for live comparisons, files and messages alike. docs/formats/rows.md has the
// bytes.
//
//   by key      a slot with the key, and a digest of the values. A digest stands for a key that does not fit.
//   as a whole  a digest of the line or row
#pragma once

#include "peel/invertible/sketch.hpp"

#include <cstddef>
#include <cstdint>

namespace peel::reconcile {

// Bytes of the cells of a key that fit the slot of a sketch file.
inline constexpr std::uint64_t kLeastKeyBytes = 16;
inline constexpr std::uint64_t kMostKeyBytes = 48;

struct ItemScheme {
  enum class KeyForm : std::uint8_t {
    none,   // no slot: rows count as a whole
    text,   // the bytes of cells that are all text
    typed,  // cells with their tags
  };

  KeyForm key_form = KeyForm::none;
  std::uint32_t key_columns = 0;
  std::uint8_t key_bytes = 0;     // room for the bytes of the key's cells
  std::uint8_t digest_bytes = 7;  // of the values, or of whole rows: 7, 8 or 14

  // Of whole rows that are at hand and will be compared in the end: one limb of the prime field.
  static ItemScheme live() { return {}; }
  // The same behind a typed key of so many bytes, by which a source can find the row.
  static ItemScheme live_by_key(std::uint32_t key_columns, std::uint8_t key_bytes) {
    return {KeyForm::typed, key_columns, key_bytes, 7};
  }
  // Of a sketch file, whose rows are gone: 14 bytes, or 8 bytes behind the key.
  static ItemScheme of(const SketchDescription& description);

  bool by_key() const { return key_form != KeyForm::none; }
  std::size_t slot_bytes() const;
  std::size_t width() const { return slot_bytes() + digest_bytes; }  // of an item, in bytes

  friend bool operator==(const ItemScheme&, const ItemScheme&) = default;
};

}  // namespace peel::reconcile
