#include "cli/top/share.hpp"

#include "peel/core/uint128.hpp"

#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace peel::cli {

namespace {

constexpr std::size_t kMostDigits = 18;

// Digits alone.
std::optional<std::uint64_t> parsed(std::string_view digits) {
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, problem] = std::from_chars(digits.data(), end, number);
  return problem == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

struct Fraction {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
};

std::optional<Fraction> fraction(std::string_view text) {
  const bool is_percent = text.ends_with('%');
  if (is_percent) text.remove_suffix(1);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view rest = point == std::string_view::npos ? "" : text.substr(point + 1);
  const std::size_t decimals = rest.size() + (is_percent ? 2 : 0);
  if (whole.size() + rest.size() > kMostDigits || decimals > kMostDigits) return std::nullopt;
  const auto digits = parsed(std::string(whole).append(rest));
  if (!digits) return std::nullopt;
  Fraction result{.numerator = *digits};
  for (std::size_t i = 0; i < decimals; ++i) result.denominator *= 10;
  return result;
}

}  // namespace

Result<Share> Share::from(Argument argument) {
  const auto share = fraction(argument.text);
  if (share && share->numerator > 0 && share->numerator <= share->denominator)
    return Share(share->numerator, share->denominator);
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: accepted are shares above 0 and up to 1, such as 1%, 0.5% or 0.01",
                             argument.option, argument.text));
}

CopyCount Share::of(CopyCount total) const {
  const Uint128 product = static_cast<Uint128>(total.value) * numerator_;
  return CopyCount(static_cast<std::uint64_t>((product + denominator_ - 1) / denominator_));
}

}  // namespace peel::cli
