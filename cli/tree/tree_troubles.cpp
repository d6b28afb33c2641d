#include "cli/tree/tree_troubles.hpp"

#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace peel::cli {

std::string not_read(std::size_t troubles) {
  return fmt::format("{} {} not be read", grouped(troubles),
                     troubles == 1 ? "file or folder could" : "files or folders could");
}

std::string not_complete(std::size_t troubles) {
  return "the comparison is not complete: " + not_read(troubles);
}

void name_troubles(std::span<const std::string> troubles) {
  for (const std::string& trouble : troubles) std::fprintf(stderr, "peel: %s\n", printable(trouble).c_str());
}

}  // namespace peel::cli
