#include "cli/help/bash_completion.hpp"

#include "cli/help/verb_text.hpp"

#include <fmt/format.h>
#include <map>
#include <vector>

namespace peel::cli {

namespace {

// The tables of the script. A verb is called by the words after the command, each with a space before it: ""
// is the command itself, " plan iblt" a verb below a verb.
struct Words {
  std::vector<std::string> verbs;                            // all but ""
  std::map<std::string, std::vector<std::string>> below;     // verb -> the verbs that may follow
  std::map<std::string, std::vector<std::string>> options;   // verb -> its options
  std::map<std::string, std::vector<std::string>> accepted;  // verb and option -> words; none: file names
};

void collect(const CLI::App& verb, const std::string& path, Words& words) {
  if (!path.empty()) words.verbs.push_back(path);
  for (const CLI::Option* option : options_of(verb)) {
    for (const std::string& name : names_of(*option)) {
      words.options[path].push_back(name);
      // What follows an option that may stand alone is completed like any other word: an option of the verb
      // or a file name.
      if (takes_value(*option) && !may_stand_alone(*option))
        words.accepted[path + " " + name] = accepted_words(*option);
    }
  }
  for (const CLI::App* below : verbs_of(verb)) {
    words.below[path].push_back(below->get_name());
    collect(*below, path + " " + below->get_name(), words);
  }
}

// The arms of a case: each sets `words`.
std::string arms_of(const std::map<std::string, std::vector<std::string>>& table, const char* indent) {
  std::string out;
  for (const auto& [pattern, words] : table) {
    out += fmt::format("{}'{}') words='{}' ;;\n", indent, pattern, fmt::join(words, " "));
  }
  return out;
}

// Where nothing is offered, bash completes file names: so says `complete` in the last line.
constexpr const char* kScript = R"(# Completion of {name} for bash, as printed by: {name} --completion bash
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

std::string bash_completion(const CLI::App& command) {
  Words words;
  collect(command, "", words);
  return fmt::format(kScript, fmt::arg("name", command.get_name()),
                     fmt::arg("verbs", fmt::join(words.verbs, "' | '")),
                     fmt::arg("accepted", arms_of(words.accepted, "    ")),
                     fmt::arg("options", arms_of(words.options, "          ")),
                     fmt::arg("below", arms_of(words.below, "          ")));
}

}  // namespace peel::cli
