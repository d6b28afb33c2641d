#include "sources/far/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace peel::sources {

namespace {

constexpr std::array<std::string_view, 4> kKinds = {"lines", "csv", "tsv", "jsonl"};

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || trouble != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Whether the value is one that settings_of writes.
bool read_setting(std::string_view name, const std::string& value, Reading& reading) {
  if (name == "input") {
    const auto* const kind = std::ranges::find(kKinds, value);
    if (kind == kKinds.end()) return false;
    reading.kind = static_cast<SourceKind>(kind - kKinds.begin());
    return true;
  }
  if (name == "delimiter") {
    if (value.size() != 1) return false;
    reading.delimiter = value.front();
    return true;
  }
  if (name == "header") {
    reading.header = false;
    return value == "no";
  }
  if (name == "where") {
    reading.where = value;
    return true;
  }
  const auto number = number_in(value);
  if (!number) return false;
  if (name == "timeout") reading.timeout = std::chrono::milliseconds(*number);
  if (name == "memory") reading.memory_bytes = *number;
  return true;
}

constexpr std::array<std::string_view, 6> kSettings = {"input", "delimiter", "header",
                                                       "where", "timeout",   "memory"};

}  // namespace

Settings settings_of(const Reading& reading) {
  Settings settings;
  if (reading.kind) settings.emplace_back("input", kKinds[static_cast<std::size_t>(*reading.kind)]);
  if (reading.delimiter) settings.emplace_back("delimiter", std::string(1, *reading.delimiter));
  if (!reading.header) settings.emplace_back("header", "no");
  if (reading.where) settings.emplace_back("where", *reading.where);
  if (reading.timeout) settings.emplace_back("timeout", std::to_string(reading.timeout->count()));
  if (reading.memory_bytes) settings.emplace_back("memory", std::to_string(*reading.memory_bytes));
  return settings;
}

Result<Reading> reading_of(const Settings& settings) {
  Reading reading;
  for (const auto& [name, value] : settings) {
    if (std::ranges::find(kSettings, name) == kSettings.end()) {
      return failure(ErrorCode::unsupported,
                     "the setting " + name + " is not known here: the other peel is newer");
    }
    if (!read_setting(name, value, reading))
      return failure(ErrorCode::malformed, "the setting " + name + " cannot be " + value);
  }
  return reading;
}

}  // namespace peel::sources
