#include "cli/notes.hpp"

#include "cli/output/printable.hpp"

#include <cstdio>

namespace peel::cli {

void say_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) std::fprintf(stderr, "peel: %s\n", printable(note).c_str());
}

}  // namespace peel::cli
