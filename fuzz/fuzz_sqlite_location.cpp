// Any bytes as the name of a source in a database: what is taken means the same when every byte is escaped,
// and what is refused is refused with a reason.
#include "fuzz/claim.hpp"
#include "sources/sqlite/location.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace peel;

std::string escaped(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    const auto number = static_cast<unsigned char>(byte);
    text += {'%', kDigits[number >> 4], kDigits[number & 15]};
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = "sqlite:" + std::string(reinterpret_cast<const char*>(data), size);
  const auto location = sources::sqlite::parse_location(text);
  if (!location) {
    fuzz::claim(location.error().code() == ErrorCode::invalid_argument, "a refusal is of the argument");
    fuzz::claim(location.error().sentence().starts_with(text + ": "), "a refusal names the argument");
    return 0;
  }
  fuzz::claim(!location->path.empty(), "there is a path");
  fuzz::claim(!location->table || !location->query, "a table or a query, not both");
  std::string again = "sqlite:" + escaped(location->path);
  if (location->table) again += "?table=" + escaped(*location->table);
  if (location->query) again += "?query=" + escaped(*location->query);
  const auto same = sources::sqlite::parse_location(again);
  fuzz::claim(same && *same == *location, "escaped bytes are the same bytes");
  return 0;
}
