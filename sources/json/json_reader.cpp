#include "sources/json/json_reader.hpp"

#include <algorithm>
#include <utility>

namespace peel::sources {

namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_high_surrogate(std::uint32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}

bool is_low_surrogate(std::uint32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

std::string shown(std::string_view rest) {
  if (rest.empty()) return "the end of the line";
  const auto byte = static_cast<unsigned char>(rest.front());
  if (byte > ' ' && byte <= '~') return std::string("'") + rest.front() + '\'';
  constexpr const char* kDigits = "0123456789abcdef";
  return std::string("byte 0x") + kDigits[byte >> 4] + kDigits[byte & 15];
}

void append_utf8(std::uint32_t point, std::string& to) {
  const auto put = [&to](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | point >> 6);
    put(0x80 | (point & 63));
  } else if (point < 0x10000) {
    put(0xE0 | point >> 12);
    put(0x80 | (point >> 6 & 63));
    put(0x80 | (point & 63));
  } else {
    put(0xF0 | point >> 18);
    put(0x80 | (point >> 12 & 63));
    put(0x80 | (point >> 6 & 63));
    put(0x80 | (point & 63));
  }
}

// The usual mistake is a value that is spread over several lines.
constexpr const char* kOneInEachLine = "; accepted is one JSON value in each line, as jq -c writes it";

// Bytes of text that stand for themselves and need no look at what follows: ASCII but for quotes, backslashes
// and control characters.
constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain = {};
  for (std::size_t byte = 0x20; byte < 0x80; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}
constexpr std::array<bool, 256> kPlain = plain_bytes();

}  // namespace

std::string JsonFault::sentence() const {
  return "byte " + std::to_string(at + 1) + ": " + what;
}

std::optional<std::uint32_t> hex4(std::string_view digits) {
  if (digits.size() < 4) return std::nullopt;
  std::uint32_t value = 0;
  for (const char digit : digits.substr(0, 4)) {
    const char lower = static_cast<char>(digit | 0x20);
    if (!is_digit(digit) && (lower < 'a' || lower > 'f')) return std::nullopt;
    value = value << 4 | static_cast<std::uint32_t>(is_digit(digit) ? digit - '0' : lower - 'a' + 10);
  }
  return value;
}

void append_unescaped(std::string_view spelled, std::string& to) {
  for (std::size_t at = 0; at < spelled.size();) {
    const std::size_t slash = std::min(spelled.find('\\', at), spelled.size());
    to += spelled.substr(at, slash - at);
    if (slash == spelled.size()) return;
    const char kind = spelled[slash + 1];
    at = slash + 2;
    if (kind != 'u') {
      constexpr std::string_view kFrom = "bfnrt";
      constexpr std::string_view kTo = "\b\f\n\r\t";
      const std::size_t found = kFrom.find(kind);
      to += found == std::string_view::npos ? kind : kTo[found];
      continue;
    }
    std::uint32_t point = *hex4(spelled.substr(at));
    at += 4;
    if (is_high_surrogate(point)) {
      point = 0x10000 + ((point - 0xD800) << 10) + (*hex4(spelled.substr(at + 2)) - 0xDC00);
      at += 6;
    }
    append_utf8(point, to);
  }
}

JsonToken JsonReader::next() {
  if (has_fault_) return JsonToken::fault;
  skip_space();
  const char byte = at_ < text_.size() ? text_[at_] : '\0';
  switch (expected_) {
    case Expected::nothing:
      if (at_ == text_.size()) return JsonToken::end;
      wrong(at_, shown(text_.substr(at_)) + " behind the end of the value" + kOneInEachLine);
      return JsonToken::fault;
    case Expected::comma_or_end:
      if (byte == brackets_[depth_ - 1]) return close();
      if (byte != ',') return unexpected(brackets_[depth_ - 1] == '}' ? "',' or '}'" : "',' or ']'");
      ++at_;
      skip_space();
      if (brackets_[depth_ - 1] == ']') return value();
      break;
    case Expected::name_or_end:
      if (byte == '}') return close();
      break;
    case Expected::value_or_end:
      if (byte == ']') return close();
      return value();
    case Expected::value:
      return value();
    case Expected::name:
      break;
  }
  if (at_ >= text_.size() || text_[at_] != '"') return unexpected("the name of a member in quotes");
  if (!quoted()) return JsonToken::fault;
  const std::string_view name = raw_;
  skip_space();
  if (at_ >= text_.size() || text_[at_] != ':') return unexpected("':'");
  ++at_;
  raw_ = name;
  expected_ = Expected::value;
  return JsonToken::name;
}

