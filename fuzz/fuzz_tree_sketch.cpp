// What a sketch of a folder says, whoever wrote it: names of columns are refused or are those that their
// meaning makes; names of entries become paths within bounds, and only real ones are called exact.
#include "fuzz/claim.hpp"
#include "sources/tree/listed_paths.hpp"
#include "sources/tree/tree_source.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace peel;
using namespace peel::sources::tree;

void claim_columns_mean_themselves(const std::vector<std::string>& names) {
  const auto columns = tree_columns(names);
  if (!columns) {
    fuzz::claim(columns.error().code() == ErrorCode::malformed, "a refusal is of the sketch");
    return;
  }
  fuzz::claim(tree_schema(columns->terms, columns->excludes).columns == names, "columns mean themselves");
}

void claim_paths_are_sound(const std::vector<ListedName>& names) {
  ListedPaths paths;
  paths.learn(names);
  for (const ListedName& name : names) {
    const ListedPath path = paths.of(name);
    fuzz::claim(path.path.size() <= kMostPathBytes + 1 + 4 * name.name.size() + 16,
                "paths stay within bounds");
    if (!path.is_exact) continue;
    FolderNumber number = kRootNumber;
    for (std::string_view rest = path.path; !rest.empty();) {
      const std::string_view component = rest.substr(0, rest.find('/'));
      rest.remove_prefix(std::min(component.size() + 1, rest.size()));
      fuzz::claim(!component.empty() && component != "." && component != "..", "an exact path can be one");
      fuzz::claim(!rest.empty() || (component == name.name && number == name.folder),
                  "an exact path leads to its name");
      number = number_of(number, component);
    }
  }
}

}  // namespace

// Lines: the names of columns, an empty line, and names of entries. A name is in the root, in the folder that
// the last one would be if it begins with '>', and in a folder of any number if it begins with '#' and 6
// bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> columns;
  std::vector<ListedName> names;
  bool in_columns = true;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (in_columns) {
      if (line.empty())
        in_columns = false;
      else
        columns.emplace_back(line);
      continue;
    }
    FolderNumber folder = kRootNumber;
    if (line.starts_with('>') && !names.empty()) {
      folder = number_of(names.back().folder, names.back().name);
      line.remove_prefix(1);
    } else if (line.starts_with('#') && line.size() > 6) {
      for (const char byte : line.substr(1, 6)) folder = folder << 8 | static_cast<unsigned char>(byte);
      line.remove_prefix(7);
    }
    names.push_back({folder, std::string(line)});
  }
  claim_columns_mean_themselves(columns);
  claim_paths_are_sound(names);
  return 0;
}
