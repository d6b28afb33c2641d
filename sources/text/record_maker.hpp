// RecordMaker: rows as a file would write them, from the canonical rows of a comparison.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/rows/cell.hpp"
#include "peel/rows/row_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::sources {

class RecordMaker {
 public:
  // For the file that `file` reads, the left side of the terms: its columns, in its order. A file without
  // columns, which has not even a header, gets those wanted, which the right side has.
  static Result<RecordMaker> for_file(const rows::RowSource& file, const std::vector<std::string>& wanted,
                                      const reconcile::Terms& terms);

  // None for lines and JSON Lines.
  std::optional<char> delimiter() const { return delimiter_; }
  // The header that the file should have and has not.
  const std::optional<std::string>& missing_header() const { return missing_header_; }

  // A record of the file with what the change makes of it. Cells that stay keep their text and their quotes.
  Result<std::string> changed(std::string_view record, const reconcile::Change& change) const;
  // A new record. Columns that are not compared are empty.
  Result<std::string> made(const rows::CanonicalRow& row) const;

 private:
  explicit RecordMaker(const reconcile::Terms& terms) : terms_(terms) {}
  bool tells_null() const { return terms_.typing != reconcile::Typing::text; }
  std::string text_for(const rows::Cell& cell) const;
  // Columns of the terms whose cells become others.
  Result<std::vector<std::size_t>> edited_columns(const reconcile::Change& change) const;

  reconcile::Terms terms_;
  bool writes_values_ = false;  // of JSON Lines: whole lines, as the wanted side has them
  std::optional<char> delimiter_;
  std::optional<std::string> missing_header_;
  std::size_t columns_ = 0;               // of the file
  std::vector<std::uint32_t> positions_;  // where the file has the columns of a canonical row
};

}  // namespace peel::sources
