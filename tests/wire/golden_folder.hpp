// Where golden files are, what their tests are called, and whether this run writes them anew instead of
// comparing: PEEL_WRITE_GOLDEN=1.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace peel::test {

inline std::filesystem::path golden_folder() {
  return std::filesystem::path(PEEL_TESTS_DIR) / "golden";
}

inline bool is_writing() {
  return std::getenv("PEEL_WRITE_GOLDEN") != nullptr;
}

// GoogleTest takes no dashes.
inline std::string golden_test_name(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

inline constexpr auto kGoldenTestName = [](const auto& golden) {
  return golden_test_name(golden.param.name);
};

}  // namespace peel::test
