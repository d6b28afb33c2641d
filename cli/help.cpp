// peel help TOPIC: a text about something that several verbs share, or what --help says of a verb.
#include "cli/help/help_text.hpp"
#include "cli/help/topics.hpp"
#include "cli/verb.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

std::vector<std::string> topic_names() {
  std::vector<std::string> names;
  for (const Topic& topic : topics()) names.emplace_back(topic.name);
  return names;
}

std::string list_of_topics() {
  std::string list = "\nTopics, for peel help TOPIC:\n";
  for (const Topic& topic : topics()) list += fmt::format("  {:<26}{}\n", topic.name, topic.title());
  return list;
}

// The verb that these words name, or none.
const Command* verb_called(const Command& peel, const std::vector<std::string>& words) {
  const Command* verb = &peel;
  for (const std::string& word : words) {
    verb = verb->verb_called(word);
    if (verb == nullptr) break;
  }
  return verb;
}

Result<Status> help(const Command& peel, const std::vector<std::string>& words, Output& output) {
  if (words.empty()) {
    output.write(help_text(peel) + list_of_topics());
    return Status::done;
  }
  if (const Command* const verb = verb_called(peel, words)) {
    output.write(help_text(*verb));
    return Status::done;
  }
  const auto topic = std::ranges::find(topics(), words.front(), &Topic::name);
  if (words.size() > 1 || topic == topics().end()) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("{} is no topic of help; accepted are {}, and verbs, which are {}",
                               fmt::join(words, " "), in_a_row(topic_names()), in_a_row(peel.verb_names())));
  }
  output.write(topic->text);
  return Status::done;
}

}  // namespace

void add_help(Command& peel) {
  const auto words = std::make_shared<std::vector<std::string>>();
  Command& verb = peel.add_verb("help", "Explain a topic or a verb, with examples");
  std::vector<std::string> accepted = topic_names();
  std::ranges::copy(peel.verb_names(), std::back_inserter(accepted));
  verb.more =
      "Examples:\n  peel help             the topics\n  peel help formats     one of them\n  peel help plan "
      "iblt   the same as peel plan iblt --help\n";
  verb.add({"TOPIC", *words, "What to explain", fmt::format("{}", fmt::join(accepted, "|"))});
  verb.run = [words, &peel](Output& output) { return help(peel, *words, output); };
}

}  // namespace peel::cli
