#include "cli/help/man_page.hpp"

#include "cli/help/help_text.hpp"
#include "cli/help/text_blocks.hpp"

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
std::string usage_of(const Command& verb) {
  return bold(verb.full_name()) + roff(" " + usage_words(verb));
}

// An option as help writes it, names in bold and its value in italics.
std::string option_of(const Option& option) {
  std::string tag;
  for (const std::string& name : option.each_name()) tag += (tag.empty() ? "" : ", ") + bold(name);
  std::string rest = after_names(option);
  const std::string value = " " + option.value;
  if (value.size() > 1 && rest.starts_with(value)) {
    tag += " \\fI" + roff(option.value) + "\\fR";
    rest.erase(0, value.size());
  }
  return tagged(tag + roff(rest), option.text);
}

std::string verb_of(const Command& verb) {
  std::string out = ".SS \"" + roff(verb.full_name()) + "\"\n" + roff(verb.summary()) + ".\n";
  out += ".PP\n" + usage_of(verb) + "\n";
  for (const Option* option : verb.arguments()) out += option_of(*option);
  for (const Option* option : verb.options()) {
    if (option != &verb.help()) out += option_of(*option);
  }
  const auto blocks = blocks_of(verb.more);
  for (const Block& block : blocks) {
    if (block.is_paragraph()) out += paragraph(block.source);
  }
  for (const Block& block : blocks) {
    if (!block.is_paragraph()) out += paragraph(block.title + ":") + entries_of(block);
  }
  return out;
}

std::string verbs_below(const Command& verb) {
  std::string out;
  for (const auto& below : verb.verbs()) out += verb_of(*below) + verbs_below(*below);
  return out;
}

// One line for each verb that can be given as it is.
std::string synopsis_below(const Command& verb) {
  std::string out;
  for (const auto& below : verb.verbs()) {
    out += below->verbs().empty() ? ".br\n" + usage_of(*below) + "\n" : synopsis_below(*below);
  }
  return out;
}

}  // namespace

std::string man_page(const Command& command, std::string_view version) {
  const auto blocks = blocks_of(command.more);
  const std::string& name = command.name();
  std::string out = ".TH " + in_capitals(name) + " 1 \"\" \"" + roff(version) + "\" \"User Commands\"\n";
  out += ".ad l\n.nh\n";  // neither stretched lines nor words cut at their end: much of it is to be typed
  out += section("name") + roff(name) + " \\- " + roff(in_mid_sentence(command.summary())) + "\n";
  out += section("synopsis") + usage_of(command) + "\n" + synopsis_below(command);
  out += section("description");
  for (const Block& block : blocks) {
    if (block.is_paragraph()) out += paragraph(block.source);
  }
  for (const Block& block : blocks) {
    if (block.is_examples()) out += section(block.title) + entries_of(block);
  }
  out += section("options");
  for (const Option* option : command.options()) out += option_of(*option);
  out += section("verbs") + verbs_below(command);
  for (const Block& block : blocks) {
    if (!block.is_paragraph() && !block.is_examples()) out += section(block.title) + entries_of(block);
  }
  return out;
}

}  // namespace peel::cli
