#include "cli/options/parse.hpp"

#include "cli/made_up_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

namespace peel::cli {
namespace {

using test::MadeUpCommand;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

Result<Parsed> parsed(const MadeUpCommand& made_up, std::initializer_list<const char*> words) {
  std::vector<const char*> argv{"fruit"};
  argv.insert(argv.end(), words);
  return parse(made_up.fruit, static_cast<int>(argv.size()), argv.data());
}

std::string complaint(std::initializer_list<const char*> words) {
  const MadeUpCommand made_up;
  const auto result = parsed(made_up, words);
  return result ? "accepted" : result.error().sentence();
}

TEST(Command, KnowsTheFullNameOfAVerb) {
  const MadeUpCommand made_up;
  EXPECT_EQ(made_up.verb("plan").verb_called("pear")->full_name(), "fruit plan pear");
}

TEST(Command, ShowsNoHiddenOptions) {
  const MadeUpCommand made_up;
  EXPECT_EQ(made_up.verb("diff").options().size(), 4U);  // with --help
  EXPECT_EQ(made_up.verb("diff").arguments().size(), 1U);
}

TEST(Command, DoesNotFindAVerbThatItHasNot) {
  const MadeUpCommand made_up;
  EXPECT_EQ(made_up.fruit.verb_called("pear"), nullptr);
}

TEST(Option, AcceptsTheWordsOfAValueInSmallLetters) {
  const MadeUpCommand made_up;
  const auto options = made_up.verb("diff").options();
  EXPECT_THAT(options[1]->accepted_words(), ElementsAre("text", "json", "csv"));
  EXPECT_THAT(options[2]->accepted_words(), IsEmpty());
  EXPECT_THAT(options[3]->accepted_words(), IsEmpty());
}

TEST(Option, TakesAWordUnlessItIsAFlag) {
  const MadeUpCommand made_up;
  const auto options = made_up.verb("diff").options();
  EXPECT_TRUE(options[2]->takes_word());
  EXPECT_FALSE(options[3]->takes_word());
}

TEST(Parse, FillsTargetsAndFindsTheVerb) {
  const MadeUpCommand made_up;
  const auto result = parsed(made_up, {"diff", "a", "--quiet", "--secret"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->verb, &made_up.verb("diff"));
  EXPECT_EQ(result->page, "");
  EXPECT_EQ(made_up.text, "a");
  EXPECT_TRUE(made_up.flag);
}

TEST(Parse, WithoutAVerbYieldsTheCommandItself) {
  const MadeUpCommand made_up;
  const auto result = parsed(made_up, {});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->verb, &made_up.fruit);
}

TEST(Parse, LetsAnOptionalWordStandOrNot) {
  const MadeUpCommand with, without;
  ASSERT_TRUE(parsed(with, {"plan", "pear", "--draw=thick"}));
  EXPECT_EQ(with.draw, "thick");
  ASSERT_TRUE(parsed(without, {"plan", "pear", "--draw"}));
  EXPECT_EQ(without.draw, "");
}

TEST(Parse, DividesCommaListsAndNotRepeatedWords) {
  const MadeUpCommand comma, repeated;
  ASSERT_TRUE(parsed(comma, {"plan", "pear", "--with", "a,b", "--with", "c"}));
  EXPECT_THAT(comma.texts, ElementsAre("a", "b", "c"));
  ASSERT_TRUE(parsed(repeated, {"plan", "pear", "--without", "a,b", "--without", "c"}));
  EXPECT_THAT(repeated.texts, ElementsAre("a,b", "c"));
}

TEST(TypedWords, ParseToTheSameAgain) {
  const MadeUpCommand once, again;
  ASSERT_TRUE(parsed(once, {"plan", "pear", "--draw=", "--with", "", "--", "-x", "--draw"}));
  const std::vector<std::string> words = once.verb("plan").verb_called("pear")->typed_words();
  std::vector<const char*> argv{"fruit", "plan", "pear"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  ASSERT_TRUE(parse(again.fruit, static_cast<int>(argv.size()), argv.data()));
  EXPECT_EQ(again.draw, once.draw);
  EXPECT_EQ(again.texts, once.texts);
}

TEST(Parse, YieldsPages) {
  const MadeUpCommand made_up;
  EXPECT_EQ(parsed(made_up, {"--version"})->page, "fruit 7.8");
  EXPECT_THAT(parsed(made_up, {"diff", "--help"})->page, StartsWith("Examples:\n  fruit diff"));
}

TEST(Parse, NamesTheWordThatIsNotAccepted) {
  EXPECT_EQ(complaint({"pear"}), "pear is not a verb; accepted are diff and plan");
  EXPECT_EQ(complaint({"plan", "plum"}), "plum is not a verb of fruit plan; accepted are apple and pear");
  EXPECT_EQ(complaint({"--ripe"}),
            "--ripe is no option of fruit; accepted are --help, --version and the verbs diff and plan");
  EXPECT_EQ(complaint({"diff"}), "LEFT is required; fruit diff --help shows what is accepted");
  EXPECT_EQ(complaint({"diff", "a", "-f", "text", "--format", "csv"}),
            "-f,--format is given more than once; accepted is once");
  EXPECT_EQ(complaint({"diff", "a", "--format"}),
            "--format is given without the word that follows it; accepted is text|json|csv");
  EXPECT_EQ(complaint({"diff", "a", "b"}), "b is one word too many; fruit diff takes LEFT");
  EXPECT_EQ(complaint({"diff", "--", "-a", "-b"}), "-b is one word too many; fruit diff takes LEFT");
}

TEST(Parse, SaysWhatWasProbablyMeant) {
  EXPECT_EQ(complaint({"dif", "a"}), "dif is not a verb (did you mean diff?); accepted are diff and plan");
  EXPECT_EQ(complaint({"diff", "--fromat", "csv", "a"}),
            "--fromat is no option of fruit diff; did you mean --format?");
  EXPECT_EQ(complaint({"diff", "--Quiet=1"}), "--Quiet is no option of fruit diff; did you mean --quiet?");
  EXPECT_EQ(complaint({"diff", "--draw", "a"}), "--draw is no option of fruit diff, but of fruit plan pear");
  EXPECT_EQ(complaint({"diff", "--peeled", "a"}),
            "--peeled is no option of fruit diff; fruit diff --help shows what is accepted");
}

TEST(Parse, KnowsOptionsOfOtherTools) {
  EXPECT_EQ(complaint({"diff", "-n", "a"}),
            "-n is no option of fruit diff: peel diff never changes anything");
  EXPECT_EQ(complaint({"diff", "a", "--recursive"}),
            "--recursive is no option of fruit diff: folders are always read with all that is in them");
}

}  // namespace
}  // namespace peel::cli
