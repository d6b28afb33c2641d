// One number for a tree: its names, kinds, sizes, times of files, targets of links. Two trees with the same
// one look the same to whoever does not read their files.
#pragma once

#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"

namespace peel::sources::tree {

ContentDigest listing_digest(const TreeScan& scan);

}  // namespace peel::sources::tree
