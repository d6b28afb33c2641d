#include "sources/tree/sync/work_changes.hpp"

#include "sources/tree/entry_rows.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace peel::sources::tree {

namespace {

using Kind = reconcile::Change::Kind;
using reconcile::KnownRow;

struct WorkItem {
  Kind kind;
  const TreeEntry* there = nullptr;
  const TreeEntry* wanted = nullptr;
  std::uint64_t files = 1;
  EntryDifference difference = {};  // that the rows may not show
};

std::vector<WorkItem> items_of(const TreeWork& work, const TreeTerms& terms) {
  std::vector<WorkItem> items;
  for (const TreeEntry* entry : work.removed) items.push_back({Kind::removed, entry});
  for (const MovedEntry& move : work.moved)
    items.push_back({Kind::moved, move.there, move.wanted, move.files});
  for (const EntryPair& pair : work.replaced) {
    // Files that are read and then replaced have other bytes, whatever else differs.
    const bool is_other_content = terms.reads() && pair.there->is_file() && pair.wanted->is_file();
    items.push_back({Kind::changed, pair.there, pair.wanted, 1, {.content = is_other_content}});
  }
  for (const AdjustedEntry& entry : work.adjusted) {
    if (entry.counts_as() == CountedAs::none) continue;
    const bool is_other_time = entry.difference.time && entry.wanted->is_file();
    items.push_back({Kind::changed, entry.there, entry.wanted, 1, {.time = is_other_time}});
  }
  for (const TreeEntry* entry : work.added) items.push_back({Kind::added, nullptr, entry});
  return items;
}

}  // namespace

TreeTerms sync_terms(Contents contents, const Copier& copier) {
  using Content = TreeTerms::Content;
  return {.time = true,
          .content = contents == Contents::read ? Content::read : Content::unread,
          .owner = copier.keeps_owners()};
}

Result<void> hand_on_work(const TreeWork& work, const ScannedTrees& trees, const TreeTerms& terms,
                          reconcile::ChangeSink& sink) {
  std::vector<WorkItem> items = items_of(work, terms);
  std::ranges::stable_sort(items, {}, [&trees](const WorkItem& item) {
    return item.kind == Kind::added ? std::pair(true, order_of(*item.wanted, trees.left))
                                    : std::pair(false, order_of(*item.there, trees.right));
  });
  const Copier copier = Copier::current();
  EntryRows left(terms);
  EntryRows right(terms);
  for (const WorkItem& item : items) {
    reconcile::Change change{.kind = item.kind, .count = item.files};
    TreeEntry copied;
    if (item.there != nullptr) {
      const std::string& path = item.kind == Kind::changed ? item.wanted->path : item.there->path;
      change.left = KnownRow::whole(left.of(*item.there, path), order_of(*item.there, trees.right));
    }
    if (item.wanted != nullptr) {
      copied = *item.wanted;
      copied.mode = copier.mode_of(*item.wanted);
      change.right = KnownRow::whole(right.of(copied), order_of(*item.wanted, trees.left));
    }
    if (item.kind == Kind::changed) change.unlike_columns = unlike_columns(left, right, item.difference);
    if (auto taken = sink.take(change); !taken) return taken;
  }
  return {};
}

}  // namespace peel::sources::tree
