// What a sync leaves alone is known before anything is compared, and is taken out of both walks: it is then
// neither compared, moved, removed nor counted.
#pragma once

#include "sources/tree/sync/sync_trouble.hpp"
#include "sources/tree/sync/tree_work.hpp"
#include "sources/tree/tree_scan.hpp"

#include <string>
#include <vector>

namespace peel::sources::tree {

struct SetApart {
  // Entries of LEFT that cannot come to RIGHT. What RIGHT has there stays, with all in it.
  std::vector<SyncTrouble> refused;
  // Folders of RIGHT that LEFT does not have, and that stay because something excluded is in them. Where one
  // is in another, only the outer one is listed. What else is in them is compared. Folders that could not be
  // read, and those above them, stay too, but are not listed here: the scan has a sentence for them.
  std::vector<std::string> kept;
};

// Sockets and devices are refused, unless RIGHT has the same one. An entry is refused where RIGHT has
// something excluded, or a folder with something excluded in it. A folder that could not be read is left
// alone where RIGHT has no folder; it gets no second sentence, since the scan has one.
SetApart set_apart(const TreePair& trees);

}  // namespace peel::sources::tree
