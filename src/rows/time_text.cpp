#include "rows/time_text.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace peel::rows {

namespace {

constexpr std::int64_t kPerSecond = 1'000'000;
constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int64_t kPerDay = kSecondsPerDay * kPerSecond;

struct Date {
  std::int64_t year;
  unsigned month;  // 1 to 12
  unsigned day;    // 1 to 31
};

bool is_leap(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

unsigned days_in(std::int64_t year, unsigned month) {
  constexpr std::array<unsigned, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

// Days from 0000-01-01 to the first of a year.
std::int64_t days_before(std::int64_t year) {
  const std::int64_t last = year - 1;
  return 365 * year + floor_div(last, 4) - floor_div(last, 100) + floor_div(last, 400) + 1;
}

constexpr std::int64_t kEpochDay = 719'528;  // 1970-01-01

std::int64_t day_number(const Date& date) {
  std::int64_t days = days_before(date.year) - kEpochDay;
  for (unsigned month = 1; month < date.month; ++month) days += days_in(date.year, month);
  return days + date.day - 1;
}

Date date_of(std::int64_t day) {
  std::int64_t year = floor_div((day + kEpochDay) * 400, 146'097);  // right but for one
  while (days_before(year) - kEpochDay > day) --year;
  while (days_before(year + 1) - kEpochDay <= day) ++year;
  auto rest = static_cast<unsigned>(day - (days_before(year) - kEpochDay));
  unsigned month = 1;
  while (rest >= days_in(year, month)) rest -= days_in(year, month++);
  return {year, month, rest + 1};
}

// A point in time, as far as it is read: whole seconds, and what is less.
struct Instant {
  std::int64_t seconds = 0;
  std::int64_t micros = 0;  // 0 to 999,999
};

// Nothing if 64 bits do not hold it.
std::optional<std::int64_t> microseconds_in(Instant instant) {
  // The first second of all has a part that fits while its whole does not.
  if (instant.seconds < 0) instant = {instant.seconds + 1, instant.micros - kPerSecond};
  std::int64_t micros = 0;
  if (__builtin_mul_overflow(instant.seconds, kPerSecond, &micros) ||
      __builtin_add_overflow(micros, instant.micros, &micros)) {
    return std::nullopt;
  }
  return micros;
}

// Takes what a point in time is written with from the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool take(char wanted) {
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::optional<unsigned> digits(std::size_t count) {
    if (rest_.size() < count) return std::nullopt;
    unsigned number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (rest_[i] < '0' || rest_[i] > '9') return std::nullopt;
      number = number * 10 + static_cast<unsigned>(rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return number;
  }
  // How many digits come next.
  std::size_t digits_ahead() const {
    const std::size_t end = rest_.find_first_not_of("0123456789");
    return end == std::string_view::npos ? rest_.size() : end;
  }

 private:
  std::string_view rest_;
};

std::optional<std::int64_t> fraction(Reader& reader) {
  std::int64_t micros = 0;
  std::int64_t unit = kPerSecond / 10;
  bool any = false;
  while (const auto digit = reader.digits(1)) {
    any = true;
    if (unit == 0 && *digit != 0) return std::nullopt;
    micros += *digit * unit;
    unit /= 10;
  }
  return any ? std::optional(micros) : std::nullopt;
}

std::optional<std::int64_t> year_of(Reader& reader) {
  const bool is_negative = reader.take('-');
  const bool has_sign = is_negative || reader.take('+');
  const std::size_t count = reader.digits_ahead();
  if (count < 4 || count > (has_sign ? 6 : 4)) return std::nullopt;
  const std::int64_t year = *reader.digits(count);
  return is_negative ? -year : year;
}

std::optional<Instant> clock(Reader& reader) {
  const auto hours = reader.digits(2);
  if (!hours || *hours > 23 || !reader.take(':')) return std::nullopt;
  const auto minutes = reader.digits(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  Instant time{(std::int64_t{*hours} * 60 + *minutes) * 60};
  if (!reader.take(':')) return time;
  const auto seconds = reader.digits(2);
  if (!seconds || *seconds > 59) return std::nullopt;
  time.seconds += *seconds;
  if (!reader.take('.')) return time;
  const auto part = fraction(reader);
  if (!part) return std::nullopt;
  time.micros = *part;
  return time;
}

// How many seconds east of UTC.
std::optional<std::int64_t> zone(Reader& reader) {
  if (reader.at_end() || reader.take('Z')) return 0;
  const bool is_east = reader.take('+');
  if (!is_east && !reader.take('-')) return std::nullopt;
  const auto hours = reader.digits(2);
  if (!hours || *hours > 15) return std::nullopt;
  const auto minutes = reader.take(':') || !reader.at_end() ? reader.digits(2) : std::optional(0U);
  if (!minutes || *minutes > 59) return std::nullopt;
  const std::int64_t offset = (std::int64_t{*hours} * 60 + *minutes) * 60;
  return is_east ? offset : -offset;
}

}  // namespace

std::optional<std::int64_t> microseconds_of(std::string_view text) {
  Reader reader(text);
  const auto year = year_of(reader);
  if (!year || !reader.take('-')) return std::nullopt;
  const auto month = reader.digits(2);
  if (!month || *month < 1 || *month > 12 || !reader.take('-')) return std::nullopt;
  const auto day = reader.digits(2);
  if (!day || *day < 1 || *day > days_in(*year, *month)) return std::nullopt;
  const std::int64_t date = day_number({*year, *month, *day}) * kSecondsPerDay;
  if (reader.at_end()) return microseconds_in({date});
  if (!reader.take('T')) {
    if (!reader.take(' ')) return std::nullopt;
    while (reader.take(' ')) {
    }
  }
  const auto time = clock(reader);
  if (!time) return std::nullopt;
  const auto offset = zone(reader);
  if (!offset || !reader.at_end()) return std::nullopt;
  return microseconds_in({date + time->seconds - *offset, time->micros});
}

std::string time_text(std::int64_t microseconds) {
  const std::int64_t day = floor_div(microseconds, kPerDay);
  const std::int64_t rest = microseconds % kPerDay + (microseconds % kPerDay < 0 ? kPerDay : 0);
  const Date date = date_of(day);
  const std::int64_t seconds = rest / kPerSecond;
  std::array<char, 64> room;
  std::snprintf(room.data(), room.size(), "%s%04lld-%02u-%02u %02lld:%02lld:%02lld",
                date.year < 0      ? "-"
                : date.year > 9999 ? "+"
                                   : "",
                std::llabs(date.year), date.month, date.day, static_cast<long long>(seconds / 3600),
                static_cast<long long>(seconds / 60 % 60), static_cast<long long>(seconds % 60));
  std::string text(room.data());
  if (const std::int64_t part = rest % kPerSecond; part != 0) {
    std::snprintf(room.data(), room.size(), ".%06lld", static_cast<long long>(part));
    text += room.data();
    while (text.back() == '0') text.pop_back();
  }
  return text + 'Z';
}

}  // namespace peel::rows
