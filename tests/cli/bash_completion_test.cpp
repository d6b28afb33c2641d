// The script as bash runs it: what it offers for a line of words of which the last is being typed.
#include "cli/help/bash_completion.hpp"

#include "cli/made_up_command.hpp"

#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>

namespace peel::cli {
namespace {

// `words` is text of a bash array; the result is what is offered, with spaces between. Nothing means file
// names.
std::string offered(const std::string& words) {
  const test::MadeUpCommand fruit;
  const std::string command = "exec bash --norc --noprofile <<'END_OF_SCRIPT'\nset -eu\n" +
                              bash_completion(fruit.fruit) + "COMP_WORDS=(" + words +
                              ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n" +
                              "_fruit\necho \"${COMPREPLY[*]-}\"\nEND_OF_SCRIPT\n";
  std::FILE* const bash = ::popen(command.c_str(), "r");
  std::string out;
  std::array<char, 256> part{};
  while (std::fgets(part.data(), part.size(), bash) != nullptr) out += part.data();
  EXPECT_EQ(::pclose(bash), 0);
  return out.substr(0, out.find('\n'));
}

TEST(BashCompletion, OffersVerbs) {
  EXPECT_EQ(offered("fruit ''"), "diff plan");
  EXPECT_EQ(offered("fruit d"), "diff");
  EXPECT_EQ(offered("fruit plan ''"), "apple pear");
}

TEST(BashCompletion, OffersOptionsOfTheVerb) {
  EXPECT_EQ(offered("fruit --"), "--help --version");
  EXPECT_EQ(offered("fruit diff --"), "--help --format --output --quiet");
  EXPECT_EQ(offered("fruit plan apple --g"), "--grams");
}

TEST(BashCompletion, OffersTheWordsThatAnOptionAccepts) {
  EXPECT_EQ(offered("fruit diff --format ''"), "text json csv");
  EXPECT_EQ(offered("fruit diff -f j"), "json");
}

TEST(BashCompletion, OffersThemAfterAnEqualSignToo) {
  EXPECT_EQ(offered("fruit diff --format ="), "text json csv");
  EXPECT_EQ(offered("fruit diff --format = j"), "json");
}

TEST(BashCompletion, LeavesFileNamesToBash) {
  EXPECT_EQ(offered("fruit diff ''"), "");
  EXPECT_EQ(offered("fruit diff --output ''"), "");
  EXPECT_EQ(offered("fruit diff --quiet ''"), "");
  EXPECT_EQ(offered("fruit diff -- --f"), "");
}

TEST(BashCompletion, OffersOptionsBehindOneThatMayStandAlone) {
  EXPECT_EQ(offered("fruit plan pear --draw --"), "--help --draw --with --without");
  EXPECT_EQ(offered("fruit plan pear --draw ''"), "");
  EXPECT_EQ(offered("fruit plan pear --draw = ''"), "");
}

TEST(BashCompletion, TakesAFileCalledLikeAVerbForAFile) {
  EXPECT_EQ(offered("fruit diff plan --q"), "--quiet");
}

}  // namespace
}  // namespace peel::cli
