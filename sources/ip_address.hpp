// IP addresses in text: finding the first one in a line of a log, and printing one.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace peel::sources {

// An IPv6 address as on the wire. An IPv4 address a.b.c.d is ::ffff:a.b.c.d, and so the same address however
// it was written. [RFC 4291, 2.5.5.2]
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};

  friend auto operator<=>(const IpAddress&, const IpAddress&) = default;
};

// The first address that stands in the text: in brackets or not, a port, a zone (%eth0) or the length of a
// prefix behind it. It is no part of a longer word, name or number: not v1.2.3.4, 1.2.3.4.example.com nor
// 1.2.3.4.5. Numbers with leading zeros, which some read as octal, make no IPv4 address, and a bare :: is an
// address only in brackets. Linear in the length of the text.
std::optional<IpAddress> first_address(std::string_view text);

// a.b.c.d of an IPv4 address; others in the one form that RFC 5952 recommends.
std::string text_of(const IpAddress& address);

}  // namespace peel::sources
