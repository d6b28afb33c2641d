// A row as bytes that are the same wherever it came from: its cells one behind the other, each with a tag and
// its length, key columns first. So rows are equal if and only if their bytes are, and ("a b", "c") is not
// ("a", "b c"). docs/formats/rows.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/rows/cell.hpp"
#include "peel/rows/cell_rule.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::rows {

// A row in canonical bytes. The first `key_size` of them are the key.
struct CanonicalRow {
  ByteView bytes;
  std::size_t key_size = 0;
  // The same cells as their source spells them, also canonical, where a rule made others of them. For showing
  // the row; nothing is compared by it.
  ByteView spelled = {};

  ByteView key() const { return bytes.first(key_size); }
  ByteView values() const { return bytes.subspan(key_size); }
};

// Which of a record's fields make a row, in canonical order, and by which rules.
struct RowFields {
  std::vector<std::uint32_t> positions;  // key columns first
  std::size_t key_columns = 0;
  std::vector<CellRule> rules = {};  // one for each position; none: every cell as it is
  // The position of the cell that is the whole record, if there is one: it is spelled as the record stands in
  // its file.
  std::optional<std::uint32_t> whole = {};
};

// A record as its source has it.
struct Record {
  std::span<const std::string_view> fields;
  // What each field is; none where all of them are text.
  std::span<const CellTag> tags = {};
  // The record as it stands in a file of text: an empty field in quotes is text, without them NULL.
  std::string_view raw = {};
};

// Whether the row should also say how its source spells it.
enum class Spelling : std::uint8_t { left_out, kept };

// Writes one row after the other into the same memory.
class RowEncoder {
 public:
  explicit RowEncoder(RowFields fields) : fields_(std::move(fields)) {}

  const RowFields& fields() const { return fields_; }
  // The row of a record that has all the fields. Valid until the next call.
  CanonicalRow encode(const Record& record, Spelling spelling = Spelling::left_out);

 private:
  CanonicalRow encode_plainly(const Record& record);

  RowFields fields_;
  Bytes buffer_;
  Bytes spelled_;
  CellRoom room_;
};

// The cells of canonical bytes that RowEncoder made. Fails with `malformed` for others.
Result<std::vector<Cell>> cells_of(ByteView canonical);
// The cells of a row as its source spells them.
Result<std::vector<Cell>> spelled_cells(const CanonicalRow& row);
// The first `count` of them, whatever follows.
Result<std::vector<Cell>> leading_cells(ByteView bytes, std::size_t count);

}  // namespace peel::rows
