// How a sketch of a tree knows an entry: by the number of the folder that it is in and its name there. A path
// would rarely fit. Whoever has the tree, or enough of what was listed, gets paths back: a number is made of
// that of the folder above and the folder's name, and everything in a folder that is gone is gone with it.
// docs/formats/rows.md is the specification.
#pragma once

#include "sources/tree/tree_scan.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace peel::sources::tree {

// 47 bits, so that an integer cell of one has at most 6 bytes.
using FolderNumber = std::uint64_t;
inline constexpr FolderNumber kRootNumber = 0;
inline constexpr std::size_t kFolderNumberBytes = 6;

// The name itself, if it has no more bytes than these; else its beginning, a NUL and 6 bytes of a digest of
// all of it: no other name has a NUL. At least 8 bytes.
std::string kept_name(std::string_view name, std::size_t bytes);
bool is_cut(std::string_view kept_name);
// For people: "beginning...#digest" of a name that was cut.
std::string spoken_name(std::string_view kept_name);

// Of the folder that is kept under this name in another one.
FolderNumber number_of(FolderNumber parent, std::string_view kept_name);

// The numbers of all folders of a tree, by path.
class FolderNumbers {
 public:
  FolderNumbers(const TreeScan& scan, std::size_t name_bytes);

  // Of a folder of the tree, "" being the root.
  FolderNumber at(std::string_view folder) const { return numbers_.find(folder)->second; }
  const std::map<std::string, FolderNumber, std::less<>>& all() const { return numbers_; }

 private:
  std::map<std::string, FolderNumber, std::less<>> numbers_;
};

}  // namespace peel::sources::tree
