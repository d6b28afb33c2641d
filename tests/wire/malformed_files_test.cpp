// Replays tests/malformed: every file there is refused for the reason that the README beside them gives.
#include "peel/wire/any_file.hpp"

#include "wire/wire_support.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

namespace peel::test {
namespace {

std::filesystem::path folder() {
  return std::filesystem::path(PEEL_TESTS_DIR) / "malformed";
}

// From rows "| `NAME` | what is wrong | what the error says |": the name, and what the error says.
std::map<std::string, std::string> reasons_in_the_readme() {
  std::map<std::string, std::string> reasons;
  std::ifstream readme(folder() / "README.md");
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with("| `")) continue;
    const std::size_t name_end = line.find("` | ");
    const std::size_t says = line.rfind(" | ") + 3;
    reasons[line.substr(3, name_end - 3)] = line.substr(says, line.rfind(" |") - says);
  }
  return reasons;
}

TEST(MalformedFiles, AreAllRefusedForTheReasonInTheReadme) {
  const auto reasons = reasons_in_the_readme();
  ASSERT_FALSE(reasons.empty());
  for (const auto& [name, reason] : reasons) {
    const auto decoded = wire::decode_any(read_file(folder() / name), Seed(1));
    ASSERT_FALSE(decoded) << name << " was accepted";
    EXPECT_FALSE(reason.empty()) << name;
    EXPECT_THAT(decoded.error().sentence(), testing::HasSubstr(reason)) << name;
  }
}

TEST(MalformedFiles, AreAllInTheReadme) {
  std::set<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".peel") there.insert(entry.path().filename().string());
  }
  std::set<std::string> explained;
  for (const auto& [name, reason] : reasons_in_the_readme()) explained.insert(name);
  EXPECT_EQ(there, explained);
}

}  // namespace
}  // namespace peel::test
