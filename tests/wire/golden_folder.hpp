// Where golden files are, and whether this run writes them anew instead of comparing: PEEL_WRITE_GOLDEN=1.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace peel::test {

inline std::filesystem::path golden_folder() {
  return std::filesystem::path(PEEL_TESTS_DIR) / "golden";
}

inline bool is_writing() {
  return std::getenv("PEEL_WRITE_GOLDEN") != nullptr;
}

}  // namespace peel::test
