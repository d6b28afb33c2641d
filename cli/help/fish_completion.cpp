#include "cli/help/fish_completion.hpp"

#include "cli/help/completion_words.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

std::string in_quotes(const std::string& text) {
  return in_single_quotes(text, "\\'");
}

std::string said_of(const CompletionWord& word) {
  return word.text.empty() ? "" : " -d " + in_quotes(word.text);
}

// The name of an option as `complete` wants it: -s o, -l output.
std::string option_of(const std::string& name) {
  return name.starts_with("--") ? "-l " + name.substr(2) : "-s " + name.substr(1);
}

// What follows an option: nothing, one of some words, or a file.
std::string value_of(const CompletionWords& words, const std::string& path) {
  const auto accepted = words.accepted.find(path);
  if (accepted == words.accepted.end()) return "";
  if (accepted->second.empty()) return " -r";
  std::string list;
  for (const CompletionWord& word : accepted->second) list += (list.empty() ? "" : " ") + word.word;
  return " -x -a " + in_quotes(list);
}

constexpr const char* kFishScript =
    R"(# Completion of {name} for fish, as printed by: {name} --completion fish
# Whether these verbs were given so far, each with a space before it.
function __{name}_at
    set -l verb ''
    for word in (commandline -opc)[2..-1]
        switch "$verb $word"
            case {verbs}
                set verb "$verb $word"
        end
    end
    test "$verb" = "$argv[1]"
end
{lines})";

}  // namespace

std::string fish_completion(const Command& command) {
  const CompletionWords words = completion_words(command);
  const std::string& name = command.name();
  const auto start = [&name](const std::string& verb) {
    return fmt::format("complete -c {0} -n '__{0}_at \"{1}\"'", name, verb);
  };
  std::string lines;
  for (const auto& [verb, below] : words.below) {
    for (const CompletionWord& word : below)
      lines += start(verb) + " -f -a " + word.word + said_of(word) + "\n";
  }
  for (const auto& [verb, options] : words.options) {
    for (const CompletionWord& option : options) {
      lines += start(verb) + " " + option_of(option.word) + value_of(words, verb + " " + option.word) +
               said_of(option) + "\n";
    }
  }
  std::string verbs;
  for (const std::string& verb : words.verbs) verbs += (verbs.empty() ? "" : " ") + in_quotes(verb);
  return fmt::format(kFishScript, fmt::arg("name", name), fmt::arg("verbs", verbs), fmt::arg("lines", lines));
}

}  // namespace peel::cli
