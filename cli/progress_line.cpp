#include "cli/progress_line.hpp"

#include "cli/numbers.hpp"
#include "cli/output/columns.hpp"
#include "cli/output/printable.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace peel::cli {

namespace {

constexpr std::uint64_t kLongestBelieved = std::uint64_t{100} * 3600;
constexpr std::size_t kLeastBar = 12;
constexpr std::size_t kLeastWhat = 12;

double share_of(const ProgressView& view) {
  if (view.done >= *view.total) return 1;
  return static_cast<double>(view.done) / static_cast<double>(*view.total);
}

// What follows the name, the most important first; each starts with a gap, and their widths hardly change.
std::vector<std::string> numbers_of(const ProgressView& view) {
  std::vector<std::string> numbers;
  if (view.total) {
    numbers.push_back(fmt::format("  {:3} %", static_cast<int>(std::floor(100 * share_of(view)))));
  } else if (view.unit == ProgressUnit::bytes) {
    numbers.push_back(fmt::format("  {:>7}", size_in_words(static_cast<double>(view.done))));
  } else {
    numbers.push_back(fmt::format("  {:>7}", grouped(view.done)));
  }
  if (view.bytes_per_second && view.unit == ProgressUnit::bytes) {
    numbers.push_back(fmt::format("  {:>9}", size_in_words(*view.bytes_per_second) + "/s"));
  }
  if (const auto left = seconds_left(view)) {
    numbers.push_back(fmt::format("  ETA {:>5}", time_in_words(*left)));
  }
  return numbers;
}

std::size_t total_size(const std::vector<std::string>& texts) {
  std::size_t size = 0;
  for (const std::string& text : texts) size += text.size();
  return size;
}

}  // namespace

RateMeter::RateMeter(ProgressUnit unit) : window_seconds_(unit == ProgressUnit::bytes ? 10 : 600) {}

void RateMeter::add(double seconds, std::uint64_t bytes_done) {
  samples_.push_back({seconds, bytes_done});
  while (samples_.size() > 2 && seconds - samples_[1].seconds >= window_seconds_) samples_.pop_front();
}

std::optional<double> RateMeter::bytes_per_second() const {
  if (samples_.empty()) return std::nullopt;
  const Sample& first = samples_.front();
  const Sample& last = samples_.back();
  if (last.seconds <= first.seconds) return std::nullopt;
  if (last.bytes_done <= first.bytes_done) return 0;
  return static_cast<double>(last.bytes_done - first.bytes_done) / (last.seconds - first.seconds);
}

std::optional<std::uint64_t> seconds_left(const ProgressView& view) {
  if (!view.total || !view.bytes_per_second || *view.bytes_per_second <= 0) return std::nullopt;
  if (view.done >= *view.total) return 0;
  const double seconds = std::ceil(static_cast<double>(*view.total - view.done) / *view.bytes_per_second);
  if (seconds > static_cast<double>(kLongestBelieved)) return std::nullopt;
  return static_cast<std::uint64_t>(seconds);
}

std::string size_in_words(double bytes) {
  constexpr std::array<const char*, 7> kUnits = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  // 999.5 would be printed as 1000.
  for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  if (unit == 0) return fmt::format("{:.0f} B", bytes);
  const int decimals = bytes < 9.995 ? 2 : bytes < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", bytes, decimals, kUnits[unit]);
}

std::string time_in_words(std::uint64_t seconds) {
  const std::uint64_t hours = seconds / 3600, minutes = seconds / 60 % 60;
  if (hours == 0) return fmt::format("{}:{:02}", minutes, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", hours, minutes, seconds % 60);
}

std::string bar(double share, std::size_t columns) {
  const std::size_t inside = columns - 2;
  const auto filled = std::min(static_cast<std::size_t>(share * static_cast<double>(inside)), inside);
  std::string text(columns, ' ');
  text.front() = '[';
  text.back() = ']';
  std::fill_n(text.begin() + 1, filled, '=');
  if (filled < inside) text[1 + filled] = '>';
  return text;
}

std::string progress_line(const ProgressView& view, std::size_t columns) {
  const std::size_t room = columns == 0 ? 0 : columns - 1;
  const std::string whole = printable(view.what);
  const std::size_t least = std::min(columns_of(whole), kLeastWhat);
  std::vector<std::string> numbers = numbers_of(view);
  while (!numbers.empty() && least + total_size(numbers) > room) numbers.pop_back();
  std::string line = shortened(whole, room - total_size(numbers));
  const std::size_t spare = room - total_size(numbers) - columns_of(line);
  if (view.total && !numbers.empty() && spare >= kLeastBar + 2) line += "  " + bar(share_of(view), spare - 2);
  for (const std::string& number : numbers) line += number;
  return line;
}

}  // namespace peel::cli
