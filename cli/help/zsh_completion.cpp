#include "cli/help/zsh_completion.hpp"

#include "cli/help/completion_words.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

// "word:text", the form that _describe takes.
std::string described(const CompletionWord& word) {
  return in_single_quotes(word.text.empty() ? word.word : word.word + ":" + word.text, "'\\''");
}

// The arms of a case: each sets `offered`.
std::string zsh_arms_of(const CompletionWords::Table& table, const char* indent) {
  std::string out;
  for (const auto& [pattern, words] : table) {
    out += fmt::format("{}('{}') offered=(", indent, pattern);
    for (std::size_t i = 0; i < words.size(); ++i) out += (i > 0 ? " " : "") + described(words[i]);
    out += ") ;;\n";
  }
  return out;
}

constexpr const char* kZshScript = R"(#compdef {name}
# Completion of {name} for zsh, as printed by: {name} --completion zsh
_{name}() {{
  local current=${{words[CURRENT]}} previous=${{words[CURRENT-1]}} verb=''
  local -a offered
  integer i
  for ((i = 2; i < CURRENT; ++i)); do
    if [[ ${{words[i]}} == -- ]]; then
      _files
      return
    fi
    case "$verb ${{words[i]}}" in
      ('{verbs}') verb+=" ${{words[i]}}" ;;
    esac
  done
  if [[ $current == --*=* ]]; then
    previous=${{current%%=*}}
    compset -P '*='
  fi
  case "$verb $previous" in
{accepted}    (*)
      if [[ $current == -* ]]; then
        case "$verb" in
{options}        esac
      else
        case "$verb" in
{below}        esac
      fi
      ;;
  esac
  if (( $#offered )); then
    _describe -o '{name}' offered
  else
    _files
  fi
}}
if [[ ${{funcstack[1]}} == _{name} ]]; then
  _{name} "$@"
elif (( $+functions[compdef] )); then
  compdef _{name} {name}
fi
)";

}  // namespace

std::string zsh_completion(const Command& command) {
  const CompletionWords words = completion_words(command);
  return fmt::format(kZshScript, fmt::arg("name", command.name()),
                     fmt::arg("verbs", fmt::join(words.verbs, "'|'")),
                     fmt::arg("accepted", zsh_arms_of(words.accepted, "    ")),
                     fmt::arg("options", zsh_arms_of(words.options, "          ")),
                     fmt::arg("below", zsh_arms_of(words.below, "          ")));
}

}  // namespace peel::cli
