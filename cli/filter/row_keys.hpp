// What of a row is the key of a filter: a line or a part of it, or a cell of a table as text. So a filter
// that was built from a table can be asked with lines.
#pragma once

#include "peel/hashing/key_hasher.hpp"

#include "cli/line_part.hpp"
#include "cli/source_options.hpp"
#include "sources/row_batch.hpp"
#include "sources/source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

// As typed.
struct KeyOptions {
  LinePartOptions part = {};  // with a column, its delimiter is that of the table
  std::optional<std::string> column = {};
  std::optional<std::string> input = {};
  bool no_header = false;
  std::optional<std::string> where = {};
};

// The keys of some rows. A row without one (a line without that field or address, a cell that is NULL) has
// none here.
struct HashedKeys {
  std::vector<KeyHash> hashes;
  std::vector<std::uint32_t> rows;  // where in the batch each of them is from
};

class RowKeys {
 public:
  // Fails with `invalid_argument` for a column that is not there, and for a table of several columns if none
  // is chosen.
  static Result<RowKeys> of(const sources::RowSource& source, const KeyOptions& options);

  void hash(const sources::RowBatch& batch, const KeyHasher& hasher, HashedKeys& keys) const;

 private:
  std::optional<std::string_view> text_in(const sources::RowBatch& batch, std::size_t row,
                                          std::string& room) const;
  bool takes_whole_lines() const {
    return !column_ && part_.field.number == 0 && part_.kind == LinePart::Kind::text;
  }

  std::optional<std::uint32_t> column_;  // of a table
  LinePart part_;
};

}  // namespace peel::cli
