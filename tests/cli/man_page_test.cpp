#include "cli/help/man_page.hpp"

#include "cli/help/help_text.hpp"
#include "cli/made_up_command.hpp"
#include "cli/verb.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <vector>

namespace peel::cli {
namespace {

using test::MadeUpCommand;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string made_up_page() {
  const MadeUpCommand fruit;
  return man_page(fruit.fruit, "fruit 7.8");
}

TEST(ManPage, StartsWithNameAndVersion) {
  EXPECT_THAT(made_up_page(), StartsWith(".TH FRUIT 1 \"\" \"fruit 7.8\" \"User Commands\"\n"));
  EXPECT_THAT(made_up_page(), HasSubstr(".SH \"NAME\"\nfruit \\- compares fruit\n"));
}

TEST(ManPage, HasASynopsisForEachVerbThatCanBeGiven) {
  EXPECT_THAT(made_up_page(), HasSubstr(".SH \"SYNOPSIS\"\n"
                                        "\\fBfruit\\fR [OPTIONS] [VERB]\n"
                                        ".br\n\\fBfruit diff\\fR [OPTIONS] LEFT\n"
                                        ".br\n\\fBfruit plan apple\\fR [OPTIONS]\n"
                                        ".br\n\\fBfruit plan pear\\fR [OPTIONS] [NAME...]\n"
                                        ".SH \"DESCRIPTION\"\n"));
}

TEST(ManPage, ShowsAnOptionWithItsNamesTypeAndText) {
  EXPECT_THAT(made_up_page(),
              HasSubstr(".TP\n\\fB\\-f\\fR, \\fB\\-\\-format\\fR \\fItext|\\:json|\\:csv\\fR\n"
                        "How it is printed\n"));
  EXPECT_THAT(made_up_page(), HasSubstr(".TP\n\\fB\\-\\-grams\\fR \\fIN\\fR (required)\nHow heavy\n"));
  EXPECT_THAT(made_up_page(), HasSubstr(".TP\n\\fB\\-\\-quiet\\fR\nStatus only\n"));
  EXPECT_THAT(made_up_page(), HasSubstr(".TP\n\\fBLEFT\\fR (required)\nOne side\n"));
}

TEST(ManPage, DoesNotShowHiddenOptions) {
  EXPECT_THAT(made_up_page(), Not(HasSubstr("secret")));
}

TEST(ManPage, MakesSectionsOfTheCommandsTitledBlocks) {
  EXPECT_THAT(made_up_page(), HasSubstr(".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\nfine\n"
                                        ".TP\n\\fB2\\fR\nnot fine, not at all\n"));
}

TEST(ManPage, TakesNoTextForARequestOrAnEscape) {
  EXPECT_THAT(made_up_page(), HasSubstr("A difference.\n\\&.hidden \\(aqrequest\\(aq and \\(rsfBackslash\n"));
}

// What the page says of a verb, with plain dashes and apostrophes.
std::string part_of(const std::string& page, const Command& verb) {
  const std::string dashed = std::regex_replace(page, std::regex(R"(\\-)"), "-");
  const std::string plain = std::regex_replace(dashed, std::regex(R"(\\\(aq)"), "'");
  const std::size_t start = plain.find(".SS \"" + verb.full_name() + "\"\n");
  return start == std::string::npos ? "" : plain.substr(start, plain.find("\n.S", start) - start);
}

// Counts what it finds, so that a walk that sees nothing fails.
int expect_all_below(const Command& verb, const std::string& page) {
  int found = 0;
  for (const auto& below : verb.verbs()) {
    const std::string part = part_of(page, *below);
    EXPECT_THAT(part, HasSubstr(below->summary() + ".\n"));
    for (const Option* option : below->options()) {
      if (option == &below->help()) continue;
      EXPECT_THAT(part, HasSubstr("\\fB" + option->longest_name() + "\\fR"));
      EXPECT_THAT(part, HasSubstr("\n" + option->text + "\n"));
      ++found;
    }
    found += 1 + expect_all_below(*below, page);
  }
  return found;
}

TEST(ManPage, OfPeelHasEveryVerbAndEveryOption) {
  const auto peel = peel_command();
  EXPECT_GE(expect_all_below(*peel, man_page(*peel, "peel 1")), 16);
}

void expect_well_described(const Command& command) {
  for (const auto& verb : command.verbs()) {
    SCOPED_TRACE(verb->full_name());
    EXPECT_EQ(verb->summary().find_first_of(".\n"), std::string::npos);
    EXPECT_THAT(help_text(*verb), StartsWith("Examples:\n  " + verb->full_name()));
    expect_well_described(*verb);
  }
}

TEST(EveryVerbOfPeel, HasASummaryOfOneLineAndExamples) {
  const auto peel = peel_command();
  ASSERT_FALSE(peel->verbs().empty());
  expect_well_described(*peel);
}

TEST(EveryVerbOfPeel, RunsOrHasVerbsThatRun) {
  const auto peel = peel_command();
  for (const auto& verb : peel->verbs())
    EXPECT_NE(verb->run == nullptr, verb->verbs().empty()) << verb->name();
}

}  // namespace
}  // namespace peel::cli
