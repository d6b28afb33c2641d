// What the completion of every shell offers, from the tree of verbs. A verb is called by the words
// after the command, each with a space before it: "" is the command itself, " plan iblt" a verb below a verb.
#pragma once

#include "cli/options/command.hpp"

#include <map>
#include <string>
#include <vector>

namespace peel::cli {

struct CompletionWord {
  std::string word;
  std::string text = {};  // what is said of it
};

struct CompletionWords {
  using Table = std::map<std::string, std::vector<CompletionWord>>;

  std::vector<std::string> verbs;  // all but ""
  Table below;                     // verb -> the words that may follow: verbs, or what its argument accepts
  Table options;                   // verb -> its options
  Table accepted;                  // verb and option -> words; none: file names
};

CompletionWords completion_words(const Command& command);

// For a shell, in single quotes, where a quote itself is written as `quote`.
std::string in_single_quotes(const std::string& text, const std::string& quote);

}  // namespace peel::cli
