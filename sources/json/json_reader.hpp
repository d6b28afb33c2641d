// A pull parser for one JSON value (RFC 8259), strict: text is UTF-8, surrogates come in pairs, nothing
// follows the value. It allocates nothing and keeps views of the text; names and text are handed out as they
// are spelled.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace peel::sources {

enum class JsonToken : std::uint8_t {
  begin_object,
  end_object,
  begin_array,
  end_array,
  name,  // of a member, whose value follows
  text,
  number,
  true_value,
  false_value,
  null_value,
  end,    // the value is complete, and nothing follows it
  fault,  // this is no JSON value
};

// Why a text is no JSON value that can be compared.
struct JsonFault {
  std::size_t at = 0;  // byte of the text, from 0
  std::string what;

  // "byte 7: ..."
  std::string sentence() const;
};

// Arrays and objects inside each other, at most.
inline constexpr std::size_t kJsonDepth = 200;

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  // After `end` and after `fault` it stays there.
  JsonToken next();

  // The token as it stands; names and text without their quotes.
  std::string_view raw() const { return raw_; }
  // Whether a name or text has a backslash in it. Without, it means what it says.
  bool has_escapes() const { return has_escapes_; }
  // Of `fault`.
  const JsonFault& fault() const { return fault_; }
  // Where the token begins.
  std::size_t offset() const { return static_cast<std::size_t>(raw_.data() - text_.data()); }
  // Arrays and objects that are open.
  std::size_t depth() const { return depth_; }

 private:
  enum class Expected : std::uint8_t { value, value_or_end, name, name_or_end, comma_or_end, nothing };

  void skip_space();
  JsonToken value();
  JsonToken open(char bracket);
  JsonToken close();
  JsonToken word(std::string_view spelling, JsonToken token);
  JsonToken number();
  bool quoted();
  bool escape();
  bool beyond_ascii();
  JsonToken unexpected(const char* accepted);
  bool wrong(std::size_t at, std::string what);
  void value_is_over() { expected_ = depth_ == 0 ? Expected::nothing : Expected::comma_or_end; }

  std::string_view text_;
  std::size_t at_ = 0;
  Expected expected_ = Expected::value;
  std::size_t depth_ = 0;
  std::array<char, kJsonDepth> brackets_ = {};  // that close what is open
  std::string_view raw_ = {};
  bool has_escapes_ = false;
  JsonFault fault_;
  bool has_fault_ = false;
};

// The four hexadecimal digits of an escape, if they are some.
std::optional<std::uint32_t> hex4(std::string_view digits);

// What the text between two quotes, as a JsonReader handed it out, says. Appended.
void append_unescaped(std::string_view spelled, std::string& to);

}  // namespace peel::sources
