// What a sync leaves alone is known before anything is compared, and is taken out of both walks: it is then
// neither compared, moved, removed nor counted.
#pragma once

#include "cli/tree_sync/tree_work.hpp"
#include "sources/tree/tree_scan.hpp"

#include <string>
#include <vector>

namespace peel::cli {

struct SetApart {
  // A sentence for each entry of LEFT that cannot come to RIGHT. What RIGHT has there stays, with all in it.
  std::vector<std::string> refused;
  // Folders of RIGHT that LEFT does not have, and that stay because something excluded is in them; of those
  // in each other the uppermost. What else is in them is compared. The same holds for folders that could not
  // be read, and those above them, which have a sentence already.
  std::vector<std::string> kept;
};

// Refused are sockets and devices, unless RIGHT has the same one; what would stand where RIGHT has something
// excluded, or a folder with something excluded in it; and, without a sentence since it has one, a folder
// that could not be read where RIGHT has none.
SetApart set_apart(const TreePair& trees);

}  // namespace peel::cli
