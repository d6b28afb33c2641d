// The multiple filters for 100,000 items: what the paper prints of them does not fit together. Their sizes
// do not add up to the bytes of Table 1 (b), the third is ten times too large, and there is one too few.
#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"

#include <cmath>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

// The first five are the paper's; the sixth, without which nothing would be told of T6, has 1,000 bits.
struct Sizes {
  std::uint64_t first = 1'060'000;
  std::uint64_t second = 875'000;
  std::uint64_t third = 550'000;

  std::vector<std::uint64_t> printed() const { return {first, second, third, 1'000, 1'000}; }
  std::vector<std::uint64_t> mended() const { return {first, second, third, 1'000, 1'000, 1'000}; }
};

// Of the filters that are printed, without a sixth, and the bits of occupied slots.
double bytes(const Sizes& sizes) {
  std::uint64_t bits = table_of_100k().shape.total_slots().value;
  for (const std::uint64_t each : sizes.printed()) bits += each;
  return real(bits) / 8;
}

analysis::SummaryForecast forecast_of_filters(const Sizes& sizes) {
  return analysis::multiple_filter_forecast(multiple_filters(sizes.mended()), table_of_100k().filled());
}

double failure(const Sizes& sizes) {
  return forecast_of_filters(sizes).failure + table_of_100k().forecast.crisis;
}

std::vector<Finding> sizes_that_add_up() {
  const Sizes smaller_first{.first = 1'005'000}, smaller_second{.second = 820'000},
      smaller_third{.third = 495'000}, larger_first{.first = 1'500'000, .third = 55'000};
  const std::string fact = "004.mbf.100k.candidates";
  return {{.what = "379,000 bytes by a first filter of 1.005m bits: false positives",
           .fact = fact,
           .expected = forecast_of_filters(smaller_first).false_positive_rate},
          {.what = "379,000 bytes by a second filter of 820k bits: failure and crisis probability",
           .fact = fact,
           .expected = failure(smaller_second)},
          {.what = "379,000 bytes by a third filter of 495k bits: failure and crisis probability",
           .fact = fact,
           .expected = failure(smaller_third)},
          {.what = "379,000 bytes by a third filter of 55k and a first of 1.5m bits: false positives",
           .fact = fact,
           .expected = forecast_of_filters(larger_first).false_positive_rate}};
}

}  // namespace

Outcome filters_of_100k(const RunOptions&) {
  const ForecastTable& table = table_of_100k();
  const Sizes paper, meant{.third = 55'000}, smaller_third{.third = 495'000};
  const double items_of_third = table.forecast.of[2].mean();
  const double reach_t6 = table.forecast.of[5].some();

  std::vector<Finding> findings = {
      {.what = "bytes of the printed sizes",
       .fact = "004.bytes.mbf.100k",
       .printed = derived("379000", 0),
       .expected = bytes(paper),
       .digits = 7},
      {.what = "bytes with a third filter of 495k bits",
       .fact = "004.bytes.mbf.100k.495k",
       .expected = bytes(smaller_third),
       .digits = 7},
      {.what = "bytes with a third filter of 55k bits",
       .fact = "004.bytes.mbf.100k.55k",
       .expected = bytes(meant),
       .digits = 7},
      {.what = "filters for six sub-tables",
       .fact = "004.mbf.100k.filters",
       .printed = Printed{"five sizes", Estimate::computed(real(paper.printed().size())), 0, Origin::derived},
       .expected = real(table.shape.sub_tables())},
      {.what = "failure and crisis probability of five filters: all items of T6 fail",
       .fact = "004.mbf.100k.five",
       .printed = derived("1.38e-11", 0.005e-11),
       .expected = failure(meant) + reach_t6},
      {.what = "some item comes to T6, probability", .expected = reach_t6},
      // Half full, as a filter is where its hashes are as many as suit it. Of both sizes of table B1, and of
      // the smaller B2, are at most 1.22 times as large as that.
      {.what = "third filter, bits for which its 49 hashes are best",
       .fact = "004.mbf.100k.third",
       .printed = derived("550000", 0.25 * 550'000),
       .expected = 49 * items_of_third / std::log(2.0),
       .digits = 6},
      {.what = "items in the third filter, on average", .expected = items_of_third},
      {.what = "failures of type 2 with a third filter of 55k bits",
       .expected = forecast_of_filters(meant).by_type[1]},
      {.what = "failures of type 2 with one of 550k bits", .expected = forecast_of_filters(paper).by_type[1]},
      {.what = "failure and crisis probability with a third filter of 550k bits and a sixth filter",
       .printed = derived("1.38e-11", 0.005e-11),
       .expected = failure(paper)}};
  for (Finding& finding : sizes_that_add_up()) findings.push_back(std::move(finding));
  return {findings};
}

}  // namespace peel::lab::kirsch_mitzenmacher
