#include "cli/top/share.hpp"

#include "peel/core/uint128.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace {

constexpr std::uint64_t kPartsOfAll = 1'000'000'000'000'000'000;
constexpr std::int64_t kDecimals = 18;
constexpr std::size_t kMostDigits = kDecimals + 1;  // of 10^18, which is a share of 1
constexpr std::int64_t kMostExponent = 1000;

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

// A number as it was typed: digits * 10^-decimals.
struct Decimal {
  std::string digits;
  std::int64_t decimals = 0;
};

std::optional<Decimal> decimal(std::string_view text) {
  Decimal number;
  if (text.ends_with('%')) {
    text.remove_suffix(1);
    number.decimals = 2;
  }
  if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    const auto exponent = parsed<std::int64_t>(text.substr(e + 1));
    if (!exponent || *exponent < -kMostExponent || *exponent > kMostExponent) return std::nullopt;
    number.decimals -= *exponent;
    text = text.substr(0, e);
  }
  if (const std::size_t point = text.find('.'); point != std::string_view::npos) {
    number.decimals += static_cast<std::int64_t>(text.size() - point - 1);
    number.digits = text.substr(point + 1);
    text = text.substr(0, point);
  }
  number.digits.insert(0, text);
  const bool are_digits = number.digits.find_first_not_of("0123456789") == std::string::npos;
  if (number.digits.empty() || !are_digits) return std::nullopt;
  return number;
}

// In parts of 10^18. What does not fill one is left out: then no key that has the share is missed.
std::optional<std::uint64_t> parts(Decimal number) {
  std::string& digits = number.digits;
  const std::int64_t beyond = number.decimals - kDecimals;
  bool is_whole = true;
  if (beyond > 0) {
    const std::size_t left_out = std::min(digits.size(), static_cast<std::size_t>(beyond));
    const std::size_t kept = digits.size() - left_out;
    is_whole = digits.find_first_not_of('0', kept) == std::string::npos;
    digits.resize(kept);
  } else {
    digits.append(static_cast<std::size_t>(-beyond), '0');
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty() || digits.size() > kMostDigits) return std::nullopt;
  const auto found = parsed<std::uint64_t>(digits);
  return found && (*found < kPartsOfAll || (*found == kPartsOfAll && is_whole)) ? found : std::nullopt;
}

}  // namespace

Result<Share> Share::from(Argument argument) {
  if (auto number = decimal(argument.text)) {
    if (const auto share = parts(std::move(*number))) return Share(*share);
  }
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: accepted are shares from 1e-18 to 1, such as 1%, 0.5% or 0.01",
                             argument.option, argument.text));
}

CopyCount Share::of(CopyCount total) const {
  const Uint128 product = static_cast<Uint128>(total.value) * parts_;
  return CopyCount(static_cast<std::uint64_t>((product + kPartsOfAll - 1) / kPartsOfAll));
}

ItemCount Share::most_keys() const {
  return ItemCount(kPartsOfAll / parts_);
}

}  // namespace peel::cli
