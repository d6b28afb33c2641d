// The command and its verbs as data: what can be typed, what is said of it, and what then runs. The parser,
// help, the manual page and the completion of every shell are made from this tree, so they cannot disagree,
// and a new verb appears in all of them.
//
// How a verb describes itself:
// - its summary is one sentence without a full stop, which lists of verbs show;
// - `more` is a text of paragraphs and titled blocks with a blank line between them. A titled block is a line
//   that ends in a colon and indented entries: a term, two or more spaces, what is said of it. A line that is
//   indented further continues the entry before. The block "Examples:" comes first in help.
#pragma once

#include "peel/core/result.hpp"

#include "cli/output/output.hpp"
#include "cli/status.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace peel::cli {

// One row of the table of what a verb takes.
struct Option {
  // Makes the page that is printed in place of running a verb; `word` is what followed the option.
  using Page = std::function<Result<std::string>(const std::string& word)>;
  // Where the parser puts what was typed. A bool belongs to a flag, which no word follows.
  using Target = std::variant<std::reference_wrapper<bool>, std::reference_wrapper<std::string>,
                              std::reference_wrapper<std::optional<std::string>>,
                              std::reference_wrapper<std::vector<std::string>>, Page>;
  enum class Rule : std::uint8_t {
    usual,             // may be left out, and is given once; a vector takes all words that follow
    required,          // may not be left out
    word_is_optional,  // --plot, --plot FILE
    repeated,          // a vector takes one word each time the option is given
    comma_list,        // the same, and commas divide the word
    hidden,            // accepted and not shown
  };

  std::string names;  // "-o,--output"; a word in capitals is an argument, which is known by its place
  Target target;
  std::string text;        // what is said of it
  std::string value = {};  // of the word that follows: a placeholder in capitals, or accepted words and |
  Rule rule = Rule::usual;

  std::vector<std::string> each_name() const;  // "-o" and "--output"
  std::string longest_name() const;            // the last of them
  bool is_argument() const;
  bool takes_word() const;  // a flag takes none
  bool takes_many_words() const;
  // The words that are accepted; none if no word follows, or any word of some kind.
  std::vector<std::string> accepted_words() const;
};

class Command {
 public:
  using Run = std::function<Result<Status>(Output& output)>;

  Command(std::string name, std::string summary);
  Command(const Command&) = delete;  // verbs know the command above them by its address
  Command& operator=(const Command&) = delete;
  ~Command() = default;

  Command& add_verb(std::string name, std::string summary);
  void add(Option option) { options_.push_back(std::move(option)); }

  const std::string& name() const { return name_; }
  const std::string& summary() const { return summary_; }
  bool is_verb() const { return above_ != nullptr; }
  std::string full_name() const;  // with the commands above it: "peel plan iblt"
  const std::vector<std::unique_ptr<Command>>& verbs() const { return verbs_; }
  std::vector<std::string> verb_names() const;
  const Command* verb_called(const std::string& name) const;  // null if there is none

  // In the order in which they were added, --help first; hidden ones are left out.
  std::vector<const Option*> arguments() const;
  std::vector<const Option*> options() const;
  const std::vector<Option>& all_options() const { return options_; }
  const Option& help() const { return options_.front(); }
  void keep_h_for_verb() { options_.front().names = "--help"; }  // -h means something else, as in grep

  // The words that were typed after the name of this verb, from the targets of its options. Parsing them
  // again gives the same targets.
  std::vector<std::string> typed_words() const;

  std::string more = {};
  Run run = {};  // none: one of its verbs must follow

 private:
  std::string name_;
  std::string summary_;
  const Command* above_ = nullptr;  // null: not a verb, but the command itself
  std::vector<std::unique_ptr<Command>> verbs_;
  std::vector<Option> options_;  // the first is --help
};

// "a, b and c", for sentences that say what is accepted.
std::string in_a_row(const std::vector<std::string>& names);

}  // namespace peel::cli
