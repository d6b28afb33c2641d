#include "cli/lab/html_text.hpp"

#include "cli/output/printable.hpp"

namespace peel::cli {

std::string html_text(std::string_view text) {
  std::string out;
  for (const char character : printable(text)) {
    switch (character) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += character;
    }
  }
  return out;
}

}  // namespace peel::cli
