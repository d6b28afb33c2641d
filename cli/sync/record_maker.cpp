#include "cli/sync/record_maker.hpp"

#include "peel/rows/columns.hpp"

#include "cli/sync/record_text.hpp"
#include "sources/table_source.hpp"

namespace peel::cli {

Result<RecordMaker> RecordMaker::make(const sources::RowSource& left, const sources::RowSource& right,
                                      const RowTerms& terms) {
  RecordMaker maker;
  if (!terms.is_table) return maker;
  maker.delimiter_ = dynamic_cast<const sources::TableSource&>(right).delimiter();
  const bool is_blank = right.schema().columns.empty();
  const std::vector<std::string>& names = (is_blank ? left : right).schema().columns;
  if (is_blank && right.schema().has_names) {
    std::vector<std::string> cells;
    for (const std::string& name : names) cells.push_back(cell_text(name, *maker.delimiter_));
    maker.missing_header_ = joined(cells, *maker.delimiter_);
  }
  auto fields = rows::find_columns({right.name(), names}, terms.columns);
  if (!fields) return failure(fields.error());
  maker.columns_ = names.size();
  maker.positions_ = std::move(fields->positions);
  return maker;
}

Result<std::string> RecordMaker::changed(std::string_view record, const reconcile::RowChange& change) const {
  const auto before = rows::cells_of(change.left.bytes);
  if (!before) return failure(before.error());
  const auto after = rows::cells_of(change.right.bytes);
  if (!after) return failure(after.error());
  const auto raw = raw_cells(record, *delimiter_);
  std::vector<std::string> cells(raw.begin(), raw.end());
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if ((*before)[i] != (*after)[i]) cells[positions_[i]] = cell_text((*after)[i], *delimiter_);
  }
  return joined(cells, *delimiter_);
}

Result<std::string> RecordMaker::made(const rows::CanonicalRow& row) const {
  if (!delimiter_) return std::string(as_text(row.bytes));
  const auto values = rows::cells_of(row.bytes);
  if (!values) return failure(values.error());
  std::vector<std::string> cells(columns_);
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    cells[positions_[i]] = cell_text((*values)[i], *delimiter_);
  }
  return joined(cells, *delimiter_);
}

}  // namespace peel::cli
