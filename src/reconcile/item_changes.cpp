#include "peel/reconcile/item_changes.hpp"

#include <map>

namespace peel::reconcile {

namespace {

struct Listed {
  ByteView item;
  std::uint64_t count;
};

struct OfOneName {
  std::vector<Listed> left, right;
};

// Slots begin with a length; what people read comes behind it.
struct ByReading {
  bool operator()(ByteView a, ByteView b) const {
    const auto order = as_text(a.subspan(1)).compare(as_text(b.subspan(1)));
    return order != 0 ? order < 0 : a[0] < b[0];
  }
};

bool is_one(const std::vector<Listed>& listed) {
  return listed.size() == 1 && listed.front().count == 1;
}

}  // namespace

std::vector<ItemChange> item_changes(const Listing& listing, const RowItems& items) {
  std::map<ByteView, OfOneName, ByReading> names;
  for (std::size_t i = 0; i < listing.inserted.size(); ++i) {
    const ByteView item = listing.inserted.key(i);
    names[items.name_of(item)].left.push_back({item, listing.inserted.multiplicity(i)});
  }
  for (std::size_t i = 0; i < listing.deleted.size(); ++i) {
    const ByteView item = listing.deleted.key(i);
    names[items.name_of(item)].right.push_back({item, listing.deleted.multiplicity(i)});
  }

  std::vector<ItemChange> changes;
  std::vector<ItemChange> added;
  for (const auto& [name, of] : names) {
    if (is_one(of.left) && is_one(of.right)) {
      changes.push_back({Change::Kind::changed, of.left.front().item, of.right.front().item, 1});
      continue;
    }
    for (const Listed& listed : of.left) {
      changes.push_back({Change::Kind::removed, listed.item, {}, listed.count});
    }
    for (const Listed& listed : of.right) {
      added.push_back({Change::Kind::added, {}, listed.item, listed.count});
    }
  }
  changes.insert(changes.end(), added.begin(), added.end());
  return changes;
}

}  // namespace peel::reconcile
