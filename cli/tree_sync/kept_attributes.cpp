#include "cli/tree_sync/kept_attributes.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace peel::cli {

using sources::tree::EntryKind;
using sources::tree::TreeEntry;

Copier Copier::current() {
  return {::geteuid(), ::getegid()};
}

std::uint32_t Copier::mode_of(const TreeEntry& entry) const {
  std::uint32_t mode = entry.mode;
  if (keeps_owners() || entry.is_folder()) return mode;
  if (entry.owner != user) mode &= ~std::uint32_t{S_ISUID};
  if (entry.group != group) mode &= ~std::uint32_t{S_ISGID};
  return mode;
}

AttributeDifference attribute_difference(const TreeEntry& there, const TreeEntry& wanted,
                                         const Copier& copier) {
  AttributeDifference difference;
  difference.mode = wanted.kind != EntryKind::link && there.mode != copier.mode_of(wanted);
  difference.time = there.modified != wanted.modified;
  difference.owner = copier.keeps_owners() && (there.owner != wanted.owner || there.group != wanted.group);
  return difference;
}

bool is_worth_mentioning(const TreeEntry& entry, const AttributeDifference& difference) {
  return difference.mode || difference.owner || (difference.time && entry.is_file());
}

}  // namespace peel::cli
