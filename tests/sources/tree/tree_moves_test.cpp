#include "sources/tree/tree_moves.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace peel::sources::tree {
namespace {

using Substance = LoneEntry::Substance;

LoneEntry file(std::string path, std::uint64_t content) {
  return {std::move(path), ValueDigest{0, content}, Substance::bytes};
}
LoneEntry folder(std::string path) {
  return {std::move(path), ValueDigest{1, 0}, Substance::folder};
}

std::vector<std::string> said(const std::vector<LoneEntry>& removed, const std::vector<LoneEntry>& added) {
  std::vector<std::string> moves;
  for (const Move& move : find_moves(removed, added).moves) {
    moves.push_back(removed[move.removed].path + " -> " + added[move.added].path + " " +
                    std::to_string(move.files));
  }
  return moves;
}

using Said = std::vector<std::string>;

TEST(TreeMoves, GiveAFolderToTheOneThatHasAllOfIt) {
  EXPECT_EQ(said({folder("a"), file("a/x", 1), file("a/y", 2)},
                 {folder("b"), file("b/x", 1), folder("c"), file("c/x", 1), file("c/y", 2)}),
            Said{"a -> c 2"});
}

TEST(TreeMoves, TakeTheLargestFolder) {
  EXPECT_EQ(
      said({folder("a"), folder("a/s"), file("a/s/x", 1)}, {folder("b"), folder("b/s"), file("b/s/x", 1)}),
      Said{"a -> b 1"});
}

TEST(TreeMoves, FindAFolderInsideOneThatWasTakenApart) {
  EXPECT_EQ(
      said({folder("a"), file("a/gone", 9), folder("a/s"), file("a/s/x", 1)}, {folder("s"), file("s/x", 1)}),
      Said{"a/s -> s 1"});
}

TEST(TreeMoves, DoNotMatchFoldersThatHaveNoFileInCommon) {
  EXPECT_EQ(said({folder("a"), folder("a/s")}, {folder("b"), folder("b/s")}), Said{});
}

TEST(TreeMoves, WorkIfOnlyTheAddedSideKnowsWhatEntriesAre) {
  std::vector<LoneEntry> removed = {folder("a"), file("a/x", 1), file("z", 2)};
  for (LoneEntry& entry : removed) entry.substance = Substance::unknown;
  EXPECT_EQ(said(removed, {folder("b"), file("b/x", 1), file("c", 2)}), (Said{"a -> b 1", "z -> c 1"}));
}

TEST(TreeMoves, LeaveEntriesAloneWhoseValueIsNotKnown) {
  std::vector<LoneEntry> removed = {file("a", 1)};
  removed[0].value.reset();
  EXPECT_EQ(said(removed, {file("b", 1)}), Said{});
}

// Each entry is in one pair at most, both of a pair have one value, and no file with bytes is left on both
// sides.
TEST(TreeMoves, OfRandomEntriesAreAMatchingThatLeavesNoTwoEqual) {
  test::Random random;
  for (int round = 0; round < test::rounds(300); ++round) {
    std::vector<LoneEntry> sides[2];
    for (std::vector<LoneEntry>& side : sides) {
      const std::string root = &side == &sides[0] ? "l" : "r";
      const std::uint64_t folders = random.below(4);
      for (std::uint64_t i = 0; i < folders; ++i) {
        const std::string path = root + std::to_string(i);
        side.push_back(folder(path));
        for (std::uint64_t j = 0; j < 4; ++j) {
          if (random.below(3) > 0) side.push_back(file(path + "/" + std::to_string(j), random.below(5)));
        }
      }
      std::ranges::sort(side, {}, &LoneEntry::path);
    }
    const Moves found = find_moves(sides[0], sides[1]);
    std::vector<bool> used[2] = {std::vector<bool>(sides[0].size()), std::vector<bool>(sides[1].size())};
    for (const auto& [removed, added] : found.pairs) {
      EXPECT_FALSE(used[0][removed] || used[1][added]);
      used[0][removed] = used[1][added] = true;
      EXPECT_EQ(sides[0][removed].value, sides[1][added].value);
    }
    for (std::size_t i = 0; i < sides[0].size(); ++i) {
      for (std::size_t j = 0; j < sides[1].size(); ++j) {
        const bool both_left = !used[0][i] && !used[1][j] && sides[0][i].substance == Substance::bytes;
        EXPECT_FALSE(both_left && sides[0][i].value == sides[1][j].value);
      }
    }
  }
}

}  // namespace
}  // namespace peel::sources::tree
