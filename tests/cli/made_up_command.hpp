// A small command with what verbs can have, so that tests of help, manual and completion do not depend on
// peel's.
#pragma once

#include "cli/help/help_formatter.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace peel::test {

struct MadeUpCommand {
  std::string text;
  std::vector<std::string> texts;
  bool flag = false;
  CLI::App app{"Compares fruit", "fruit"};

  MadeUpCommand() {
    app.formatter(std::make_shared<cli::HelpFormatter>());
    app.set_version_flag("--version", "fruit 7.8", "Print the version");
    app.footer(
        "Examples:\n  fruit diff a b    what differs\n\nFruit is good.\n\n"
        "Exit status:\n  0  fine\n  2  not fine,\n     not at all\n");
    CLI::App* diff = app.add_subcommand("diff", "What differs");
    diff->footer(
        "Examples:\n  fruit diff a b    what differs\n  fruit diff --format json a b\n\n"
        "A difference.\n.hidden 'request' and \\fBackslash\n");
    diff->add_option("LEFT", text, "One side")->required()->type_name("");
    diff->add_option("-f,--format", text, "How it is printed")->type_name("text|json|csv");
    diff->add_option("-o,--output", text, "Where it goes")->type_name("FILE");
    diff->add_flag("--quiet", flag, "Status only");
    diff->add_flag("--secret", flag, "Not for everyone")->group("");
    CLI::App* plan = app.add_subcommand("plan", "How big");
    CLI::App* apple = plan->add_subcommand("apple", "An apple");
    apple->add_option_group("Size")->add_option("--grams", text, "How heavy")->required()->type_name("N");
    CLI::App* pear = plan->add_subcommand("pear", "A pear");
    pear->add_option("NAME", texts, "Names")->type_name("");
    pear->add_option("--draw", text, "A picture, on paper or not")->type_name("[PAPER]")->expected(0, 1);
  }
};

}  // namespace peel::test
