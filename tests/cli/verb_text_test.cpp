#include "cli/help/verb_text.hpp"

#include "cli/made_up_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::cli {
namespace {

using test::MadeUpCommand;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(FooterBlocks, AreParagraphsAndTitledEntries) {
  const MadeUpCommand fruit;
  const auto blocks = footer_blocks(fruit.app);
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_TRUE(blocks[0].is_examples());
  ASSERT_EQ(blocks[0].entries.size(), 1U);
  EXPECT_EQ(blocks[0].entries[0].term, "fruit diff a b");
  EXPECT_EQ(blocks[0].entries[0].text, "what differs");
  EXPECT_TRUE(blocks[1].is_paragraph());
  EXPECT_EQ(blocks[1].source, "Fruit is good.");
  EXPECT_EQ(blocks[2].title, "Exit status");
}

TEST(FooterBlocks, JoinTheLinesOfAnEntry) {
  const MadeUpCommand fruit;
  const Block status = footer_blocks(fruit.app)[2];
  ASSERT_EQ(status.entries.size(), 2U);
  EXPECT_EQ(status.entries[1].text, "not fine, not at all");
}

TEST(FooterBlocks, AcceptAnEntryWithoutText) {
  const MadeUpCommand fruit;
  const Block examples = footer_blocks(*fruit.app.get_subcommand("diff"))[0];
  ASSERT_EQ(examples.entries.size(), 2U);
  EXPECT_EQ(examples.entries[1].term, "fruit diff --format json a b");
  EXPECT_EQ(examples.entries[1].text, "");
}

TEST(FooterBlocks, OfAVerbWithoutAFooterAreNone) {
  const MadeUpCommand fruit;
  EXPECT_TRUE(footer_blocks(*fruit.app.get_subcommand("plan")).empty());
}

TEST(FooterBlocks, TakeASentenceThatEndsInAColonForAParagraph) {
  CLI::App app;
  app.footer("Two things:\none and two\n");
  EXPECT_TRUE(footer_blocks(app)[0].is_paragraph());
}

TEST(VerbTree, KnowsTheFullNameOfAVerb) {
  const MadeUpCommand fruit;
  EXPECT_EQ(full_name(*fruit.app.get_subcommand("plan")->get_subcommand("pear")), "fruit plan pear");
}

TEST(VerbTree, HasOptionsOfGroupsAndNoHiddenOnes) {
  const MadeUpCommand fruit;
  EXPECT_EQ(options_of(*fruit.app.get_subcommand("plan")->get_subcommand("apple")).size(),
            2U);  // with --help
  EXPECT_EQ(options_of(*fruit.app.get_subcommand("diff")).size(), 4U);
  EXPECT_EQ(positionals_of(*fruit.app.get_subcommand("diff")).size(), 1U);
}

TEST(VerbTree, DoesNotTakeAnOptionGroupForAVerb) {
  const MadeUpCommand fruit;
  EXPECT_THAT(verbs_of(*fruit.app.get_subcommand("plan")->get_subcommand("apple")), IsEmpty());
}

TEST(AcceptedWords, AreThoseOfATypeNameInSmallLetters) {
  const MadeUpCommand fruit;
  const CLI::App& diff = *fruit.app.get_subcommand("diff");
  EXPECT_THAT(accepted_words(*diff.get_option("--format")), ElementsAre("text", "json", "csv"));
  EXPECT_THAT(accepted_words(*diff.get_option("--output")), IsEmpty());
  EXPECT_THAT(accepted_words(*diff.get_option("--quiet")), IsEmpty());
}

TEST(TakesValue, IsTrueOfOptionsAndFalseOfFlags) {
  const MadeUpCommand fruit;
  const CLI::App& diff = *fruit.app.get_subcommand("diff");
  EXPECT_TRUE(takes_value(*diff.get_option("--output")));
  EXPECT_FALSE(takes_value(*diff.get_option("--quiet")));
}

TEST(MayStandAlone, IsTrueOnlyOfOptionsWhoseWordMayBeLeftOut) {
  const MadeUpCommand fruit;
  EXPECT_TRUE(
      may_stand_alone(*fruit.app.get_subcommand("plan")->get_subcommand("pear")->get_option("--draw")));
  const CLI::App& diff = *fruit.app.get_subcommand("diff");
  EXPECT_FALSE(may_stand_alone(*diff.get_option("--output")));
  EXPECT_FALSE(may_stand_alone(*diff.get_option("--quiet")));
}

TEST(Help, StartsWithExamplesAndEndsWithTheRest) {
  const MadeUpCommand fruit;
  EXPECT_EQ(fruit.app.get_subcommand("diff")->help(), R"(Examples:
  fruit diff a b    what differs
  fruit diff --format json a b

What differs

Usage: diff [OPTIONS] LEFT

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

}  // namespace
}  // namespace peel::cli
