#include "cli/sync/delete_limit.hpp"

#include "cli/numbers.hpp"

#include <fmt/format.h>
#include <limits>

namespace peel::cli {

Result<DeleteLimit> DeleteLimit::parse(const std::string& text) {
  constexpr std::uint64_t kAllPercent = 100;
  const bool is_share = text.ends_with('%');
  const std::string digits = is_share ? text.substr(0, text.size() - 1) : text;
  const auto number = whole_number({"--max-delete", digits},
                                   {0, is_share ? kAllPercent : std::numeric_limits<std::uint64_t>::max()});
  if (!number) {
    return refused(
        fmt::format("--max-delete {}: accepted are whole numbers, such as 100, and percentages from 0% to "
                    "100%, such as 10%",
                    text));
  }
  return DeleteLimit(
      text, is_share ? reconcile::DeleteLimit::percent(*number) : reconcile::DeleteLimit::rows(*number));
}

}  // namespace peel::cli
