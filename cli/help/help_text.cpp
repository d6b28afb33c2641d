#include "cli/help/help_text.hpp"

#include "cli/help/text_blocks.hpp"

#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace peel::cli {

namespace {

constexpr std::size_t kColumn = 28;  // where texts begin

std::string row(const std::string& left, std::string_view text) {
  const std::string start = "  " + left;
  if (start.size() >= kColumn && !text.empty()) return fmt::format("{}\n{:{}}{}\n", start, "", kColumn, text);
  return fmt::format("{:<{}}{}\n", start, kColumn, text);
}

std::string row(const Option& option) {
  return row(option.names + after_names(option), option.text);
}

std::string of_argument(const Option& argument) {
  const std::string words = argument.names + (argument.takes_many_words() ? "..." : "");
  return argument.rule == Option::Rule::required ? words : "[" + words + "]";
}

bool takes_list(const Option& option) {
  return std::holds_alternative<std::reference_wrapper<std::vector<std::string>>>(option.target);
}

}  // namespace

std::string after_names(const Option& option) {
  if (!option.takes_word()) return {};
  std::string words = option.value.empty() ? "" : " " + option.value;
  if (takes_list(option)) words += " ...";
  if (option.rule == Option::Rule::required) words += " (required)";
  return words;
}

std::string usage_words(const Command& command) {
  std::string words = "[OPTIONS]";
  for (const Option* argument : command.arguments()) words += " " + of_argument(*argument);
  if (!command.verbs().empty()) words += command.is_verb() ? " VERB" : " [VERB]";
  return words;
}

std::string help_text(const Command& command) {
  const auto blocks = blocks_of(command.more);
  std::string text;
  for (const Block& block : blocks) {
    if (block.is_examples()) text += block.source + "\n\n";
  }
  text += fmt::format("{}\n\nUsage: {} {}\n", command.summary(), command.full_name(), usage_words(command));
  if (const auto arguments = command.arguments(); !arguments.empty()) {
    text += "\nPositionals:\n";
    for (const Option* argument : arguments) text += row(*argument);
  }
  text += "\nOptions:\n";
  for (const Option* option : command.options()) text += row(*option);
  if (!command.verbs().empty()) {
    text += "\nVerbs:\n";
    for (const auto& verb : command.verbs()) text += row(verb->name(), verb->summary());
  }
  for (const Block& block : blocks) {
    if (!block.is_examples()) text += "\n" + block.source + "\n";
  }
  return text;
}

}  // namespace peel::cli
