#include "cli/help/man_page.hpp"

#include "cli/help/verb_text.hpp"
#include "cli/made_up_command.hpp"
#include "cli/parser.hpp"

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
  return man_page(fruit.app);
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
std::string part_of(const std::string& page, const CLI::App& verb) {
  const std::string dashed = std::regex_replace(page, std::regex(R"(\\-)"), "-");
  const std::string plain = std::regex_replace(dashed, std::regex(R"(\\\(aq)"), "'");
  const std::size_t start = plain.find(".SS \"" + full_name(verb) + "\"\n");
  return start == std::string::npos ? "" : plain.substr(start, plain.find("\n.S", start) - start);
}

// Counts what it finds, so that a walk that sees nothing fails.
int expect_all_below(const CLI::App& verb, const std::string& page) {
  int found = 0;
  for (const CLI::App* below : verbs_of(verb)) {
    const std::string part = part_of(page, *below);
    EXPECT_THAT(part, HasSubstr(below->get_description() + ".\n"));
    for (const CLI::Option* option : options_of(*below)) {
      if (option == below->get_help_ptr()) continue;
      EXPECT_THAT(part, HasSubstr("\\fB" + option->get_name() + "\\fR"));
      EXPECT_THAT(part, HasSubstr("\n" + option->get_description() + "\n"));
      ++found;
    }
    found += 1 + expect_all_below(*below, page);
  }
  return found;
}

TEST(ManPage, OfPeelHasEveryVerbAndEveryOption) {
  Verb chosen;
  const auto peel = make_parser(chosen);
  EXPECT_GE(expect_all_below(*peel, man_page(*peel)), 16);
}

TEST(EveryVerbOfPeel, HasASummaryOfOneLineAndExamples) {
  Verb chosen;
  const auto peel = make_parser(chosen);
  std::vector<const CLI::App*> verbs = verbs_of(*peel);
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    SCOPED_TRACE(full_name(*verbs[i]));
    EXPECT_EQ(verbs[i]->get_description().find_first_of(".\n"), std::string::npos);
    EXPECT_THAT(verbs[i]->help(), StartsWith("Examples:\n  " + full_name(*verbs[i])));
    for (const CLI::App* below : verbs_of(*verbs[i])) verbs.push_back(below);
  }
}

}  // namespace
}  // namespace peel::cli
