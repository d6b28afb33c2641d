#include "cli/help/help_formatter.hpp"

#include "cli/help/verb_text.hpp"

namespace peel::cli {

HelpFormatter::HelpFormatter() {
  column_width(28);
  label("REQUIRED", "(required)");
  label("SUBCOMMAND", "VERB");
}

std::string HelpFormatter::make_help(const CLI::App* verb, std::string name, CLI::AppFormatMode mode) const {
  std::string help = CLI::Formatter::make_help(verb, std::move(name), mode);
  // Where a group of options is hidden, CLI11 leaves its blank lines.
  for (std::size_t gap = 0; (gap = help.find("\n\n\n")) != std::string::npos;) help.erase(gap, 1);
  help.erase(help.find_last_not_of('\n') + 1);
  return help + "\n";
}

std::string HelpFormatter::make_description(const CLI::App* verb) const {
  if (verb->get_name().empty()) return CLI::Formatter::make_description(verb);  // an option group
  std::string text;
  for (const Block& block : footer_blocks(*verb)) {
    if (block.is_examples()) text += block.source + "\n\n";
  }
  return text + CLI::Formatter::make_description(verb) + "\n";
}

std::string HelpFormatter::make_footer(const CLI::App* verb) const {
  std::string text;
  for (const Block& block : footer_blocks(*verb)) {
    if (!block.is_examples()) text += block.source + "\n\n";
  }
  return text;
}

}  // namespace peel::cli