void JsonReader::skip_space() {
  while (at_ < text_.size() &&
         (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' || text_[at_] == '\n'))
    ++at_;
}

JsonToken JsonReader::value() {
  if (at_ == text_.size()) return unexpected("a value");
  switch (text_[at_]) {
    case '{':
    case '[':
      return open(text_[at_]);
    case '"':
      if (!quoted()) return JsonToken::fault;
      value_is_over();
      return JsonToken::text;
    case 't':
      return word("true", JsonToken::true_value);
    case 'f':
      return word("false", JsonToken::false_value);
    case 'n':
      return word("null", JsonToken::null_value);
    default:
      return number();
  }
}

JsonToken JsonReader::open(char bracket) {
  if (depth_ == kJsonDepth) {
    wrong(at_, "more than " + std::to_string(kJsonDepth) +
                   " arrays and objects inside each other; accepted are up to so many");
    return JsonToken::fault;
  }
  const bool is_object = bracket == '{';
  brackets_[depth_++] = is_object ? '}' : ']';
  raw_ = text_.substr(at_++, 1);
  expected_ = is_object ? Expected::name_or_end : Expected::value_or_end;
  return is_object ? JsonToken::begin_object : JsonToken::begin_array;
}

JsonToken JsonReader::close() {
  raw_ = text_.substr(at_++, 1);
  const char bracket = brackets_[--depth_];
  value_is_over();
  return bracket == '}' ? JsonToken::end_object : JsonToken::end_array;
}

JsonToken JsonReader::word(std::string_view spelling, JsonToken token) {
  if (text_.substr(at_, spelling.size()) != spelling) return unexpected("a value");
  raw_ = text_.substr(at_, spelling.size());
  at_ += spelling.size();
  value_is_over();
  return token;
}

JsonToken JsonReader::number() {
  const std::size_t begin = at_;
  const auto here = [this] { return at_ < text_.size() ? text_[at_] : '\0'; };
  const auto digits = [&] {
    const std::size_t first = at_;
    while (is_digit(here())) ++at_;
    return at_ > first;
  };
  if (here() == '-') ++at_;
  const std::size_t first = at_;
  if (!digits()) return unexpected(at_ == begin ? "a value" : "a digit");
  if (text_[first] == '0' && at_ > first + 1) {
    wrong(first, "a number that begins with 0; accepted is it without leading zeros, or in quotes");
    return JsonToken::fault;
  }
  if (here() == '.') {
    ++at_;
    if (!digits()) return unexpected("a digit");
  }
  if (here() == 'e' || here() == 'E') {
    ++at_;
    if (here() == '-' || here() == '+') ++at_;
    if (!digits()) return unexpected("a digit");
  }
  raw_ = text_.substr(begin, at_ - begin);
  value_is_over();
  return JsonToken::number;
}

// Goes behind the closing quote.
bool JsonReader::quoted() {
  const std::size_t quote = at_++;
  has_escapes_ = false;
  for (;;) {
    while (at_ < text_.size() && kPlain[static_cast<unsigned char>(text_[at_])]) ++at_;
    if (at_ == text_.size())
      return wrong(quote, std::string("the quote that begins here is never closed") + kOneInEachLine);
    const char byte = text_[at_];
    if (byte == '"') break;
    if (byte == '\\') {
      has_escapes_ = true;
      if (!escape()) return false;
    } else if (static_cast<unsigned char>(byte) < 0x20) {
      return wrong(at_,
                   shown(text_.substr(at_)) + " in text; accepted is its escape, such as \\n or \\u0000");
    } else if (!beyond_ascii()) {
      return false;
    }
  }
  raw_ = text_.substr(quote + 1, at_ - quote - 1);
  ++at_;
  return true;
}

bool JsonReader::escape() {
  constexpr std::string_view kKinds = "\"\\/bfnrtu";
  const std::size_t begin = at_;
  const std::string_view kind = text_.substr(begin + 1, 1);
  if (kind.empty() || kKinds.find(kind.front()) == std::string_view::npos)
    return wrong(begin, "a backslash and " + shown(kind) +
                            R"( are no escape; accepted are \" \\ \/ \b \f \n \r \t and \uXXXX)");
  at_ += 2;
  if (kind != "u") return true;
  const auto unit = hex4(text_.substr(at_));
  if (!unit) return wrong(begin, "an escape \\u without its four hexadecimal digits, such as \\u00e9");
  at_ += 4;
  if (!is_high_surrogate(*unit) && !is_low_surrogate(*unit)) return true;
  const auto second = text_.substr(at_, 2) == "\\u" ? hex4(text_.substr(at_ + 2)) : std::nullopt;
  if (is_low_surrogate(*unit) || !second || !is_low_surrogate(*second)) {
    return wrong(begin, "the escape " + std::string(text_.substr(begin, 6)) +
                            " is half of a surrogate pair; accepted are both halves together");
  }
  at_ += 6;
  return true;
}

// A character of two to four bytes; the shortest form, no surrogates, none above 10FFFF.
bool JsonReader::beyond_ascii() {
  const auto byte = [this](std::size_t i) {
    return at_ + i < text_.size() ? static_cast<unsigned char>(text_[at_ + i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  std::size_t size = 0;
  if (first >= 0xC2 && first < 0xE0 && follows(1)) {
    size = 2;
  } else if (first >= 0xE0 && first < 0xF0 && follows(1) && follows(2)) {
    const bool is_long = first == 0xE0 && second < 0xA0;
    const bool is_surrogate = first == 0xED && second >= 0xA0;
    size = is_long || is_surrogate ? 0 : 3;
  } else if (first >= 0xF0 && first < 0xF5 && follows(1) && follows(2) && follows(3)) {
    const bool is_long = first == 0xF0 && second < 0x90;
    const bool is_beyond = first == 0xF4 && second >= 0x90;
    size = is_long || is_beyond ? 0 : 4;
  }
  if (size == 0)
    return wrong(
        at_, shown(text_.substr(at_)) + " is not UTF-8 here; accepted is JSON in UTF-8, as iconv makes it");
  at_ += size;
  return true;
}

JsonToken JsonReader::unexpected(const char* accepted) {
  wrong(at_, shown(text_.substr(std::min(at_, text_.size()))) + " where " + accepted + " is expected" +
                 kOneInEachLine);
  return JsonToken::fault;
}

// Always false.
bool JsonReader::wrong(std::size_t at, std::string what) {
  fault_ = {at, std::move(what)};
  has_fault_ = true;
  return false;
}

}  // namespace peel::sources
