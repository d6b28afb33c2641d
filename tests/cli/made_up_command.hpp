// A small command with what verbs can have, so that tests of help, manual and completion do not depend on
// peel's.
#pragma once

#include "cli/options/command.hpp"

#include <optional>
#include <string>
#include <vector>

namespace peel::test {

struct MadeUpCommand {
  std::string text;
  std::optional<std::string> draw;
  std::vector<std::string> texts;
  bool flag = false;
  cli::Command fruit{"fruit", "Compares fruit"};

  MadeUpCommand() {
    using Rule = cli::Option::Rule;
    fruit.add({"--version", cli::Option::Page([](const std::string&) { return "fruit 7.8"; }),
               "Print the version"});
    fruit.more =
        "Examples:\n  fruit diff a b    what differs\n\nFruit is good.\n\n"
        "Exit status:\n  0  fine\n  2  not fine,\n     not at all\n";
    cli::Command& diff = fruit.add_verb("diff", "What differs");
    diff.more =
        "Examples:\n  fruit diff a b    what differs\n  fruit diff --format json a b\n\n"
        "A difference.\n.hidden 'request' and \\fBackslash\n";
    diff.add({"LEFT", text, "One side", "", Rule::required});
    diff.add({"-f,--format", text, "How it is printed", "text|json|csv"});
    diff.add({"-o,--output", text, "Where it goes", "FILE"});
    diff.add({"--quiet", flag, "Status only"});
    diff.add({"--secret", flag, "Not for everyone", "", Rule::hidden});
    diff.run = [](cli::Output&) { return cli::Status::done; };
    cli::Command& plan = fruit.add_verb("plan", "How big");
    cli::Command& apple = plan.add_verb("apple", "An apple");
    apple.add({"--grams", text, "How heavy", "N", Rule::required});
    apple.run = diff.run;
    cli::Command& pear = plan.add_verb("pear", "A pear");
    pear.add({"NAME", texts, "Names"});
    pear.add({"--draw", draw, "A picture, on paper or not", "[PAPER]", Rule::word_is_optional});
    pear.add({"--with", texts, "Other fruit", "FRUIT", Rule::comma_list});
    pear.add({"--without", texts, "Other fruit", "FRUIT", Rule::repeated});
    pear.run = diff.run;
  }

  const cli::Command& verb(const std::string& name) const { return *fruit.verb_called(name); }
};

}  // namespace peel::test
