#include "cli/numbers.hpp"

#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string_view>

namespace peel::cli {

namespace {

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stopped, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

std::optional<Rate> parsed_rate(std::string_view text) {
  const auto number = parsed<double>(text);
  if (!number) return std::nullopt;
  const auto rate = Rate::from(*number);
  return rate ? std::optional(*rate) : std::nullopt;
}

std::optional<std::uint64_t> parsed_whole(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  auto number = parsed<std::uint64_t>(text.substr(0, e));
  if (!number || e == std::string_view::npos) return number;
  auto exponent = parsed<unsigned>(text.substr(e + 1));
  if (!exponent || *exponent > 19) return std::nullopt;
  for (; *exponent > 0; --*exponent) {
    if (*number > std::numeric_limits<std::uint64_t>::max() / 10) return std::nullopt;
    *number *= 10;
  }
  return number;
}

}  // namespace

Result<std::uint64_t> whole_number(Argument argument, NumberRange accepted) {
  const auto number = parsed_whole(argument.text);
  if (number && *number >= accepted.least && *number <= accepted.most) return *number;
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: accepted are whole numbers from {} to {}", argument.option,
                             argument.text, accepted.least, accepted.most));
}

Result<std::uint64_t> byte_size(Argument argument, NumberRange accepted) {
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t unit = argument.text.empty() ? std::string_view::npos : kUnits.find(argument.text.back());
  const bool has_unit = unit != std::string_view::npos;
  const auto number = parsed<std::uint64_t>(
      std::string_view(argument.text).substr(0, argument.text.size() - (has_unit ? 1 : 0)));
  const std::size_t shift = has_unit ? 10 * (unit + 1) : 0;
  if (number && *number <= accepted.most >> shift && *number << shift >= accepted.least)
    return *number << shift;
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: accepted are sizes from {} to {} bytes, such as 64M or 2G",
                             argument.option, argument.text, accepted.least, accepted.most));
}

std::optional<double> positive_number(std::string_view text) {
  const auto number = parsed<double>(text);
  return number && *number > 0 && *number <= std::numeric_limits<double>::max() ? number : std::nullopt;
}

Result<std::chrono::milliseconds> duration(Argument argument) {
  constexpr double kMostSeconds = 277'777.0 * 3600;
  std::string_view text = argument.text;
  double unit = 1;
  if (text.ends_with('s') || text.ends_with('m') || text.ends_with('h')) {
    unit = text.back() == 's' ? 1 : text.back() == 'm' ? 60 : 3600;
    text.remove_suffix(1);
  }
  const auto number = positive_number(text);
  if (number && *number * unit >= 1e-3 && *number * unit <= kMostSeconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(*number * unit * 1000));
  }
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: accepted are {}, such as 0.5s, 10m or 2h; seconds without a unit",
                             argument.option, argument.text, kAcceptedTimes));
}

Result<Rate> probability(Argument argument) {
  if (const auto rate = parsed_rate(argument.text)) return *rate;
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: accepted are probabilities between 0 and 1, such as 0.01 or 1e-4",
                             argument.option, argument.text));
}

Result<Rate> proportion(Argument argument) {
  if (const auto rate = parsed_rate(argument.text)) return *rate;
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: accepted are shares above 0 and below 1, such as 0.01 or 1e-4",
                             argument.option, argument.text));
}

std::string counted(std::uint64_t number, std::string_view singular) {
  std::string words = grouped(number);
  words.append(" ").append(singular);
  return number == 1 ? words : words.append("s");
}

std::string counted_signed(std::int64_t number, std::string_view singular) {
  return fmt::format("{} {}{}", grouped_signed(number), singular, number == 1 ? "" : "s");
}

std::string grouped_signed(std::int64_t number) {
  const auto magnitude = static_cast<std::uint64_t>(number);
  return number < 0 ? "-" + grouped(0 - magnitude) : grouped(magnitude);
}

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace peel::cli
