// Points in time as people write them, and as microseconds since 1970 in UTC. The calendar is the Gregorian
// one, before 1582 too; a day has 86,400 seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace peel::rows {

// 2024-01-31, with a T or spaces 23:59, 23:59:59 or 23:59:59.999999, and Z, +02, +0200 or +02:00 or nothing,
// which is UTC. Years with a sign have four to six digits. Digits beyond the microsecond must be zeros.
std::optional<std::int64_t> microseconds_of(std::string_view text);

// 2024-01-31 23:59:59.5Z; years before 0 or after 9999 with their sign.
std::string time_text(std::int64_t microseconds);

}  // namespace peel::rows
