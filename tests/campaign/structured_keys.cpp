#include "campaign/structured_keys.hpp"

#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <unordered_set>

namespace peel::test {

namespace {

constexpr std::size_t kMost = std::size_t{1} << 16;
constexpr std::size_t kIsoDate = 10;      // 2024-01-31
constexpr std::size_t kCompactDate = 8;   // 20240131
constexpr std::size_t kSecondsWidth = 5;  // seconds of any day until the year 36,000
constexpr std::uint64_t kDay = 86'400;

// 2^bits, up to kMost.
std::size_t power_of_two(std::size_t bits) {
  return bits >= 16 ? kMost : std::size_t{1} << bits;
}

// Lowest byte first; zeros behind the eighth.
void put_number(std::uint64_t number, std::byte* key, std::size_t width) {
  store_le(key, number, std::min<std::size_t>(width, 8));
}

void put_text(std::string_view text, std::byte* key) {
  std::ranges::copy(std::as_bytes(std::span(text)), key);
}

// A day of a calendar whose months have 28 days each, which is what dates look like.
std::string date_text(std::uint64_t day, bool has_dashes) {
  char room[32];
  const auto year = static_cast<unsigned>(1900 + day / 336);
  const auto month = static_cast<unsigned>(1 + day / 28 % 12);
  const auto of_month = static_cast<unsigned>(1 + day % 28);
  std::snprintf(room, sizeof room, has_dashes ? "%04u-%02u-%02u" : "%04u%02u%02u", year, month, of_month);
  return room;
}

void put_date(std::uint64_t day, std::byte* key, std::size_t width) {
  if (width >= kCompactDate) return put_text(date_text(day, width >= kIsoDate), key);
  put_number(day * kDay, key, width);
}

// The number that is i-th among those with at most two bits: none, each one, each two.
void flip(std::size_t i, std::byte* key, std::size_t width) {
  const auto turn = [key](std::size_t bit) { key[bit / 8] ^= std::byte{1} << (bit % 8); };
  if (i == 0) return;
  const std::size_t bits = 8 * width;
  if (i <= bits) return turn(i - 1);
  i -= bits + 1;
  std::size_t high = 1;
  while (i >= high) i -= high++;
  turn(high);
  turn(i);
}

void put_digits(std::uint64_t number, bool to_the_left, std::byte* key, std::size_t width) {
  const std::string digits = std::to_string(number);
  std::fill_n(key, width, static_cast<std::byte>(to_the_left ? ' ' : '0'));
  put_text(digits, to_the_left ? key : key + (width - digits.size()));
}

Bytes random_keys(std::size_t count, std::size_t width, Random& random) {
  Bytes keys;
  std::unordered_set<std::string> seen;
  while (seen.size() < count) {
    Bytes key(width);
    for (std::byte& byte : key) byte = static_cast<std::byte>(random.next());
    if (seen.emplace(as_text(key)).second) keys.insert(keys.end(), key.begin(), key.end());
  }
  return keys;
}

}  // namespace

std::string_view name_of(KeyKind kind) {
  constexpr std::string_view kNames[] = {"counting", "even",   "multiples",  "addresses",
                                         "dates",    "digits", "neighbours", "random"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::size_t most_keys(KeyKind kind, ByteWidth width) {
  const std::size_t bytes = width.value;
  switch (kind) {
    case KeyKind::counting:
    case KeyKind::addresses:
      return power_of_two(8 * bytes);
    case KeyKind::even:
      return power_of_two(8 * bytes - 1);
    case KeyKind::multiples:
      return bytes < 3 ? 0 : power_of_two(8 * bytes - 20);
    case KeyKind::dates:
      return bytes < kSecondsWidth ? 0 : kMost / 2;
    case KeyKind::digits: {
      std::size_t count = 1;
      for (std::size_t i = 0; i < std::min<std::size_t>(bytes, 4); ++i) count *= 10;
      return count;
    }
    case KeyKind::neighbours:
      return std::min(kMost, 1 + 8 * bytes + 8 * bytes * (8 * bytes - 1) / 2);
    case KeyKind::random:
      return power_of_two(8 * bytes - 1);
  }
  return 0;
}

Bytes structured_keys(KeyKind kind, ByteWidth width, std::size_t count, Random& random) {
  const std::size_t bytes = width.value;
  if (kind == KeyKind::random) return random_keys(count, bytes, random);
  const bool is_prefixed = kind == KeyKind::addresses || kind == KeyKind::neighbours;
  Bytes prefix(bytes);
  if (is_prefixed) {
    for (std::byte& byte : prefix) byte = static_cast<std::byte>(random.next());
  }
  // Where the run of keys begins: at 0 half of the time.
  const std::uint64_t first = random.below(2) * random.below(most_keys(kind, width) - count + 1);
  const bool to_the_left = random.below(2) == 0;
  Bytes keys(count * bytes);
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* const key = &keys[i * bytes];
    std::ranges::copy(prefix, key);
    const std::uint64_t number = first + i;
    switch (kind) {
      case KeyKind::counting:
        put_number(number, key, bytes);
        break;
      case KeyKind::even:
        put_number(2 * number, key, bytes);
        break;
      case KeyKind::multiples:
        put_number(number << 20, key, bytes);
        break;
      case KeyKind::addresses:
        key[bytes - 1] = static_cast<std::byte>(number);
        if (bytes > 1) key[bytes - 2] = static_cast<std::byte>(number >> 8);
        break;
      case KeyKind::dates:
        put_date(number, key, bytes);
        break;
      case KeyKind::digits:
        put_digits(number, to_the_left, key, bytes);
        break;
      case KeyKind::neighbours:
        flip(i, key, bytes);
        break;
      case KeyKind::random:
        break;
    }
  }
  return keys;
}

}  // namespace peel::test
