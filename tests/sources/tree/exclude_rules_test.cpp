#include "sources/tree/exclude_rules.hpp"

#include <gtest/gtest.h>

namespace peel::sources::tree {
namespace {

bool matches(std::string_view pattern, std::string_view path, EntryKind kind = EntryKind::file) {
  const auto made = PathPattern::from(pattern);
  EXPECT_TRUE(made) << pattern;
  return made && made->matches(path, kind);
}

std::string refusal(std::string_view pattern) {
  const auto made = PathPattern::from(pattern);
  return made ? "accepted" : made.error().sentence();
}

TEST(PathPattern, WithoutASlashMatchesANameAtAnyDepth) {
  EXPECT_TRUE(matches("*.o", "a.o"));
  EXPECT_TRUE(matches("*.o", "src/deep/a.o"));
  EXPECT_FALSE(matches("*.o", "a.o.txt"));
  EXPECT_FALSE(matches("*.o", "a.o/b"));
}

TEST(PathPattern, WithASlashIsAnchoredAtTheRoot) {
  EXPECT_TRUE(matches("src/*.o", "src/a.o"));
  EXPECT_FALSE(matches("src/*.o", "lib/src/a.o"));
  EXPECT_FALSE(matches("src/*.o", "src/deep/a.o"));
  EXPECT_TRUE(matches("/tmp", "tmp"));
  EXPECT_FALSE(matches("/tmp", "a/tmp"));
}

TEST(PathPattern, WithASlashAtItsEndMatchesFoldersOnly) {
  EXPECT_TRUE(matches("build/", "build", EntryKind::folder));
  EXPECT_TRUE(matches("build/", "a/build", EntryKind::folder));
  EXPECT_FALSE(matches("build/", "build", EntryKind::file));
  EXPECT_FALSE(matches("build/", "build", EntryKind::link));
}

TEST(PathPattern, TwoStarsAreAnyNumberOfFolders) {
  for (const char* const path : {"a/b", "a/x/b", "a/x/y/b"}) EXPECT_TRUE(matches("a/**/b", path)) << path;
  EXPECT_FALSE(matches("a/**/b", "ab"));
  EXPECT_FALSE(matches("a/**/b", "a/xb"));
  EXPECT_FALSE(matches("a/**/b", "x/a/b"));
  for (const char* const path : {"b/c", "x/b/c", "x/y/b/c"}) EXPECT_TRUE(matches("**/b/c", path)) << path;
  EXPECT_FALSE(matches("**/b/c", "xb/c"));
  EXPECT_TRUE(matches("a/**", "a/b"));
  EXPECT_TRUE(matches("a/**", "a/b/c"));
  EXPECT_FALSE(matches("a/**", "a"));
}

TEST(PathPattern, StarsAndBracketsNeverMatchASlash) {
  EXPECT_FALSE(matches("a*/c", "a/b/c"));
  EXPECT_FALSE(matches("a?b/c", "a/b/c"));
  EXPECT_FALSE(matches("/a[!x]b", "a/b"));
}

TEST(PathPattern, BracketsHoldBytesAndRanges) {
  EXPECT_TRUE(matches("[a-cx].o", "b.o"));
  EXPECT_TRUE(matches("[a-cx].o", "x.o"));
  EXPECT_FALSE(matches("[a-cx].o", "d.o"));
  EXPECT_TRUE(matches("[!a-c]", "d"));
  EXPECT_FALSE(matches("[^a-c]", "b"));
  EXPECT_TRUE(matches("[]]", "]"));
  EXPECT_TRUE(matches("[a-]", "-"));
}

TEST(PathPattern, BracketsHoldClassesOfPosix) {
  EXPECT_TRUE(matches("[[:digit:]]*", "1local"));
  EXPECT_FALSE(matches("[[:digit:]]*", "local"));
  EXPECT_TRUE(matches("[![:digit:]]*", "local"));
  EXPECT_TRUE(matches("[[:upper:]x-z_]", "y"));
  EXPECT_TRUE(matches("[[:upper:]x-z_]", "Q"));
  EXPECT_FALSE(matches("[[:upper:]x-z_]", "q"));
  EXPECT_FALSE(matches("a[[:punct:]]b", "a/b")) << "never a slash";
  EXPECT_FALSE(matches("[[:alpha:]]", "\xe4")) << "ASCII only";
  EXPECT_TRUE(matches("[[:]", ":")) << "no class, but bytes";
  EXPECT_EQ(refusal("[[:number:]]"),
            "[[:number:]]: [:number:] is no class of bytes; accepted are those of POSIX, such as "
            "[[:digit:]] and [[:alpha:]]");
}

TEST(PathPattern, ABackslashTakesTheNextByteAsItIs) {
  EXPECT_TRUE(matches("\\*", "*"));
  EXPECT_FALSE(matches("\\*", "a"));
  EXPECT_TRUE(matches("\\!a", "!a"));
  EXPECT_TRUE(matches("\\[a]", "[a]"));
}

TEST(PathPattern, MatchesBytesThatAreNotUtf8) {
  EXPECT_TRUE(matches("?\xff", "\xfe\xff"));
  EXPECT_TRUE(matches("[\xf0-\xff]", "\xf7"));
}

TEST(PathPattern, IsRefusedIfNoPathCanMatchIt) {
  EXPECT_EQ(refusal("!a"),
            "!a: what is left out cannot be brought back; accepted is \\! for the byte itself");
  EXPECT_EQ(refusal("a["), "a[: a [ is not closed; accepted is [abc], or \\[ for itself");
  EXPECT_EQ(refusal("a\\"), "a\\: nothing follows the last \\; accepted is \\\\ for the byte itself");
  for (const char* const pattern : {"", "/", "a//b", "./a", "../a", "a/."}) {
    EXPECT_NE(refusal(pattern), "accepted") << pattern;
  }
  EXPECT_NE(refusal(std::string(kMostPatternBytes + 1, 'a')), "accepted");
}

TEST(PathPattern, TakesNoMoreTimeThanPatternTimesPath) {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", std::string(4000, 'a')));
  std::string folders;
  for (int i = 0; i < 100; ++i) folders += "**/";
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "a/";
  EXPECT_FALSE(matches(folders + "b", deep + "a"));
}

TEST(ExcludeRules, AreEqualWhateverTheOrderTheyWereGivenIn) {
  const auto one = ExcludeRules::from({"b", "a", "b"});
  const auto other = ExcludeRules::from({"a", "b"});
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->patterns(), other->patterns());
}

}  // namespace
}  // namespace peel::sources::tree
