#include "cli/help/completion_words.hpp"

#include "cli/help/verb_text.hpp"

namespace peel::cli {

namespace {

std::vector<CompletionWord> without_text(const std::vector<std::string>& words) {
  std::vector<CompletionWord> out;
  for (const std::string& word : words) out.push_back({word});
  return out;
}

void collect(const CLI::App& verb, const std::string& path, CompletionWords& words) {
  if (!path.empty()) words.verbs.push_back(path);
  for (const CLI::Option* option : options_of(verb)) {
    for (const std::string& name : names_of(*option)) {
      words.options[path].push_back({name, option->get_description()});
      // What follows an option that may stand alone is completed like any other word: an option of the verb
      // or a file name.
      if (takes_value(*option) && !may_stand_alone(*option))
        words.accepted[path + " " + name] = without_text(accepted_words(*option));
    }
  }
  for (const CLI::Option* argument : positionals_of(verb)) {
    const auto accepted = without_text(accepted_words(*argument));
    if (!accepted.empty()) words.below[path] = accepted;
  }
  for (const CLI::App* below : verbs_of(verb)) {
    words.below[path].push_back({below->get_name(), below->get_description()});
    collect(*below, path + " " + below->get_name(), words);
  }
}

}  // namespace

CompletionWords completion_words(const CLI::App& command) {
  CompletionWords words;
  collect(command, "", words);
  return words;
}

std::string in_single_quotes(const std::string& text, const std::string& quote) {
  std::string out = "'";
  for (const char letter : text) out += letter == '\'' ? quote : std::string(1, letter);
  return out + "'";
}

}  // namespace peel::cli
