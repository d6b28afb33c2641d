// IP addresses that were counted, as people write them. Link peel::sources.
#pragma once

#include <string>
#include <string_view>

namespace peel::sources {

// From the 16 bytes of IPv6 as on the wire: a.b.c.d of an IPv4 address, ::ffff:a.b.c.d; others in the one
// form that RFC 5952 recommends.
std::string address_text(std::string_view bytes);

}  // namespace peel::sources
