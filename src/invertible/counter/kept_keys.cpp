#include "invertible/counter/kept_keys.hpp"

#include <algorithm>
#include <utility>

namespace peel::detail {

namespace {

// A kept key, and one of the cells where it belongs.
struct Membership {
  CellIndex cell;
  std::uint32_t kept;
};

}  // namespace

bool Arrival::is_to_be_kept(KeptKey which, const std::uint64_t* kept) const {
  if (copies <= 0) return false;
  switch (which) {
    case KeptKey::first:
      return !keeps_key(kept);
    case KeptKey::last:
      return true;
    case KeptKey::random:
      break;
  }
  // Each copy replaces what is kept with probability 1 / count: all of them together with copies / count.
  return !keeps_key(kept) || count_then <= copies ||
         reduce(random, static_cast<std::uint64_t>(count_then)) < static_cast<std::uint64_t>(copies);
}

void KeptLists::build(const CounterShape& shape, const ItemHashing& hashing,
                      std::span<const std::uint64_t> table) {
  key_words_ = shape.key_words();
  elements_.clear();
  std::vector<Membership> memberships;
  KeyBatch batch(shape, hashing);
  const auto find_places = [&] {
    batch.hash_keys();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!batch.find_key(i)) continue;  // a hint that nobody gave honestly
      const auto kept = static_cast<std::uint32_t>(elements_.size() / key_words_);
      elements_.insert(elements_.end(), batch.elements(i), batch.elements(i) + key_words_);
      for (unsigned j = 0; j < batch.cells_per_key(); ++j) memberships.push_back({batch.cells(i)[j], kept});
    }
    batch.clear();
  };
  for (std::uint64_t c = 0; c < shape.cells().value; ++c) {
    const std::uint64_t* kept = &table[c * shape.cell_words() + shape.sum_words()];
    if (!keeps_key(kept)) continue;
    std::array<std::uint64_t, kMaxKeyWords> key;
    load_kept(kept, shape.key_words(), key.data());
    batch.append_if_key(key.data(), static_cast<CellIndex>(c));
    if (batch.size() == KeyBatch::kCapacity) find_places();
  }
  find_places();
  // By cell, equal keys side by side, and of these one.
  const auto key_of = [&](std::uint32_t kept) { return std::span(elements(kept), key_words_); };
  std::ranges::sort(memberships, [&](const Membership& a, const Membership& b) {
    if (a.cell != b.cell) return a.cell < b.cell;
    return std::ranges::lexicographical_compare(key_of(a.kept), key_of(b.kept));
  });
  const auto are_one = [&](const Membership& a, const Membership& b) {
    return a.cell == b.cell && std::ranges::equal(key_of(a.kept), key_of(b.kept));
  };
  memberships.erase(std::unique(memberships.begin(), memberships.end(), are_one), memberships.end());
  is_listed_.assign(elements_.size() / key_words_, false);
  first_.assign(shape.cells().value + 1, 0);
  members_.clear();
  for (const Membership& membership : memberships) {
    std::uint64_t& size = first_[membership.cell + std::size_t{1}];
    if (size == kMostOfACell) continue;
    ++size;
    members_.push_back(membership.kept);
  }
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
}

void KeptLists::mark_listed(const std::uint64_t* key, CellIndex cell) {
  for (const std::uint32_t kept : in_cell(cell)) {
    if (std::equal(key, key + key_words_, elements(kept))) is_listed_[kept] = true;
  }
}

}  // namespace peel::detail
