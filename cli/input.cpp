#include "cli/input.hpp"

namespace peel::cli {

std::string spoken_name(const std::string& path) {
  if (path.empty()) return "''";
  return path == "-" ? "standard input" : path;
}

}  // namespace peel::cli
