// MajorityVote: which key came more often than all others together? One candidate and one number, as in the
// slides [Maheshwari 2018, after Boyer, Moore 1981]. Copies of the candidate raise the number, those of
// others lower it, and at 0 the next key becomes the candidate: each copy of another key strikes out one at
// most.
//
// If a key has the majority, it is the candidate. If none has, the candidate is arbitrary. Only a second pass
// over the stream, that counts the candidate, can tell.
#pragma once

#include "peel/core/types.hpp"

#include <concepts>
#include <cstdint>
#include <optional>

namespace peel {

template <class Key>
concept Votable = std::equality_comparable<Key> && std::copyable<Key>;

// What can be compared with keys, and becomes one only if asked to, such as a view of a text.
template <class View, class Key>
concept VoteFor = !std::convertible_to<const View&, Key> && std::equality_comparable_with<View, Key> &&
                  std::constructible_from<Key, const View&> && std::assignable_from<Key&, const View&>;

// Up to 2^64 - 1 copies altogether.
template <Votable Key>
class MajorityVote {
 public:
  void add(const Key& key, CopyCount copies = CopyCount(1)) {
    total_.value += copies.value;
    vote(key, copies.value);
  }
  // A view of a key, which is copied only if it becomes the candidate.
  template <VoteFor<Key> View>
  void add(const View& key, CopyCount copies = CopyCount(1)) {
    total_.value += copies.value;
    vote(key, copies.value);
  }

  // None before the first key.
  const std::optional<Key>& candidate() const { return candidate_; }
  // How many copies of the candidate are not struck out: if it has the majority, it leads by this at most.
  CopyCount lead() const { return lead_; }
  CopyCount total() const { return total_; }

  // As if the keys of the other had come here too: a majority in both streams together is the candidate.
  void merge(const MajorityVote& other) {
    if (!other.candidate_) return;
    const MajorityVote theirs = other;  // it may be this one
    total_.value += theirs.total_.value;
    vote(*theirs.candidate_, theirs.lead_.value);
  }

 private:
  template <class View>
  void vote(const View& key, std::uint64_t copies) {
    if (copies == 0) return;
    if (candidate_ && *candidate_ == key) {
      lead_.value += copies;
    } else if (copies <= lead_.value) {
      lead_.value -= copies;
    } else {
      candidate_ = key;
      lead_.value = copies - lead_.value;
    }
  }

  std::optional<Key> candidate_;
  CopyCount lead_;
  CopyCount total_;
};

}  // namespace peel
