#include "cli/help/bash_completion.hpp"

#include "cli/help/completion_words.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

// The arms of a case: each sets `words`.
std::string bash_arms_of(const CompletionWords::Table& table, const char* indent) {
  std::string out;
  for (const auto& [pattern, words] : table) {
    out += fmt::format("{}'{}') words='", indent, pattern);
    for (std::size_t i = 0; i < words.size(); ++i) out += (i > 0 ? " " : "") + words[i].word;
    out += "' ;;\n";
  }
  return out;
}

// Where nothing is offered, bash completes file names: so says `complete` in the last line.
constexpr const char* kBashScript =
    R"(# Completion of {name} for bash, as printed by: {name} --completion bash
_{name}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} verb='' words='' i
  COMPREPLY=()
  if [[ $current == = ]]; then  # bash makes three words of --option=word
    current=''
  elif [[ $previous == = ]]; then
    previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${{COMP_WORDS[i]}} == -- ]] && return
    case "$verb ${{COMP_WORDS[i]}}" in
      '{verbs}') verb+=" ${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$verb $previous" in
{accepted}    *)
      if [[ $current == -* ]]; then
        case $verb in
{options}        esac
      else
        case $verb in
{below}        esac
      fi
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o bashdefault -o default -F _{name} {name}
)";

}  // namespace

std::string bash_completion(const Command& command) {
  const CompletionWords words = completion_words(command);
  return fmt::format(kBashScript, fmt::arg("name", command.name()),
                     fmt::arg("verbs", fmt::join(words.verbs, "' | '")),
                     fmt::arg("accepted", bash_arms_of(words.accepted, "    ")),
                     fmt::arg("options", bash_arms_of(words.options, "          ")),
                     fmt::arg("below", bash_arms_of(words.below, "          ")));
}

}  // namespace peel::cli
