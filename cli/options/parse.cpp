#include "cli/options/parse.hpp"

#include "cli/help/help_text.hpp"
#include "cli/nearest_word.hpp"
#include "cli/options/unknown_option.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace peel::cli {

namespace {

CLI::Option* add_page(CLI::App& app, const Option& option, const Option::Page& page) {
  const auto print = [&page](const std::string& word) {
    auto text = page(word);
    if (!text) throw CLI::ValidationError(text.error().sentence());
    throw CLI::Success(*std::move(text), CLI::ExitCodes::Success);
  };
  if (!option.takes_word())
    return app.add_flag_callback(
        option.names, [print] { print(""); }, option.text);
  return app.add_option_function<std::string>(option.names, print, option.text);
}

void add_option(CLI::App& app, const Option& option) {
  CLI::Option* const added = std::visit(
      [&](const auto& target) -> CLI::Option* {
        using Target = std::remove_cvref_t<decltype(target)>;
        if constexpr (std::is_same_v<Target, Option::Page>) {
          return add_page(app, option, target);
        } else if constexpr (std::is_same_v<Target, std::reference_wrapper<bool>>) {
          return app.add_flag(option.names, target.get(), option.text);
        } else {
          return app.add_option(option.names, target.get(), option.text);
        }
      },
      option.target);
  if (option.takes_word()) added->type_name(option.value);
  switch (option.rule) {
    case Option::Rule::usual:
    case Option::Rule::hidden:
      break;
    case Option::Rule::required:
      added->required();
      break;
    case Option::Rule::word_is_optional:
      added->expected(0, 1);
      break;
    case Option::Rule::repeated:
      added->allow_extra_args(false);
      break;
    case Option::Rule::comma_list:
      added->delimiter(',')->allow_extra_args(false);
      break;
  }
}

void describe(CLI::App& app, const Command& command) {
  app.set_help_flag(command.help().names, command.help().text);
  for (const Option& option : command.all_options()) {
    if (&option != &command.help()) add_option(app, option);
  }
  for (const auto& verb : command.verbs()) describe(*app.add_subcommand(verb->name(), ""), *verb);
  if (!command.verbs().empty()) app.require_subcommand(1);
}

// The parser and the command that the given verbs lead to.
struct Deepest {
  const CLI::App* app;
  const Command* command;
};

Deepest deepest_given(const CLI::App& app, const Command& command) {
  Deepest at{&app, &command};
  for (auto given = app.get_subcommands(); !given.empty(); given = at.app->get_subcommands())
    at = {given.front(), at.command->verb_called(given.front()->get_name())};
  return at;
}

// All names of the option that the parser complains of because it came twice; empty if that is not it.
std::string given_too_often(const CLI::App& verb, const std::string& complaint) {
  const std::size_t end = complaint.find(": At Most 1 required but received ");
  if (end == std::string::npos) return {};
  const CLI::Option* const option = verb.get_option_no_throw(complaint.substr(0, end));
  return option == nullptr ? complaint.substr(0, end) : option->get_name(false, true);
}

// What to say where the parser complains of an option that nothing follows; empty where it does not.
std::string without_its_word(const std::string& complaint) {
  constexpr std::string_view kBefore = ": 1 required ";
  constexpr std::string_view kBehind = " missing";
  const std::size_t end = complaint.find(kBefore);
  if (end == std::string::npos || !complaint.ends_with(kBehind)) return {};
  const std::size_t word = end + kBefore.size();
  return complaint.substr(0, end) + " is given without the word that follows it; accepted is " +
         complaint.substr(word, complaint.size() - kBehind.size() - word);
}

std::string options_and_verbs(const Command& command) {
  std::vector<std::string> names;
  for (const Option* option : command.options()) names.push_back(option->longest_name());
  names.push_back("the verbs " + in_a_row(command.verb_names()));
  return in_a_row(names);
}

// The first of the words that nothing was made of which is spelled as an option. Behind -- there are none.
std::optional<std::string> option_among(const std::vector<std::string>& left,
                                        std::span<const char* const> typed) {
  const auto end = std::ranges::find(typed, std::string_view("--"));
  for (const std::string& word : left) {
    if (word.size() > 1 && word.starts_with('-') && std::find(typed.begin(), end, word) != end) return word;
  }
  return std::nullopt;
}

std::string no_verb(const Command& command, const Command& above, const std::string& word) {
  const auto meant = nearest_word(word, above.verb_names());
  return word + " is not a verb" + (&above == &command ? "" : " of " + above.full_name()) +
         (meant ? " (did you mean " + *meant + "?)" : "") + "; accepted are " + in_a_row(above.verb_names());
}

// The complaint about a word that is left over when every argument of the verb has one.
std::string too_many_words(const Command& verb, const std::string& word) {
  std::vector<std::string> names;
  for (const Option* const argument : verb.arguments()) names.push_back(argument->names);
  return word + " is one word too many; " + verb.full_name() + " takes " +
         (names.empty() ? "options alone" : in_a_row(names));
}

std::string mistake(const Command& command, const CLI::App& app, const CLI::ParseError& reason,
                    std::span<const char* const> typed) {
  const auto [last, verb] = deepest_given(app, command);
  std::vector<std::string> left = last->remaining();
  const auto option = option_among(left, typed);
  if (option && verb == &command)
    return *option + " is no option of " + command.name() + "; accepted are " + options_and_verbs(command);
  if (option) return unknown_option(command, *verb, *option);
  std::erase(left, "--");
  if (!left.empty() && !verb->verbs().empty()) return no_verb(command, *verb, left.front());
  if (!left.empty()) return too_many_words(*verb, left.front());
  if (std::string lacking = without_its_word(reason.what()); !lacking.empty()) return lacking;
  if (const std::string names = given_too_often(*last, reason.what()); !names.empty())
    return names + " is given more than once; accepted is once";
  return std::string(reason.what()) + "; " + verb->full_name() + " --help shows what is accepted";
}

}  // namespace

Result<Parsed> parse(const Command& command, int argc, const char* const* argv) {
  CLI::App app("", command.name());
  describe(app, command);
  app.require_subcommand(0, 1);  // the caller says in better words that a verb is missing
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Parsed{nullptr, help_text(*deepest_given(app, command).command)};
  } catch (const CLI::ParseError& reason) {
    if (reason.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
      return Parsed{nullptr, reason.what()};
    return failure(ErrorCode::invalid_argument,
                   mistake(command, app, reason, {argv, static_cast<std::size_t>(argc)}));
  }
  return Parsed{deepest_given(app, command).command};
}

}  // namespace peel::cli
