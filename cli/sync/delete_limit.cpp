#include "cli/sync/delete_limit.hpp"

#include "cli/numbers.hpp"

#include <fmt/format.h>
#include <limits>

namespace peel::cli {

namespace {

constexpr std::uint64_t kWhole = 100;  // percent

}  // namespace

Result<DeleteLimit> DeleteLimit::parse(const std::string& text) {
  const bool is_share = text.ends_with('%');
  const std::string digits = is_share ? text.substr(0, text.size() - 1) : text;
  const auto number = whole_number({"--max-delete", digits},
                                   {0, is_share ? kWhole : std::numeric_limits<std::uint64_t>::max()});
  if (number) return DeleteLimit(text, *number);
  return failure(
      ErrorCode::invalid_argument,
      fmt::format("--max-delete {}: accepted are whole numbers, such as 100, and percentages from 0% to "
                  "100%, such as 10%",
                  text));
}

std::uint64_t DeleteLimit::allowed_of(std::uint64_t rows) const {
  if (!is_share()) return number_;
  return rows / kWhole * number_ + rows % kWhole * number_ / kWhole;
}

}  // namespace peel::cli
