// RecordMaker: rows as a file would write them, from the canonical rows of a diff.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/row_tally.hpp"

#include "cli/diff/shown_change.hpp"
#include "sources/source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::cli {

class RecordMaker {
 public:
  // For the file that `right` reads: its columns, in its order. Where it has none, not even a header, it
  // gets those of `left`.
  static Result<RecordMaker> make(const sources::RowSource& left, const sources::RowSource& right,
                                  const RowTerms& terms);

  // None for lines and JSON Lines.
  std::optional<char> delimiter() const { return delimiter_; }
  // The header that the file should have and has not.
  const std::optional<std::string>& missing_header() const { return missing_header_; }

  // A record of the file with what the change makes of it. Cells that stay keep their text and their quotes.
  Result<std::string> changed(std::string_view record, const reconcile::RowChange& change) const;
  // A new record. Columns that are not compared are empty.
  Result<std::string> made(const rows::CanonicalRow& row) const;

 private:
  explicit RecordMaker(RowTerms terms) : terms_(std::move(terms)) {}
  bool tells_null() const { return terms_.typing != Typing::text; }
  std::string text_for(const rows::Cell& cell) const;

  RowTerms terms_;
  bool writes_values_ = false;  // of JSON Lines: whole lines, as LEFT has them
  std::optional<char> delimiter_;
  std::optional<std::string> missing_header_;
  std::size_t columns_ = 0;               // of the file
  std::vector<std::uint32_t> positions_;  // where the file has the columns of a canonical row
};

}  // namespace peel::cli
