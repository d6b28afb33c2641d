#include "cli/help/man_page.hpp"

#include "cli/help/help_formatter.hpp"
#include "cli/help/verb_text.hpp"

#include <cctype>
#include <string_view>

namespace peel::cli {

namespace {

std::string in_capitals(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

std::string in_mid_sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

// The text as it stands: nothing in it is a request, and quotes and dashes stay those that can be typed.
std::string roff(std::string_view text) {
  std::string out;
  bool at_line_start = true;
  for (const char letter : text) {
    switch (letter) {
      case '\\':
        out += "\\(rs";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '"':
        out += "\\(dq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '|':
        out += "|\\:";  // a long list of words may be broken there
        break;
      case '.':
        out += at_line_start ? "\\&." : ".";
        break;
      default:
        out += letter;
    }
    at_line_start = letter == '\n';
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}

std::string section(const std::string& title) {
  return ".SH \"" + roff(in_capitals(title)) + "\"\n";
}

std::string paragraph(std::string_view text) {
  return ".PP\n" + roff(text) + "\n";
}

// A tag in roff, and below it what is said of it.
std::string tagged(const std::string& tag, std::string_view text) {
  return ".TP\n" + tag + "\n" + (text.empty() ? "" : roff(text) + "\n");
}

std::string entries_of(const Block& block) {
  std::string out;
  for (const Entry& entry : block.entries) out += tagged(bold(entry.term), entry.text);
  return out;
}

// The line of help that says how a verb is used, with the name of the command in bold.
std::string usage_of(const CLI::App& verb) {
  const std::string start = "Usage: " + full_name(verb);
  std::string line = HelpFormatter().make_usage(&verb, full_name(verb));
  line.erase(line.find_last_not_of('\n') + 1);
  return bold(full_name(verb)) + roff(line.substr(start.size()));
}

// An option as help writes it, names in bold and its type in italics.
std::string option_of(const CLI::Option& option) {
  const HelpFormatter help;
  std::string tag;
  for (const std::string& name : names_of(option)) tag += (tag.empty() ? "" : ", ") + bold(name);
  if (option.get_positional()) tag = bold(option.get_name(true));
  std::string rest = help.make_option_opts(&option);
  const std::string type = " " + option.get_type_name();
  if (type.size() > 1 && rest.starts_with(type)) {
    tag += " \\fI" + roff(std::string_view(type).substr(1)) + "\\fR";
    rest.erase(0, type.size());
  }
  return tagged(tag + roff(rest), option.get_description());
}

std::string verb_of(const CLI::App& verb) {
  std::string out = ".SS \"" + roff(full_name(verb)) + "\"\n" + roff(verb.get_description()) + ".\n";
  out += ".PP\n" + usage_of(verb) + "\n";
  for (const CLI::Option* option : positionals_of(verb)) out += option_of(*option);
  for (const CLI::Option* option : options_of(verb)) {
    if (option != verb.get_help_ptr()) out += option_of(*option);
  }
  const auto blocks = footer_blocks(verb);
  for (const Block& block : blocks) {
    if (block.is_paragraph()) out += paragraph(block.source);
  }
  for (const Block& block : blocks) {
    if (!block.is_paragraph()) out += paragraph(block.title + ":") + entries_of(block);
  }
  return out;
}

std::string verbs_below(const CLI::App& verb) {
  std::string out;
  for (const CLI::App* below : verbs_of(verb)) out += verb_of(*below) + verbs_below(*below);
  return out;
}

// One line for each verb that can be given as it is.
std::string synopsis_below(const CLI::App& verb) {
  std::string out;
  for (const CLI::App* below : verbs_of(verb)) {
    out += verbs_of(*below).empty() ? ".br\n" + usage_of(*below) + "\n" : synopsis_below(*below);
  }
  return out;
}

}  // namespace

std::string man_page(const CLI::App& command) {
  const auto blocks = footer_blocks(command);
  const std::string& name = command.get_name();
  std::string out =
      ".TH " + in_capitals(name) + " 1 \"\" \"" + roff(command.version()) + "\" \"User Commands\"\n";
  out += ".ad l\n.nh\n";  // neither stretched lines nor words cut at their end: much of it is to be typed
  out += section("name") + roff(name) + " \\- " + roff(in_mid_sentence(command.get_description())) + "\n";
  out += section("synopsis") + usage_of(command) + "\n" + synopsis_below(command);
  out += section("description");
  for (const Block& block : blocks) {
    if (block.is_paragraph()) out += paragraph(block.source);
  }
  for (const Block& block : blocks) {
    if (block.is_examples()) out += section(block.title) + entries_of(block);
  }
  out += section("options");
  for (const CLI::Option* option : options_of(command)) out += option_of(*option);
  out += section("verbs") + verbs_below(command);
  for (const Block& block : blocks) {
    if (!block.is_paragraph() && !block.is_examples()) out += section(block.title) + entries_of(block);
  }
  return out;
}

}  // namespace peel::cli
