#include "sources/text/record_maker.hpp"

#include "peel/rows/columns.hpp"

#include "sources/table_source.hpp"
#include "sources/text/record_text.hpp"

namespace peel::sources {

Result<RecordMaker> RecordMaker::for_file(const rows::RowSource& file, const std::vector<std::string>& wanted,
                                          const reconcile::Terms& terms) {
  using reconcile::Side;
  RecordMaker maker(terms);
  if (!terms.is_table) return maker;
  if (file.schema().has_paths) {
    maker.writes_values_ = true;
    return maker;
  }
  maker.delimiter_ = dynamic_cast<const TableSource&>(file).delimiter();
  const bool is_blank = file.schema().columns.empty();
  const std::vector<std::string>& names = is_blank ? wanted : file.schema().columns;
  if (is_blank && file.schema().has_names) {
    std::vector<std::string> cells;
    for (const std::string& name : names) cells.push_back(cell_text(name, *maker.delimiter_));
    maker.missing_header_ = joined(cells, *maker.delimiter_);
  }
  const rows::Columns columns{terms.names_of(is_blank ? Side::right : Side::left), terms.columns.key_columns};
  auto fields = rows::find_columns({file.name(), names}, columns);
  if (!fields) return failure(fields.error());
  maker.columns_ = names.size();
  maker.positions_ = std::move(fields->positions);
  return maker;
}

// Sides may spell a cell in two ways that count as the same: such a cell stays as the file has it.
Result<std::vector<std::size_t>> RecordMaker::edited_columns(const reconcile::Change& change) const {
  const auto before = rows::cells_of(change.left.row.bytes);
  if (!before) return failure(before.error());
  const auto after = rows::cells_of(change.right.row.bytes);
  if (!after) return failure(after.error());
  const auto before_spelled = rows::spelled_cells(change.left.row);
  if (!before_spelled) return failure(before_spelled.error());
  const auto after_spelled = rows::spelled_cells(change.right.row);
  if (!after_spelled) return failure(after_spelled.error());
  std::vector<std::size_t> edited;
  for (std::size_t i = terms_.columns.key_columns; i < before->size(); ++i) {
    if ((*before)[i] == (*after)[i]) continue;
    const bool has_tolerance = !terms_.tolerances.empty() && terms_.tolerances[i].has_value();
    if (has_tolerance && terms_.tolerances[i]->covers((*before_spelled)[i], (*after_spelled)[i])) continue;
    edited.push_back(i);
  }
  return edited;
}

Result<std::string> RecordMaker::changed(std::string_view record, const reconcile::Change& change) const {
  if (writes_values_) return made(change.right.row);
  const auto edited = edited_columns(change);
  if (!edited) return failure(edited.error());
  const auto wanted = rows::spelled_cells(change.right.row);
  if (!wanted) return failure(wanted.error());
  const auto raw = raw_cells(record, *delimiter_);
  std::vector<std::string> cells(raw.begin(), raw.end());
  for (const std::size_t column : *edited) cells[positions_[column]] = text_for((*wanted)[column]);
  return joined(cells, *delimiter_);
}

Result<std::string> RecordMaker::made(const rows::CanonicalRow& row) const {
  if (!delimiter_ && !writes_values_) return std::string(as_text(row.bytes));
  const auto values = rows::spelled_cells(row);
  if (!values) return failure(values.error());
  if (writes_values_) return std::string(values->back().payload);
  std::vector<std::string> cells(columns_);
  for (std::size_t i = 0; i < positions_.size(); ++i) cells[positions_[i]] = text_for((*values)[i]);
  // Where NULL can be told, it is an empty line of a table with one column.
  return tells_null() && columns_ == 1 ? cells.front() : joined(cells, *delimiter_);
}

// An empty cell without quotes is NULL where types are lent to the file.
std::string RecordMaker::text_for(const rows::Cell& cell) const {
  if (tells_null() && cell.tag == rows::CellTag::text && cell.payload.empty()) return quoted_cell("");
  return cell_text(rows::text_of(cell), *delimiter_);
}

}  // namespace peel::sources
