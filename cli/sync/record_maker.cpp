#include "cli/sync/record_maker.hpp"

#include "peel/rows/columns.hpp"

#include "cli/diff/compare_live.hpp"
#include "cli/sync/record_text.hpp"
#include "sources/table_source.hpp"

namespace peel::cli {

Result<RecordMaker> RecordMaker::make(const sources::RowSource& left, const sources::RowSource& right,
                                      const RowTerms& terms) {
  RecordMaker maker(terms);
  if (!terms.is_table) return maker;
  if (right.schema().has_paths) {
    maker.writes_values_ = true;
    return maker;
  }
  maker.delimiter_ = dynamic_cast<const sources::TableSource&>(right).delimiter();
  const bool is_blank = right.schema().columns.empty();
  const std::vector<std::string>& names = (is_blank ? left : right).schema().columns;
  if (is_blank && right.schema().has_names) {
    std::vector<std::string> cells;
    for (const std::string& name : names) cells.push_back(cell_text(name, *maker.delimiter_));
    maker.missing_header_ = joined(cells, *maker.delimiter_);
  }
  rows::Columns columns = terms.columns;
  if (!is_blank && !terms.right_names.empty()) columns.names = terms.right_names;
  auto fields = rows::find_columns({right.name(), names}, columns);
  if (!fields) return failure(fields.error());
  maker.columns_ = names.size();
  maker.positions_ = std::move(fields->positions);
  return maker;
}

Result<std::string> RecordMaker::changed(std::string_view record, const reconcile::RowChange& change) const {
  if (writes_values_) return made(change.right);
  const auto seen = shown(change, terms_);
  if (!seen) return failure(seen.error());
  const auto raw = raw_cells(record, *delimiter_);
  std::vector<std::string> cells(raw.begin(), raw.end());
  const std::size_t keys = seen->right.key.size();
  for (std::size_t i = 0; i < seen->is_same.size(); ++i) {
    if (!seen->is_same[i]) cells[positions_[keys + i]] = text_for((*seen->right.values)[i]);
  }
  return joined(cells, *delimiter_);
}

Result<std::string> RecordMaker::made(const rows::CanonicalRow& row) const {
  if (!delimiter_ && !writes_values_) return std::string(as_text(row.bytes));
  const auto values = spelled_cells(row);
  if (!values) return failure(values.error());
  if (writes_values_) return std::string(values->back().payload);
  std::vector<std::string> cells(columns_);
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    cells[positions_[i]] = text_for((*values)[i]);
  }
  // Where NULL can be told, it is an empty line of a table with one column.
  return tells_null() && columns_ == 1 ? cells.front() : joined(cells, *delimiter_);
}

// An empty cell without quotes is NULL where types are lent to the file.
std::string RecordMaker::text_for(const rows::Cell& cell) const {
  if (tells_null() && cell.tag == rows::CellTag::text && cell.payload.empty()) return quoted_cell("");
  return cell_text(rows::text_of(cell), *delimiter_);
}

}  // namespace peel::cli
