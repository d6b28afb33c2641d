#include "peel/analysis/rateless.hpp"

#include "analysis/rateless_measurements.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace peel {

std::string_view name_of(RatelessForm form) {
  switch (form) {
    case RatelessForm::regular:
      return "regular";
    case RatelessForm::irregular:
      return "irregular";
  }
  return "unknown";
}

namespace analysis {

namespace {

struct ClassOfItems {
  double share;  // of all items
  double alpha;
};

// As the walk of src/invertible/rateless/item_walk.hpp has them.
constexpr std::array<ClassOfItems, 3> kClasses = {{{0.18, 0.11}, {0.56, 0.68}, {0.26, 0.82}}};
constexpr std::uint64_t kWalkedBetween = 32;  // cells of the walk between two rescue cells
constexpr std::uint64_t kRescues = 32;
constexpr double kRescueShare = 0.125;

// One minus the probability that no point of a walk falls between the ends of the cell and of the one before.
double walked_share(double alpha, double cell) {
  if (cell == 0) return 1;
  const double shift = (1 + 1 / alpha) / 2, power = 1 / alpha;
  const double start = std::exp(std::lgamma(1 + power) * alpha);  // where the walk begins
  const double before = std::max(start, cell - 1 + shift);
  if (cell + shift <= start) return 0;
  return -std::expm1(power * std::log(before / (cell + shift)));
}

}  // namespace

double rateless_share(RatelessForm form, std::uint64_t cell) {
  if (form == RatelessForm::regular) return 2.0 / (static_cast<double>(cell) + 2);
  const std::uint64_t group = cell / (kWalkedBetween + 1);
  if (group < kRescues && cell % (kWalkedBetween + 1) == kWalkedBetween) return kRescueShare;
  const std::uint64_t walked = cell - std::min(group, kRescues);
  double share = 0;
  for (const ClassOfItems& part : kClasses)
    share += part.share * walked_share(part.alpha, static_cast<double>(walked));
  return share;
}

RatelessForecast rateless_forecast(RatelessForm form, ItemCount items) {
  const auto rows = rateless_measurements(form);
  const auto n = static_cast<double>(items.value);
  if (items.value == 0) return {1, 0, 1, 1};  // one empty cell tells
  const auto after = std::ranges::find_if(rows, [&](const auto& row) { return row.items >= items.value; });
  if (after == rows.end()) {
    const RatelessMeasurement& last = rows.back();
    return {n * last.mean, n * last.deviation, n * last.p99, n * last.p999};
  }
  if (after == rows.begin()) return {n * after->mean, n * after->deviation, n * after->p99, n * after->p999};
  const RatelessMeasurement &low = *(after - 1), &high = *after;
  const double at = std::log(n / static_cast<double>(low.items)) /
                    std::log(static_cast<double>(high.items) / static_cast<double>(low.items));
  const auto between = [&](double a, double b) { return n * (a + at * (b - a)); };
  return {between(low.mean, high.mean), between(low.deviation, high.deviation), between(low.p99, high.p99),
          between(low.p999, high.p999)};
}

RatelessForm suggested_form(ItemCount items) {
  return rateless_forecast(RatelessForm::regular, items).p999 <=
                 rateless_forecast(RatelessForm::irregular, items).p999
             ? RatelessForm::regular
             : RatelessForm::irregular;
}

}  // namespace analysis

}  // namespace peel
