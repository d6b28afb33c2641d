#include "hashing/low_entropy_keys.hpp"

#include <cstdio>
#include <functional>
#include <ostream>

namespace peel::test {

namespace {

constexpr std::uint64_t kKeys = 20'000;

KeySet integers(std::string name, std::uint64_t count,
                const std::function<std::uint64_t(std::uint64_t)>& key) {
  KeySet set{std::move(name), {}, {}};
  for (std::uint64_t i = 0; i < count; ++i) set.integers.push_back(key(i));
  return set;
}

template <class... Numbers>
std::string formatted(const char* format, Numbers... numbers) {
  char text[64];
  std::snprintf(text, sizeof text, format, numbers...);
  return text;
}

// Days 1 to 28 of every month from January 1970 on: enough for 20,000 real dates.
struct Date {
  explicit Date(std::uint64_t i) : year(1970 + i / 336), month(1 + i / 28 % 12), day(1 + i % 28) {}
  unsigned long long year, month, day;
};

KeySet dates_as_text() {
  KeySet set{"DatesAsText", {}, {}};
  for (std::uint64_t i = 0; i < kKeys; ++i) {
    const Date date(i);
    set.texts.push_back(formatted("%04llu-%02llu-%02llu", date.year, date.month, date.day));
  }
  return set;
}

KeySet numbered(std::string name, const char* format) {
  KeySet set{std::move(name), {}, {}};
  for (unsigned i = 1; i <= kKeys; ++i) set.texts.push_back(formatted(format, i));
  return set;
}

}  // namespace

std::vector<KeyHash> KeySet::hashes(const KeyHasher& hasher) const {
  std::vector<KeyHash> result;
  result.reserve(size());
  for (const std::uint64_t key : integers) result.push_back(hasher(key));
  for (const std::string& key : texts) result.push_back(hasher(as_bytes(key)));
  return result;
}

std::vector<KeySet> low_entropy_key_sets() {
  std::vector<KeySet> sets;
  sets.push_back(integers("OneToN", kKeys, [](std::uint64_t i) { return i + 1; }));
  sets.push_back(integers("MultiplesOf2To20", kKeys, [](std::uint64_t i) { return i << 20; }));
  sets.push_back(integers("MultiplesOf2To48", kKeys, [](std::uint64_t i) { return i << 48; }));
  sets.push_back(integers("HighByteOnly", 256, [](std::uint64_t i) { return i << 56 | 0x123456; }));
  sets.push_back(
      integers("AlignedPointers", kKeys, [](std::uint64_t i) { return 0x7F3A'5C00'0000U + 64 * i; }));
  sets.push_back(integers("DatesAsIntegers", kKeys, [](std::uint64_t i) {
    const Date date(i);
    return date.year * 10'000 + date.month * 100 + date.day;
  }));
  // The hardest for the integer mixer, whose first step xors the upper half of the key onto the lower: here
  // that leaves nothing but 15 bits at the top, and the first multiplication cannot spread them.
  sets.push_back(
      integers("SameNumberInBothHalves", kKeys, [](std::uint64_t i) { return i << 49 | i << 17; }));
  sets.push_back(dates_as_text());
  sets.push_back(numbered("UserIds", "user-%06u"));
  sets.push_back(numbered("ThirtyTwoByteIds", "urn:example:customer:000000%06u"));
  sets.push_back(numbered("EightByteIds", "id%06u"));
  return sets;
}

void PrintTo(const KeySet& set, std::ostream* out) {
  *out << set.name;
}

}  // namespace peel::test
