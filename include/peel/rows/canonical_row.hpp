// A row as bytes that are the same wherever it came from: its cells one behind the other, each with a tag and
// its length, key columns first. So rows are equal if and only if their bytes are, and ("a b", "c") is not
// ("a", "b c"). docs/formats/rows.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/rows/cell.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace peel::rows {

// A row in canonical bytes. The first `key_size` of them are the key.
struct CanonicalRow {
  ByteView bytes;
  std::size_t key_size = 0;

  ByteView key() const { return bytes.first(key_size); }
  ByteView values() const { return bytes.subspan(key_size); }
};

// Which of a record's fields make a row, in canonical order.
struct RowFields {
  std::vector<std::uint32_t> positions;  // key columns first
  std::size_t key_columns = 0;
};

// Writes one row after the other into the same memory.
class RowEncoder {
 public:
  explicit RowEncoder(RowFields fields) : fields_(std::move(fields)) {}

  const RowFields& fields() const { return fields_; }
  // The row of a record that has all the fields. Valid until the next call.
  CanonicalRow encode(std::span<const std::string_view> record);

 private:
  RowFields fields_;
  Bytes buffer_;
};

// The cells of canonical bytes that RowEncoder made. Fails with `malformed` for others.
Result<std::vector<std::string_view>> cells_of(ByteView canonical);

}  // namespace peel::rows
