// Replays tests/malformed: every file there is refused for the reason that the README beside them gives.
#include "peel/wire/count_min_codec.hpp"
#include "peel/wire/counter_codec.hpp"
#include "peel/wire/counting_filter_codec.hpp"
#include "peel/wire/filter_codec.hpp"
#include "peel/wire/heavy_hitters_codec.hpp"
#include "peel/wire/heavy_texts_codec.hpp"
#include "peel/wire/iblt_codec.hpp"
#include "peel/wire/range_sketch_codec.hpp"
#include "peel/wire/rotating_filter_codec.hpp"
#include "peel/wire/signed_sketch_codec.hpp"
#include "peel/wire/sketch_codec.hpp"
#include "peel/wire/spectral_filter_codec.hpp"
#include "peel/wire/table_summary_codec.hpp"

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

// What the decoder of the kind that the header names says of the bytes.
Result<void> decode_as_its_kind(ByteView bytes) {
  const auto is = [&](wire::Kind kind) {
    return bytes.size() > wire::layout::kKindAt &&
           bytes[wire::layout::kKindAt] == static_cast<std::byte>(kind);
  };
  if (is(wire::Kind::sketch)) return wire::decode_sketch(bytes).map([](const Sketch&) {});
  if (is(wire::Kind::counter)) return wire::decode_counter(bytes).map([](const CountedStream&) {});
  if (is(wire::Kind::filter)) return wire::decode_filter(bytes).map([](const BloomFilter&) {});
  const auto nothing = [](const auto&) {};
  if (is(wire::Kind::counting_filter)) return wire::decode_counting_filter(bytes).map(nothing);
  if (is(wire::Kind::spectral_filter)) return wire::decode_spectral_filter(bytes).map(nothing);
  if (is(wire::Kind::rotating_filter)) return wire::decode_rotating_filter(bytes).map(nothing);
  if (is(wire::Kind::heavy_texts)) return wire::decode_heavy_texts(bytes, Seed(1)).map(nothing);
  if (is(wire::Kind::heavy_hitters)) return wire::decode_heavy_hitters(bytes, Seed(1)).map(nothing);
  if (is(wire::Kind::count_min)) return wire::decode_count_min(bytes).map(nothing);
  if (is(wire::Kind::signed_sketch)) return wire::decode_signed_sketch(bytes).map(nothing);
  if (is(wire::Kind::range_sketch)) return wire::decode_range_sketch(bytes).map(nothing);
  if (is(wire::Kind::table_summary)) return wire::decode_table_summary(bytes).map(nothing);
  return wire::decode_iblt(bytes).map([](const Iblt&) {});
}

TEST(MalformedFiles, AreAllRefusedForTheReasonInTheReadme) {
  const auto reasons = reasons_in_the_readme();
  ASSERT_FALSE(reasons.empty());
  for (const auto& [name, reason] : reasons) {
    const auto decoded = decode_as_its_kind(read_file(folder() / name));
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
