#include "rows/time_text.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace peel::rows {

namespace {

constexpr std::int64_t kPerSecond = 1'000'000;
constexpr std::int64_t kPerDay = 86'400 * kPerSecond;

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

std::optional<std::int64_t> clock(Reader& reader) {
  const auto hours = reader.digits(2);
  if (!hours || *hours > 23 || !reader.take(':')) return std::nullopt;
  const auto minutes = reader.digits(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  std::int64_t micros = (std::int64_t{*hours} * 60 + *minutes) * 60 * kPerSecond;
  if (!reader.take(':')) return micros;
  const auto seconds = reader.digits(2);
  if (!seconds || *seconds > 59) return std::nullopt;
  micros += *seconds * kPerSecond;
  if (!reader.take('.')) return micros;
  const auto part = fraction(reader);
  return part ? std::optional(micros + *part) : std::nullopt;
}

// How far east of UTC.
std::optional<std::int64_t> zone(Reader& reader) {
  if (reader.at_end() || reader.take('Z')) return 0;
  const bool is_east = reader.take('+');
  if (!is_east && !reader.take('-')) return std::nullopt;
  const auto hours = reader.digits(2);
  if (!hours || *hours > 15) return std::nullopt;
  reader.take(':');
  const auto minutes = reader.at_end() ? std::optional(0U) : reader.digits(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const std::int64_t offset = (std::int64_t{*hours} * 60 + *minutes) * 60 * kPerSecond;
  return is_east ? offset : -offset;
}

}  // namespace

std::optional<std::int64_t> microseconds_of(std::string_view text) {
  Reader reader(text);
  const auto year = reader.digits(4);
  if (!year || !reader.take('-')) return std::nullopt;
  const auto month = reader.digits(2);
  if (!month || *month < 1 || *month > 12 || !reader.take('-')) return std::nullopt;
  const auto day = reader.digits(2);
  if (!day || *day < 1 || *day > days_in(*year, *month)) return std::nullopt;
  const std::int64_t date = day_number({*year, *month, *day}) * kPerDay;
  if (reader.at_end()) return date;
  if (!reader.take('T')) {
    if (!reader.take(' ')) return std::nullopt;
    while (reader.take(' ')) {
    }
  }
  const auto time = clock(reader);
  if (!time) return std::nullopt;
  const auto offset = zone(reader);
  if (!offset || !reader.at_end()) return std::nullopt;
  return date + *time - *offset;
}

std::string time_text(std::int64_t microseconds) {
  const std::int64_t day = floor_div(microseconds, kPerDay);
  const std::int64_t rest = microseconds - day * kPerDay;
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
