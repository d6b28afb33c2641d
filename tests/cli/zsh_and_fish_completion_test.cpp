// What the scripts for zsh and fish say of a command; tests/end_to_end/pages_test.py has both shells run
// them.
#include "cli/help/fish_completion.hpp"
#include "cli/help/zsh_completion.hpp"
#include "cli/made_up_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ZshCompletion, NamesVerbsOptionsAndAcceptedWords) {
  const test::MadeUpCommand fruit;
  const std::string script = zsh_completion(fruit.fruit);
  EXPECT_THAT(script, HasSubstr("#compdef fruit\n"));
  EXPECT_THAT(script, HasSubstr("('') offered=('diff:What differs' 'plan:How big') ;;"));
  EXPECT_THAT(script, HasSubstr("(' diff --format') offered=('text' 'json' 'csv') ;;"));
  EXPECT_THAT(script, HasSubstr("(' diff --output') offered=() ;;"));
  EXPECT_THAT(script, HasSubstr("'--grams:How heavy'"));
  EXPECT_THAT(script, Not(HasSubstr("secret")));
}

TEST(ZshCompletion, QuotesWhatIsSaid) {
  test::MadeUpCommand fruit;
  fruit.fruit.add({"--odd", fruit.flag, "It's odd"});
  EXPECT_THAT(zsh_completion(fruit.fruit), HasSubstr("'--odd:It'\\''s odd'"));
}

TEST(FishCompletion, NamesVerbsOptionsAndAcceptedWords) {
  const test::MadeUpCommand fruit;
  const std::string script = fish_completion(fruit.fruit);
  EXPECT_THAT(script, HasSubstr("complete -c fruit -n '__fruit_at \"\"' -f -a diff -d 'What differs'\n"));
  EXPECT_THAT(script,
              HasSubstr("'__fruit_at \" diff\"' -s f -x -a 'text json csv' -d 'How it is printed'\n"));
  EXPECT_THAT(script, HasSubstr("'__fruit_at \" diff\"' -l output -r -d 'Where it goes'\n"));
  EXPECT_THAT(script, HasSubstr("'__fruit_at \" plan apple\"' -l grams -r -d 'How heavy'\n"));
  EXPECT_THAT(script, Not(HasSubstr("secret")));
}

TEST(FishCompletion, QuotesWhatIsSaid) {
  test::MadeUpCommand fruit;
  fruit.fruit.add({"--odd", fruit.flag, "It's odd"});
  EXPECT_THAT(fish_completion(fruit.fruit), HasSubstr("-d 'It\\'s odd'"));
}

}  // namespace
}  // namespace peel::cli
