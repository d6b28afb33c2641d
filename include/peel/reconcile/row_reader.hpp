// RowReader: reads a source as rows that both sides of a comparison spell alike.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/rows/canonical_row.hpp"
#include "peel/rows/row_source.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace peel::reconcile {

class RowReader {
 public:
  // The source must outlive the reader. Fails with `incompatible` if it lacks a column of the terms.
  static Result<RowReader> of(rows::RowSource& source, const Terms& terms, Side side);

  rows::RowSource& source() const { return *source_; }

  // The columns that tell rows apart, as the source calls them; none: rows count as a whole.
  const std::vector<std::string>& key_columns() const { return key_columns_; }
  // Whether rows can be found by their key without a scan.
  bool finds_rows() const { return !key_columns_.empty() && source_->finds_rows_by(key_columns_); }
  // Whether the key is one column of integers, as far as the source says.
  bool key_is_integer() const;

  // A row of a batch of this source. Valid until the next call. A line is its own key.
  rows::CanonicalRow row(const rows::RowBatch& batch, std::size_t i,
                         rows::Spelling spelling = rows::Spelling::left_out) {
    if (encoder_) return encoder_->encode({batch.fields(i), batch.tags(i), batch.raw(i)}, spelling);
    const ByteView line = as_bytes(batch.raw(i));
    return {line, line.size()};
  }

  // Calls use(batch) for each batch from here to the end of the source. Fails as the source, the watch and
  // `use` do.
  template <class Use>
  Result<void> read(Use use, const Watch& watch) {
    rows::RowBatch batch;
    for (;;) {
      if (auto filled = source_->next(batch); !filled) return filled;
      if (auto going = watch.may_go_on(source_->name()); !going) return going;
      if (batch.empty()) return {};
      if (auto checked = check(batch); !checked) return checked;
      if (Result<void> used = use(batch); !used) return used;
    }
  }

  // Fails with `unsupported` if the rows turn out to be a file that peel wrote. A file shows it beforehand, a
  // named pipe does not.
  Result<void> check(const rows::RowBatch& batch) const;

 private:
  explicit RowReader(rows::RowSource& source) : source_(&source) {}

  rows::RowSource* source_;
  std::vector<std::string> key_columns_;
  std::optional<rows::RowEncoder> encoder_;  // none: whole lines
};

}  // namespace peel::reconcile
