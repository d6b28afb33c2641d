#include "cli/tree/tree_display.hpp"

#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <numeric>

namespace peel::cli {

namespace tree = sources::tree;

RowTerms row_terms_of(const tree::TreeTerms& terms) {
  RowTerms rows{.is_table = true, .is_tree = true, .has_key = true, .columns = {{"path"}, 1}};
  rows.typing = Typing::strict;
  rows.types = {rows::ColumnType::text};
  rows.key_is_unique = true;
  rows.left_place = rows.right_place = sources::RowPlace::row;
  for (const tree::ValueColumn& column : tree::value_columns(terms)) {
    rows.columns.names.emplace_back(column.name);
    rows.types.push_back(column.type);
  }
  rows.display.resize(rows.columns.names.size());
  std::iota(rows.display.begin(), rows.display.end(), std::size_t{0});
  return rows;
}

std::int64_t number_of(const tree::TreeEntry& entry, const tree::TreeScan& scan) {
  return &entry - scan.entries.data() + 1;
}

ShownRow ShownEntries::row(const tree::TreeEntry& entry, tree::EntryCells& cells) {
  return {{{rows::CellTag::text, entry.path}}, cells.of(entry)};
}

ShownChange ShownEntries::of(const tree::TreeChange& change) {
  using Kind = tree::TreeChange::Kind;
  const ChangeKind kind = change.kind == Kind::removed   ? ChangeKind::removed
                          : change.kind == Kind::added   ? ChangeKind::added
                          : change.kind == Kind::changed ? ChangeKind::changed
                                                         : ChangeKind::moved;
  ShownChange shown{kind, {}, {}, change.kind == Kind::moved ? change.files : 1};
  if (change.left != nullptr) shown.left = left(*change.left);
  if (change.right != nullptr) shown.right = right(*change.right);
  if (kind != ChangeKind::changed) return shown;
  for (const tree::ValueColumn& column : columns_)
    shown.is_same.push_back(!change.difference.of(column.value));
  return shown;
}

std::string not_read(std::size_t troubles) {
  return fmt::format("{} {} not be read", grouped(troubles),
                     troubles == 1 ? "file or folder could" : "files or folders could");
}

std::string not_complete(std::size_t troubles) {
  return "the comparison is not complete: " + not_read(troubles);
}

void name_troubles(std::span<const tree::TreeTrouble> troubles) {
  for (const tree::TreeTrouble& trouble : troubles) {
    std::fprintf(stderr, "peel: %s\n", printable(trouble.sentence).c_str());
  }
}

}  // namespace peel::cli
