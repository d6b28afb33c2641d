#include "cli/help/completion_words.hpp"

namespace peel::cli {

namespace {

std::vector<CompletionWord> without_text(const std::vector<std::string>& words) {
  std::vector<CompletionWord> out;
  for (const std::string& word : words) out.push_back({word});
  return out;
}

void collect(const Command& verb, const std::string& path, CompletionWords& words) {
  if (!path.empty()) words.verbs.push_back(path);
  for (const Option* option : verb.options()) {
    for (const std::string& name : option->each_name()) {
      words.options[path].push_back({name, option->text});
      // Where the word is optional, what follows is completed like any other word: as an option of the verb
      // or a file name.
      if (option->takes_word() && option->rule != Option::Rule::word_is_optional)
        words.accepted[path + " " + name] = without_text(option->accepted_words());
    }
  }
  for (const Option* argument : verb.arguments()) {
    const auto accepted = without_text(argument->accepted_words());
    if (!accepted.empty()) words.below[path] = accepted;
  }
  for (const auto& below : verb.verbs()) {
    words.below[path].push_back({below->name(), below->summary()});
    collect(*below, path + " " + below->name(), words);
  }
}

}  // namespace

CompletionWords completion_words(const Command& command) {
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
