#include "sources/sqlite/location.hpp"

#include "sources/file_descriptor.hpp"
#include "sources/path_ending.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace peel::sources::sqlite {

namespace {

constexpr std::string_view kScheme = "sqlite:";
constexpr std::string_view kMagic{"SQLite format 3\0", 16};

tl::unexpected<Error> no_location(std::string_view text, const std::string& why) {
  return failure(ErrorCode::invalid_argument,
                 std::string(text) + ": " + why +
                     "; accepted are sqlite:PATH, sqlite:PATH?table=NAME and sqlite:PATH?query=SELECT...");
}

int digit_of(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
  return -1;
}

// Nothing if a % is not followed by two digits.
std::optional<std::string> decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      bytes += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? digit_of(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return bytes;
}

Result<void> add_parameter(std::string_view text, std::string_view parameter, Location& location) {
  const std::size_t equals = parameter.find('=');
  const std::string_view name = parameter.substr(0, equals);
  if (name != "table" && name != "query") {
    return no_location(text, "there is no parameter '" + std::string(name) + "'");
  }
  if (equals == std::string_view::npos) {
    return no_location(text, "the parameter '" + std::string(name) + "' has no value");
  }
  if (location.table || location.query) return no_location(text, "one table or one query can be named");
  auto value = decoded(parameter.substr(equals + 1));
  if (!value) return no_location(text, "a % must be written %25, unless two hexadecimal digits follow");
  (name == "table" ? location.table : location.query) = std::move(*value);
  return {};
}

}  // namespace

Result<Location> parse_location(std::string_view text) {
  if (!text.starts_with(kScheme)) return no_location(text, "it does not begin with sqlite:");
  std::string_view rest = text.substr(kScheme.size());
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    if (!rest.starts_with('/')) return no_location(text, "a database lies on this machine, not on a host");
  }
  const std::size_t mark = rest.find('?');
  auto path = decoded(rest.substr(0, mark));
  if (!path) return no_location(text, "a % must be written %25, unless two hexadecimal digits follow");
  if (path->empty()) return no_location(text, "the path is missing");
  Location location{std::move(*path)};
  if (mark == std::string_view::npos) return location;
  for (std::size_t begin = mark + 1; begin <= rest.size();) {
    const std::size_t end = std::min(rest.find('&', begin), rest.size());
    auto added = add_parameter(text, rest.substr(begin, end - begin), location);
    if (!added) return failure(added.error());
    begin = end + 1;
  }
  return location;
}

bool is_database(const std::string& path, Recognition recognition) {
  for (const std::string_view extension : {".db", ".sqlite", ".sqlite3"}) {
    if (recognition == Recognition::by_name_or_bytes && ends_with(path, extension)) return true;
  }
  // A pipe is left alone: what is read from it is gone.
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
  const auto file = FileDescriptor::owned(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  return file.is_open() && begins_like_database(file.number());
}

bool begins_like_database(int descriptor) {
  std::array<char, kMagic.size()> first;
  return ::pread(descriptor, first.data(), first.size(), 0) == ssize_t{first.size()} &&
         std::string_view(first.data(), first.size()) == kMagic;
}

Result<std::optional<Location>> locate(const std::string& source, Recognition recognition) {
  if (source.starts_with(kScheme)) {
    auto location = parse_location(source);
    if (!location) return failure(location.error());
    return std::optional(std::move(*location));
  }
  if (is_database(source, recognition)) return std::optional(Location{source});
  return std::nullopt;
}

}  // namespace peel::sources::sqlite
