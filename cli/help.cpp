// peel help TOPIC: a text about something that several verbs share, or what --help says of a verb.
#include "cli/help/topics.hpp"
#include "cli/help/verb_text.hpp"
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

std::string page_of(const CLI::App& app) {
  return app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal) + list_of_topics();
}

// The verb that these words name, or none.
const CLI::App* verb_called(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* verb = &app;
  for (const std::string& word : words) {
    const auto below = verbs_of(*verb);
    const auto found = std::ranges::find(below, word, [](const CLI::App* at) { return at->get_name(); });
    if (found == below.end()) return nullptr;
    verb = *found;
  }
  return verb;
}

Result<Status> help(const CLI::App& app, const std::vector<std::string>& words, Output& output) {
  if (words.empty()) {
    output.write(page_of(app));
    return Status::done;
  }
  if (const CLI::App* const verb = verb_called(app, words)) {
    output.write(verb->help(full_name(*verb->get_parent())));
    return Status::done;
  }
  const auto topic = std::ranges::find(topics(), words.front(), &Topic::name);
  if (words.size() > 1 || topic == topics().end()) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("{} is no topic of help; accepted are {}, and verbs, which are {}",
                               fmt::join(words, " "), in_a_row(topic_names()), in_a_row(verb_names(app))));
  }
  output.write(topic->text);
  return Status::done;
}

}  // namespace

void add_help(CLI::App& app, Verb& chosen) {
  const auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* verb = app.add_subcommand("help", "Explain a topic or a verb, with examples");
  verb->footer(
      "Examples:\n  peel help             the topics\n  peel help formats     one of them\n  peel help plan "
      "iblt   the same as peel plan iblt --help\n");
  std::vector<std::string> accepted = topic_names();
  std::ranges::copy(verb_names(app), std::back_inserter(accepted));
  verb->add_option("TOPIC", *words, "What to explain")
      ->type_name(fmt::format("{}", fmt::join(accepted, "|")));
  verb->callback([words, &app, &chosen] {
    chosen = [words, &app](Output& output) { return help(app, *words, output); };
  });
}

}  // namespace peel::cli
