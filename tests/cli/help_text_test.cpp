#include "cli/help/help_text.hpp"

#include "cli/help/text_blocks.hpp"
#include "cli/made_up_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::cli {
namespace {

using test::MadeUpCommand;

TEST(TextBlocks, AreParagraphsAndTitledEntries) {
  const MadeUpCommand made_up;
  const auto blocks = blocks_of(made_up.fruit.more);
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_TRUE(blocks[0].is_examples());
  ASSERT_EQ(blocks[0].entries.size(), 1U);
  EXPECT_EQ(blocks[0].entries[0].term, "fruit diff a b");
  EXPECT_EQ(blocks[0].entries[0].text, "what differs");
  EXPECT_TRUE(blocks[1].is_paragraph());
  EXPECT_EQ(blocks[1].source, "Fruit is good.");
  EXPECT_EQ(blocks[2].title, "Exit status");
}

TEST(TextBlocks, JoinTheLinesOfAnEntry) {
  const MadeUpCommand made_up;
  const Block status = blocks_of(made_up.fruit.more)[2];
  ASSERT_EQ(status.entries.size(), 2U);
  EXPECT_EQ(status.entries[1].text, "not fine, not at all");
}

TEST(TextBlocks, AcceptAnEntryWithoutText) {
  const MadeUpCommand made_up;
  const Block examples = blocks_of(made_up.verb("diff").more)[0];
  ASSERT_EQ(examples.entries.size(), 2U);
  EXPECT_EQ(examples.entries[1].term, "fruit diff --format json a b");
  EXPECT_EQ(examples.entries[1].text, "");
}

TEST(TextBlocks, OfAnEmptyTextAreNone) {
  EXPECT_TRUE(blocks_of("").empty());
}

TEST(TextBlocks, TakeASentenceThatEndsInAColonForAParagraph) {
  EXPECT_TRUE(blocks_of("Two things:\none and two\n")[0].is_paragraph());
}

TEST(Help, StartsWithExamplesAndEndsWithTheRest) {
  const MadeUpCommand made_up;
  EXPECT_EQ(help_text(made_up.verb("diff")), R"(Examples:
  fruit diff a b    what differs
  fruit diff --format json a b

What differs

Usage: fruit diff [OPTIONS] LEFT

Positionals:
  LEFT (required)           One side

Options:
  -h,--help                 Print this help message and exit
  -f,--format text|json|csv How it is printed
  -o,--output FILE          Where it goes
  --quiet                   Status only

A difference.
.hidden 'request' and \fBackslash
)");
}

TEST(Help, OfACommandListsItsVerbs) {
  const MadeUpCommand made_up;
  EXPECT_EQ(help_text(made_up.fruit), R"(Examples:
  fruit diff a b    what differs

Compares fruit

Usage: fruit [OPTIONS] [VERB]

Options:
  -h,--help                 Print this help message and exit
  --version                 Print the version

Verbs:
  diff                      What differs
  plan                      How big

Fruit is good.

Exit status:
  0  fine
  2  not fine,
     not at all
)");
}

TEST(Help, ShowsListsAndPutsTheTextBelowNamesThatAreTooLong) {
  MadeUpCommand made_up;
  made_up.fruit.add({"--a-name-that-is-rather-long", made_up.texts, "All of it", "N"});
  EXPECT_THAT(help_text(made_up.fruit), testing::HasSubstr("\n  --a-name-that-is-rather-long N ...\n"
                                                           "                            All of it\n"));
}

}  // namespace
}  // namespace peel::cli
