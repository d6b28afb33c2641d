#include "cli/help/verb_text.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace peel::cli {

namespace {

constexpr std::string_view kIndent = "  ";

// The lines between blank lines.
std::vector<std::vector<std::string>> chunks_of(const std::string& text) {
  std::vector<std::vector<std::string>> chunks(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) {
      chunks.back().push_back(line);
    } else if (!chunks.back().empty()) {
      chunks.emplace_back();
    }
  }
  if (chunks.back().empty()) chunks.pop_back();
  return chunks;
}

// An indented line without its indent, cut at the first gap of two spaces.
Entry entry_of(std::string_view line) {
  line.remove_prefix(kIndent.size());
  const std::size_t gap = line.find(kIndent);
  if (gap == std::string_view::npos) return {std::string(line), ""};
  return {std::string(line.substr(0, gap)), std::string(line.substr(line.find_first_not_of(' ', gap)))};
}

Block block_of(const std::vector<std::string>& lines) {
  Block block;
  for (const std::string& line : lines) block.source += (block.source.empty() ? "" : "\n") + line;
  const bool is_titled = lines.size() > 1 && lines[0].ends_with(':') && lines[1].starts_with(kIndent);
  if (!is_titled) return block;
  block.title = lines[0].substr(0, lines[0].size() - 1);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t indent = std::min(lines[i].find_first_not_of(' '), lines[i].size());
    if (indent <= kIndent.size() || block.entries.empty()) {
      block.entries.push_back(entry_of(lines[i]));
    } else {
      block.entries.back().text += " " + lines[i].substr(indent);
    }
  }
  return block;
}

template <class IsWanted>
void collect(const CLI::App& verb, const IsWanted& is_wanted, std::vector<const CLI::Option*>& found) {
  for (const CLI::Option* option : verb.get_options({})) {
    const bool is_help_of_group = verb.get_name().empty() && option == verb.get_help_ptr();
    if (!option->get_group().empty() && !is_help_of_group && is_wanted(*option)) found.push_back(option);
  }
  for (const CLI::App* below : verb.get_subcommands({})) {
    if (below->get_name().empty()) collect(*below, is_wanted, found);  // an option group
  }
}

}  // namespace

std::vector<Block> footer_blocks(const CLI::App& verb) {
  std::vector<Block> blocks;
  const CLI::App* const above = verb.get_parent();
  if (above != nullptr && above->get_footer() == verb.get_footer()) return blocks;  // inherited, not its own
  for (const auto& lines : chunks_of(verb.get_footer())) blocks.push_back(block_of(lines));
  return blocks;
}

std::vector<const CLI::App*> verbs_of(const CLI::App& verb) {
  return verb.get_subcommands([](const CLI::App* below) { return !below->get_name().empty(); });
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& verb) {
  std::vector<const CLI::Option*> found;
  collect(
      verb, [](const CLI::Option& option) { return option.get_positional(); }, found);
  return found;
}

std::vector<const CLI::Option*> options_of(const CLI::App& verb) {
  std::vector<const CLI::Option*> found;
  collect(
      verb, [](const CLI::Option& option) { return option.nonpositional(); }, found);
  return found;
}

std::string full_name(const CLI::App& verb) {
  const CLI::App* const above = verb.get_parent();
  return above == nullptr ? verb.get_name() : full_name(*above) + " " + verb.get_name();
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

bool may_stand_alone(const CLI::Option& option) {
  return takes_value(option) && option.get_items_expected_min() == 0;
}

std::vector<std::string> accepted_words(const CLI::Option& option) {
  const std::string type = takes_value(option) ? option.get_type_name() : "";
  if (std::ranges::any_of(type, [](char letter) { return letter >= 'A' && letter <= 'Z'; })) return {};
  std::vector<std::string> words;
  std::istringstream parts(type);
  for (std::string word; std::getline(parts, word, '|');) words.push_back(word);
  return words;
}

}  // namespace peel::cli
