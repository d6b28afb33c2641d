// How a user names what is in a database:
//
//   sqlite:PATH                      all its tables
//   sqlite:PATH?table=NAME           one table or view
//   sqlite:PATH?query=SELECT ...     what a query yields
//   PATH                             a file that is a database
//
// PATH is relative, or absolute with one slash or three (sqlite:///PATH). Behind sqlite: any byte can be
// written as % and two hexadecimal digits; ? in the path, & in a value and % everywhere must be. A + is a +.
#pragma once

#include "peel/core/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace peel::sources::sqlite {

struct Location {
  std::string path = {};
  // At most one of them.
  std::optional<std::string> table = std::nullopt;
  std::optional<std::string> query = std::nullopt;

  friend bool operator==(const Location&, const Location&) = default;
};

// Of a text that begins with "sqlite:". Fails with `invalid_argument` for any that is not as above.
Result<Location> parse_location(std::string_view text);

// What makes a file a database: its first bytes always do, and its name (.db, .sqlite or .sqlite3) unless the
// user has said that files are text.
enum class Recognition : std::uint8_t { by_name_or_bytes, by_bytes };

// Only files that can be read again are looked into.
bool is_database(const std::string& path, Recognition recognition);
// The same of an open file, by its bytes alone.
bool begins_like_database(int descriptor);

// What a SOURCE names, or nothing if it is no database. Fails as parse_location.
Result<std::optional<Location>> locate(const std::string& source,
                                       Recognition recognition = Recognition::by_name_or_bytes);

}  // namespace peel::sources::sqlite
