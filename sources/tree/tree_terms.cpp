#include "sources/tree/tree_terms.hpp"

namespace peel::sources::tree {

using Value = ValueColumn::Value;

std::vector<ValueColumn> value_columns(const TreeTerms& terms) {
  std::vector<ValueColumn> columns = {{Value::kind, "kind", rows::ColumnType::text}};
  if (terms.size) columns.push_back({Value::size, "size", rows::ColumnType::integer});
  if (terms.mode) columns.push_back({Value::mode, "mode", rows::ColumnType::text});
  if (terms.owner) columns.push_back({Value::owner, "owner", rows::ColumnType::text});
  if (terms.time) columns.push_back({Value::time, "mtime", rows::ColumnType::time});
  if (terms.content == TreeTerms::Content::unread)
    columns.push_back({Value::content, "target", rows::ColumnType::text});
  if (terms.content == TreeTerms::Content::read)
    columns.push_back({Value::content, "content", rows::ColumnType::text});
  return columns;
}

const std::vector<rows::Cell>& EntryCells::of(const TreeEntry& entry) {
  cells_.clear();
  for (const ValueColumn& column : columns_) cells_.push_back(cell(column.value, entry));
  return cells_;
}

rows::Cell EntryCells::cell(Value value, const TreeEntry& entry) {
  using rows::CellTag;
  switch (value) {
    case Value::kind:
      return {CellTag::text, name_of(entry.kind)};
    case Value::size:
      return entry.is_file() ? rows::integer_cell(static_cast<std::int64_t>(entry.size), size_)
                             : rows::Cell{};
    case Value::mode:
      if (entry.kind == EntryKind::link) return {};
      mode_ = mode_text(entry.mode);
      return {CellTag::text, mode_};
    case Value::owner:
      owner_ = std::to_string(entry.owner) + ":" + std::to_string(entry.group);
      return {CellTag::text, owner_};
    case Value::time: {
      if (!entry.is_file()) return {};
      rows::Cell time = rows::integer_cell(entry.modified.microseconds(), time_);
      time.tag = CellTag::time;
      return time;
    }
    case Value::content:
      break;
  }
  if (entry.kind == EntryKind::link) return {CellTag::text, entry.target};
  if (entry.kind == EntryKind::character_device || entry.kind == EntryKind::block_device) {
    content_ = device_text(entry.number);
    return {CellTag::text, content_};
  }
  if (!entry.is_file() || !entry.digest) return {};
  content_ = entry.digest->text();
  return {CellTag::text, content_};
}

bool EntryDifference::of(Value value) const {
  switch (value) {
    case Value::kind:
      return kind;
    case Value::size:
      return size;
    case Value::mode:
      return mode;
    case Value::owner:
      return owner;
    case Value::time:
      return time;
    case Value::content:
      break;
  }
  return content;
}

EntryDifference difference_of(const TreeEntry& left, const TreeEntry& right, const TreeTerms& terms) {
  if (left.kind != right.kind) return {.kind = true};
  EntryDifference difference;
  const bool other_size = left.size != right.size;
  difference.size = terms.size && other_size;
  difference.mode = terms.mode && left.mode != right.mode;
  difference.owner = terms.owner && (left.owner != right.owner || left.group != right.group);
  difference.time =
      terms.time && left.is_file() && left.modified.microseconds() != right.modified.microseconds();
  if (terms.content != TreeTerms::Content::ignored)
    difference.content = left.target != right.target || left.number != right.number;
  if (terms.reads()) difference.content = difference.content || other_size;
  return difference;
}

}  // namespace peel::sources::tree
