#include "sources/tree/listed_entries.hpp"

#include "peel/rows/canonical_row.hpp"

#include "sources/tree/lone_values.hpp"

#include <algorithm>
#include <utility>

namespace peel::sources::tree {

using reconcile::KnownRow;
using Kind = reconcile::Change::Kind;

// Rows are views, valid during the call: what is needed of them is copied.
Result<void> ListedEntries::take(const reconcile::Change& change) {
  auto left = listed(change.left);
  if (!left) return failure(left.error());
  auto right = listed(change.right);
  if (!right) return failure(right.error());
  changes_.push_back({change.kind, std::move(*left), std::move(*right), change.is_certain});
  return {};
}

Result<ListedEntries::Listed> ListedEntries::listed(const KnownRow& row) const {
  Listed known{.value = row.value_digest};
  if (row.known == KnownRow::Known::digest) known.digest = as_text(row.row.bytes);
  if (row.is_whole() && row.order && folder_ != nullptr)
    known.entry = &folder_->scan().entries.at(*row.order - 1);
  if (row.known != KnownRow::Known::key) return known;
  const auto cells = rows::cells_of(row.row.key());
  if (!cells) return failure(cells.error());
  if (cells->size() == 2 && cells->front().tag == rows::CellTag::integer) {
    known.name = {static_cast<FolderNumber>(rows::integer_of(cells->front())),
                  std::string(cells->back().payload)};
  }
  return known;
}

Result<void> ListedEntries::hand_on(reconcile::ChangeSink& sink) {
  find_paths();
  drop_what_is_hidden();
  find_moves_of_listed();
  std::ranges::stable_sort(changes_, {}, [](const ListedChange& change) {
    return std::pair<bool, std::string_view>(change.kind == Kind::added, change.row().path.path);
  });
  for (const ListedChange& found : changes_) {
    reconcile::Change change{.kind = found.kind, .count = found.files, .is_certain = found.is_certain};
    if (found.kind != Kind::added) change.left = known(found.left, found.right, found.kind, left_rows_);
    if (found.kind != Kind::removed) change.right = known(found.right, found.left, found.kind, right_rows_);
    if (auto taken = sink.take(change); !taken) return taken;
  }
  return {};
}

void ListedEntries::find_paths() {
  ListedPaths paths;
  if (folder_ != nullptr) paths.know(folder_->folders());
  std::vector<ListedName> names;
  for (const ListedChange& change : changes_) {
    for (const Listed* side : {&change.left, &change.right}) {
      if (side->entry == nullptr && side->name) names.push_back(*side->name);
    }
  }
  paths.learn(names);
  for (ListedChange& change : changes_) {
    for (Listed* side : {&change.left, &change.right}) {
      side->path = side->entry != nullptr ? ListedPath{side->entry->path}
                   : side->name           ? paths.of(*side->name)
                                          : ListedPath{side->digest, false};
    }
    // One side may know what the other does not.
    if (change.kind != Kind::changed) continue;
    if (change.left.entry != nullptr) change.right.path = change.left.path;
    if (change.right.entry != nullptr) change.left.path = change.right.path;
  }
}

// What the sketch has and the folder seems not to have may be where nobody could look.
void ListedEntries::drop_what_is_hidden() {
  if (folder_ == nullptr || folder_->scan().troubles.empty()) return;
  const auto& troubles = folder_->scan().troubles;
  const HiddenPaths hidden(troubles);
  std::erase_if(changes_, [&](const ListedChange& change) {
    const Listed& row = change.row();
    if (change.kind == Kind::changed || row.entry != nullptr) return false;
    return !row.path.is_exact || hidden.may_hold(row.path.path) ||
           std::ranges::any_of(troubles,
                               [&](const TreeTrouble& trouble) { return trouble.path == row.path.path; });
  });
}

// Where not all was listed, nobody knows whether an entry is gone or changed: no such entry moved.
ListedEntries::Lone ListedEntries::lone(Kind kind) const {
  Lone lone;
  for (const ListedChange& change : changes_) {
    if (change.kind == kind && change.is_certain) lone.changes.push_back(&change);
  }
  std::ranges::sort(lone.changes, {},
                    [](const ListedChange* change) -> const std::string& { return change->row().path.path; });
  for (const ListedChange* change : lone.changes) {
    const Listed& row = change->row();
    LoneEntry entry{row.path.path, std::nullopt};
    if (row.value) entry.value = ValueDigest{0, *row.value};
    if (row.entry != nullptr) {
      entry.substance = substance_of(*row.entry);
      entry.is_empty_file = row.entry->is_file() && row.entry->size == 0;
    }
    lone.entries.push_back(std::move(entry));
  }
  return lone;
}

// Moves take the place of what they explain.
void ListedEntries::find_moves_of_listed() {
  const Lone removed = lone(Kind::removed);
  const Lone added = lone(Kind::added);
  const Moves found = find_moves(removed.entries, added.entries);
  std::vector<const ListedChange*> explained;
  for (const auto& [from, to] : found.pairs) {
    explained.push_back(removed.changes[from]);
    explained.push_back(added.changes[to]);
  }
  std::ranges::sort(explained);
  std::vector<ListedChange> left_over;
  for (const Move& move : found.moves) {
    left_over.push_back({Kind::moved, removed.changes[move.removed]->left, added.changes[move.added]->right,
                         true, move.files});
  }
  for (ListedChange& change : changes_) {
    if (!std::ranges::binary_search(explained, &change)) left_over.push_back(std::move(change));
  }
  changes_ = std::move(left_over);
}

KnownRow ListedEntries::known(const Listed& side, const Listed& other, Kind kind, EntryRows& rows) const {
  if (side.entry != nullptr)
    return KnownRow::whole(rows.of(*side.entry), order_of(*side.entry, folder_->scan()));
  if (!side.path.is_exact) return {.known = KnownRow::Known::digest, .row = {as_bytes(side.path.path), 0}};
  if (kind == Kind::moved && other.entry != nullptr)
    return {.known = KnownRow::Known::row, .row = rows.of(*other.entry, side.path.path)};
  return {.known = KnownRow::Known::key, .row = rows.key_of(side.path.path)};
}

}  // namespace peel::sources::tree
