#include "sources/tree/sync/kept_attributes.hpp"

#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace peel::sources::tree {

namespace {

// The time of the last access stays.
std::array<timespec, 2> times_of(const TreeEntry& entry) {
  const timespec modified{static_cast<time_t>(entry.modified.seconds),
                          static_cast<long>(entry.modified.nanoseconds)};
  return {timespec{0, UTIME_OMIT}, modified};
}

}  // namespace

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

bool give_attributes(const Place& at, const TreeEntry& wanted, const Copier& copier) {
  const int folder = at.folder.number();
  const char* const name = at.name.c_str();
  if (copier.keeps_owners() &&
      ::fchownat(folder, name, wanted.owner, wanted.group, AT_SYMLINK_NOFOLLOW) != 0) {
    return false;
  }
  if (wanted.kind != EntryKind::link &&
      ::fchmodat(folder, name, copier.mode_of(wanted), AT_SYMLINK_NOFOLLOW) != 0) {
    return false;
  }
  return ::utimensat(folder, name, times_of(wanted).data(), AT_SYMLINK_NOFOLLOW) == 0;
}

bool give_attributes(int descriptor, const TreeEntry& wanted, const Copier& copier) {
  return (!copier.keeps_owners() || ::fchown(descriptor, wanted.owner, wanted.group) == 0) &&
         ::fchmod(descriptor, copier.mode_of(wanted)) == 0 &&
         ::futimens(descriptor, times_of(wanted).data()) == 0;
}

}  // namespace peel::sources::tree
