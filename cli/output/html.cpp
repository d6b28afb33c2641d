#include "cli/output/html.hpp"

#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

constexpr std::size_t kMostOfBlob = 64;  // bytes of it that are shown

// The character, or the byte that is none, that the text begins with.
std::string_view first_character(std::string_view text) {
  return text.substr(0, std::max<std::size_t>(1, character_length(text)));
}

bool is_stray(std::string_view character) {
  return character_length(character) == 0;
}

unsigned byte_of(std::string_view character) {
  return static_cast<unsigned char>(character[0]);
}

std::string name_of_unseen(std::string_view character) {
  if (character == "\n") return "\\n";
  if (character == "\r") return "\\r";
  if (character == "\t") return "\\t";
  if (is_stray(character) || character.size() == 1) return fmt::format("\\x{:02X}", byte_of(character));
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(code_point(character)));
}

// Whether the scripts of the page, whose numbers are doubles, keep it as it is.
bool fits_double(std::int64_t value) {
  constexpr std::int64_t kMostExact = std::int64_t{1} << 53;
  return value >= -kMostExact && value <= kMostExact;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char character : text) {
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

std::string nothing(std::string_view word) {
  return fmt::format("<span class=\"nil\">{}</span>", word);
}

std::string hex_of(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes.substr(0, kMostOfBlob))
    out += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return out;
}

}  // namespace

std::string html_text(std::string_view text) {
  return escaped(printable(text));
}

std::string html_with_marks(std::string_view bytes, MostCharacters most) {
  std::string out;
  for (std::size_t shown = 0; !bytes.empty(); ++shown) {
    if (shown == most.value) return out + "&hellip;";
    const std::string_view character = first_character(bytes);
    bytes.remove_prefix(character.size());
    if (is_stray(character) || is_unseen(code_point(character))) {
      out += fmt::format("<span class=\"unseen\">{}</span>", name_of_unseen(character));
    } else {
      out += escaped(character);
    }
  }
  return out;
}

std::string html_cell(const rows::Cell& cell, MostCharacters most) {
  if (cell.is_null()) return nothing("NULL");
  if (cell.is_missing()) return nothing("missing");
  if (cell.tag == rows::CellTag::blob) {
    const std::string dots =
        cell.payload.size() > kMostOfBlob ? fmt::format("... ({} bytes)", grouped(cell.payload.size())) : "";
    return html_with_marks(fmt::format("x'{}'{}", hex_of(cell.payload), dots), most);
  }
  const std::string text = rows::text_of(cell);
  return text.empty() ? nothing("&quot;&quot;") : html_with_marks(text, most);
}

void append_script_text(std::string& out, std::string_view bytes) {
  out += '"';
  while (!bytes.empty()) {
    const std::string_view character = first_character(bytes);
    bytes.remove_prefix(character.size());
    if (is_stray(character)) {
      out += fmt::format("\\udc{:02x}", byte_of(character));
    } else if (character.size() == 1 && (byte_of(character) < 0x20 || character == "<")) {
      out += fmt::format("\\u{:04x}", byte_of(character));
    } else if (character == "\"" || character == "\\") {
      out += '\\';
      out += character;
    } else if (character == "\u2028" || character == "\u2029") {
      out += character == "\u2028" ? "\\u2028" : "\\u2029";
    } else {
      out += character;
    }
  }
  out += '"';
}

void append_script_integer(std::string& out, std::int64_t value) {
  out += fits_double(value) ? fmt::format("{}", value) : fmt::format("\"{}\"", value);
}

void append_script_cell(std::string& out, const rows::Cell& cell) {
  switch (cell.tag) {
    case rows::CellTag::null:
      out += "null";
      return;
    case rows::CellTag::json:
      if (cell.is_missing()) {
        out += "[\"m\"]";
        return;
      }
      [[fallthrough]];
    case rows::CellTag::text:
      append_script_text(out, cell.payload);
      return;
    case rows::CellTag::blob:
      out += fmt::format("[\"b\",{},\"{}\"]", cell.payload.size(), hex_of(cell.payload));
      return;
    case rows::CellTag::integer:
      if (fits_double(rows::integer_of(cell))) {
        out += fmt::format("{}", rows::integer_of(cell));
        return;
      }
      break;
    case rows::CellTag::decimal:
    case rows::CellTag::real:
    case rows::CellTag::time:
    case rows::CellTag::rounded:
      break;
  }
  out += "[\"n\",";
  append_script_text(out, rows::text_of(cell));
  out += ']';
}

}  // namespace peel::cli
