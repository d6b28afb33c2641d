// What a copy of an entry keeps beside its contents: the time of its last change, its mode, and, where the
// system allows that, its owner and its group.
#pragma once

#include "sources/tree/sync/place.hpp"
#include "sources/tree/tree_entry.hpp"

#include <cstdint>

namespace peel::sources::tree {

// Who writes the copies.
struct Copier {
  std::uint32_t user = 0;
  std::uint32_t group = 0;

  static Copier current();

  // Nobody else can give files away.
  bool keeps_owners() const { return user == 0; }
  // The mode of a copy. A file whose owner or group is not kept must not act for another one: without
  // set-user-ID, or set-group-ID, as cp -p has it.
  std::uint32_t mode_of(const TreeEntry& entry) const;
};

struct AttributeDifference {
  bool mode = false;
  bool time = false;
  bool owner = false;

  bool any() const { return mode || time || owner; }
};

// In which attributes an entry is not yet what a copy of `wanted` is. To the nanosecond.
AttributeDifference attribute_difference(const TreeEntry& there, const TreeEntry& wanted,
                                         const Copier& copier);

// Times of folders and links are kept too, but nobody looks at them: alone they are no difference. That of a
// folder changes with whatever happens in it.
bool is_worth_mentioning(const TreeEntry& entry, const AttributeDifference& difference);

// Gives what stands at the place, or is open, the attributes of a copy of `wanted`. False, and errno, if that
// fails.
bool give_attributes(const Place& at, const TreeEntry& wanted, const Copier& copier);
bool give_attributes(int descriptor, const TreeEntry& wanted, const Copier& copier);

}  // namespace peel::sources::tree
