// What the parser knows of the command, in the form that help, manual and completion share. All three are
// made from the tree of verbs, so they cannot disagree, and a new verb appears in all of them.
//
// How a verb describes itself:
// - its description is one sentence without a full stop, which lists of verbs show;
// - its footer is a text of paragraphs and titled blocks with a blank line between them. A titled block is
//   a line that ends in a colon and indented entries: what is meant, two or more spaces, what is said of it.
//   A line that is indented further goes on with the entry before. The block "Examples:" comes first in help;
// - an option's type name is a placeholder in capitals (N, FILE), or else the accepted words with | between.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace peel::cli {

struct Entry {
  std::string term;
  std::string text;  // may be empty
};

struct Block {
  std::string source;  // as it was written, without a newline at the end
  std::string title;   // without the colon; empty for a paragraph
  std::vector<Entry> entries;

  bool is_paragraph() const { return title.empty(); }
  bool is_examples() const { return title == "Examples"; }
};

std::vector<Block> footer_blocks(const CLI::App& verb);

// The verbs directly below, in the order in which they were added.
std::vector<const CLI::App*> verbs_of(const CLI::App& verb);

// Options that are not hidden, with those of option groups.
std::vector<const CLI::Option*> positionals_of(const CLI::App& verb);
std::vector<const CLI::Option*> options_of(const CLI::App& verb);

// With the verbs above it: "peel plan iblt".
std::string full_name(const CLI::App& verb);

// The names under which an option may be given: "-h", "--help".
std::vector<std::string> names_of(const CLI::Option& option);

// Whether a word follows the option; none follows a flag.
bool takes_value(const CLI::Option& option);
// Whether one may, and need not.
bool may_stand_alone(const CLI::Option& option);

// The words that an option accepts; none if it takes no value, or any value of some kind.
std::vector<std::string> accepted_words(const CLI::Option& option);

}  // namespace peel::cli
