#include "cli/options/command.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace peel::cli {

namespace {

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

const std::vector<std::string>& each_of(const std::vector<std::string>& words) {
  return words;
}

std::vector<std::string> each_of(const std::optional<std::string>& word) {
  return word ? std::vector{*word} : std::vector<std::string>{};
}

}  // namespace

std::vector<std::string> Option::each_name() const {
  return parts_of(names, ',');
}

std::string Option::longest_name() const {
  return names.substr(names.rfind(',') + 1);
}

bool Option::is_argument() const {
  return !names.starts_with('-');
}

bool Option::takes_word() const {
  if (std::holds_alternative<Page>(target)) return !value.empty();
  return !std::holds_alternative<std::reference_wrapper<bool>>(target);
}

bool Option::takes_many_words() const {
  return rule != Rule::repeated && rule != Rule::comma_list &&
         std::holds_alternative<std::reference_wrapper<std::vector<std::string>>>(target);
}

std::vector<std::string> Option::accepted_words() const {
  if (!takes_word() || std::ranges::any_of(value, [](char letter) { return letter >= 'A' && letter <= 'Z'; }))
    return {};
  return parts_of(value, '|');
}

Command::Command(std::string name, std::string summary)
    : name_(std::move(name)),
      summary_(std::move(summary)),
      options_{{"-h,--help", Option::Page{}, "Print this help message and exit"}} {}

Command& Command::add_verb(std::string name, std::string summary) {
  verbs_.push_back(std::make_unique<Command>(std::move(name), std::move(summary)));
  verbs_.back()->above_ = this;
  return *verbs_.back();
}

std::string Command::full_name() const {
  return above_ == nullptr ? name_ : above_->full_name() + " " + name_;
}

std::vector<std::string> Command::verb_names() const {
  std::vector<std::string> names;
  for (const auto& verb : verbs_) names.push_back(verb->name());
  return names;
}

const Command* Command::verb_called(const std::string& name) const {
  const auto found = std::ranges::find(verbs_, name, [](const auto& verb) { return verb->name(); });
  return found == verbs_.end() ? nullptr : found->get();
}

std::vector<const Option*> Command::arguments() const {
  std::vector<const Option*> found;
  for (const Option& option : options_) {
    if (option.is_argument() && option.rule != Option::Rule::hidden) found.push_back(&option);
  }
  return found;
}

std::vector<const Option*> Command::options() const {
  std::vector<const Option*> found;
  for (const Option& option : options_) {
    if (!option.is_argument() && option.rule != Option::Rule::hidden) found.push_back(&option);
  }
  return found;
}

std::vector<std::string> Command::typed_words() const {
  std::vector<std::string> options;
  std::vector<std::string> arguments{"--"};
  const auto add = [&](const Option& option, const std::string& word) {
    if (option.is_argument()) {
      arguments.push_back(word);
    } else if (option.rule != Option::Rule::word_is_optional) {
      options.push_back(option.longest_name());
      options.push_back(word);
    } else {
      options.push_back(option.longest_name() + (word.empty() ? "" : "=" + word));
    }
  };
  for (const Option& option : options_) {
    std::visit(
        [&](const auto& target) {
          using Target = std::remove_cvref_t<decltype(target)>;
          if constexpr (std::is_same_v<Target, std::reference_wrapper<bool>>) {
            if (target.get()) options.push_back(option.longest_name());
          } else if constexpr (std::is_same_v<Target, std::reference_wrapper<std::string>>) {
            add(option, target.get());
          } else if constexpr (!std::is_same_v<Target, Option::Page>) {  // an optional or a vector
            for (const std::string& word : each_of(target.get())) add(option, word);
          }
        },
        option.target);
  }
  options.insert(options.end(), arguments.begin(), arguments.end());
  return options;
}

std::string in_a_row(const std::vector<std::string>& names) {
  std::string row;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) row += i + 1 == names.size() ? " and " : ", ";
    row += names[i];
  }
  return row;
}

}  // namespace peel::cli
