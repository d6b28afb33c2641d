// SyncTrouble: an entry that a sync could not read, copy or write, in a sentence for people.
#pragma once

#include <string>

namespace peel::sources::tree {

struct SyncTrouble {
  std::string sentence;
  bool ends_if_excluded = false;  // a rule that excludes the entry ends the trouble
};

}  // namespace peel::sources::tree
