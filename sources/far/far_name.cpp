#include "peel/sources/far.hpp"

#include "sources/source.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <sys/stat.h>

namespace peel::sources {

namespace {

constexpr std::string_view kScheme = "ssh://";

tl::unexpected<Error> refused_name(const std::string& text, const std::string& why) {
  return failure(ErrorCode::invalid_argument,
                 text + ": " + why + "; accepted is ssh://[USER@]HOST[:PORT]/SOURCE, or HOST:PATH");
}

Result<void> check_host(const std::string& text, std::string_view host) {
  const std::string_view machine = host.substr(host.rfind('@') + 1);
  if (machine.empty()) return refused_name(text, "there is no host");
  // The shell would take it for an option.
  if (host.front() == '-' || machine.front() == '-') return refused_name(text, "a host begins with -");
  const auto is_odd = [](char character) { return character <= ' ' || character == 0x7F; };
  if (std::ranges::any_of(host, is_odd)) return refused_name(text, "the host has a blank in it");
  return {};
}

// ssh://host/data/a.csv is /data/a.csv there, ssh://host/~/a.csv is in the home folder, and what names its
// kind itself, such as sqlite:..., stands as it is.
std::string source_behind(std::string_view path) {
  if (path.starts_with("sqlite:")) return std::string(path);
  if (path.starts_with("~/")) return std::string(path.substr(2));
  const std::size_t first = path.find_first_not_of('/');
  if (first == std::string_view::npos) return "";
  return "/" + std::string(path.substr(first));
}

Result<FarName> parse(const std::string& text) {
  std::string_view rest = std::string_view(text).substr(kScheme.size());
  const std::size_t slash = rest.find('/');
  if (slash == std::string_view::npos) return refused_name(text, "no slash follows the host");
  std::string_view host = rest.substr(0, slash);
  FarName far{.host = {}, .source = source_behind(rest.substr(slash + 1))};
  const std::size_t closing = host.rfind(']');  // of an address as in [::1]
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && (closing == std::string_view::npos || colon > closing)) {
    const std::string_view digits = host.substr(colon + 1);
    std::uint16_t port = 0;
    const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (trouble != std::errc() || end != digits.data() + digits.size() || port == 0)
      return refused_name(text, "the port is " + std::string(digits) + ", and no number from 1 to 65535");
    far.port = port;
    host = host.substr(0, colon);
  }
  if (auto checked = check_host(text, host); !checked) return failure(checked.error());
  far.host = std::string(host);
  // ssh takes an address without its brackets.
  std::erase_if(far.host, [](char character) { return character == '[' || character == ']'; });
  return far;
}

bool is_here(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0;
}

}  // namespace

Result<std::optional<FarName>> far_name(const std::string& text) {
  if (text.starts_with(kScheme))
    return parse(text).map([](FarName far) { return std::optional(std::move(far)); });
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon > text.find('/')) return std::optional<FarName>();
  const std::string host = text.substr(0, colon);
  constexpr std::array<std::string_view, 6> kOtherSchemes = {"sqlite", "file",     "http",
                                                             "https",  "postgres", "postgresql"};
  if (std::ranges::find(kOtherSchemes, host) != kOtherSchemes.end() || is_here(text))
    return std::optional<FarName>();
  if (auto checked = check_host(text, host); !checked) return failure(checked.error());
  return std::optional(FarName{.host = host, .source = text.substr(colon + 1)});
}

}  // namespace peel::sources
