#include "sources/tree/entry_rows.hpp"

#include <numeric>
#include <string>

namespace peel::sources::tree {

namespace {

rows::RowFields fields_by_path(std::size_t columns) {
  rows::RowFields fields;
  fields.positions.resize(columns);
  std::iota(fields.positions.begin(), fields.positions.end(), std::uint32_t{0});
  fields.key_columns = 1;
  return fields;
}

}  // namespace

reconcile::Terms tree_terms_as_rows(const TreeTerms& terms) {
  reconcile::Terms rows;
  rows.is_table = rows.is_tree = rows.has_key = rows.key_is_unique = true;
  rows.columns = {{"path"}, 1};
  rows.typing = reconcile::Typing::strict;
  rows.types = {rows::ColumnType::text};
  rows.left_place = rows.right_place = rows::RowPlace::row;
  for (const ValueColumn& column : value_columns(terms)) {
    rows.columns.names.emplace_back(column.name);
    rows.types.push_back(column.type);
  }
  rows.display.resize(rows.columns.names.size());
  std::iota(rows.display.begin(), rows.display.end(), std::size_t{0});
  return rows;
}

reconcile::RowOrder order_of(const TreeEntry& entry, const TreeScan& scan) {
  return static_cast<reconcile::RowOrder>(&entry - scan.entries.data());
}

EntryRows::EntryRows(const TreeTerms& terms)
    : columns_(value_columns(terms)),
      cells_(terms),
      whole_(fields_by_path(1 + columns_.size())),
      key_(fields_by_path(1)) {}

rows::CanonicalRow EntryRows::of(const TreeEntry& entry, std::string_view path) {
  values_ = &cells_.of(entry);
  fields_ = {path};
  tags_ = {rows::CellTag::text};
  for (const rows::Cell& cell : *values_) {
    fields_.push_back(cell.payload);
    tags_.push_back(cell.tag);
  }
  return whole_.encode({fields_, tags_});
}

rows::CanonicalRow EntryRows::key_of(std::string_view path) {
  fields_ = {path};
  tags_ = {rows::CellTag::text};
  return key_.encode({fields_, tags_});
}

std::uint64_t unlike_columns(const EntryRows& left, const EntryRows& right,
                             const EntryDifference& difference) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < left.columns().size(); ++i) {
    if (difference.of(left.columns()[i].value) && left.values()[i] == right.values()[i])
      bits |= std::uint64_t{1} << i;
  }
  return bits;
}

}  // namespace peel::sources::tree
