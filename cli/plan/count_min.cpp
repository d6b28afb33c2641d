// peel plan count-min: how many rows and columns of counters keep a promise, what a grid promises, and what a
// stream will make of it.
#include "peel/analysis/count_min.hpp"

#include "peel/analysis/count_min_forecast.hpp"

#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text_table.hpp"
#include "cli/plan/curves.hpp"
#include "cli/plan/plan_plot.hpp"
#include "cli/plan/plans.hpp"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutCountMin = R"(Examples:
  peel plan count-min --epsilon 0.001 --delta 0.01       rows and columns for a promise
  peel plan count-min --epsilon 0.001 --delta 0.01 --rows 4
  peel plan count-min --rows 5 --columns 65536           what such a grid promises
  peel plan count-min --rows 5 --columns 65536 --total 1e7 --zipf 1.1 --distinct 1e7
  peel plan count-min --epsilon 0.001 --delta 0.01 --plot grid.svg

Count-Min says how often a key came, or more: never less. The promise is that an
answer exceeds the truth by --epsilon of all copies or more with probability at
most --delta. Textbooks take 2/epsilon columns and log2(1/delta) rows, and so
does the plan; --rows asks for the fewest columns in so many rows. Where another
grid keeps the same promise with fewer counters, it is shown too.

With --total the promise is told in copies, and whether a counter can become
full. A promise holds for every stream. On most, answers are far better: --zipf
and --distinct forecast the mean for keys that come by Zipf's law.
)";

// Numbers as they were typed.
struct CountMinOptions {
  std::optional<std::string> epsilon;
  std::optional<std::string> delta;
  std::optional<std::string> rows;
  std::optional<std::string> columns;
  std::string cell_bits = "32";
  std::optional<std::string> total;
  std::optional<std::string> zipf;
  std::optional<std::string> distinct;
  PlotWish plot;
  bool json = false;
};

struct CountMinQuestion {
  std::optional<Rate> epsilon;
  std::optional<Rate> delta;
  std::optional<RowCount> rows;
  std::optional<ColumnCount> columns;
  BitWidth cell_bits;
  std::optional<CopyCount> total;
  std::optional<analysis::Zipf> law;
};

struct Forecast {
  double distinct;     // keys that come
  double mean_excess;  // of their answers
};

struct CountMinAnswer {
  GridShape shape;
  double epsilon;                     // that it promises,
  Rate delta;                         // with this
  std::optional<GridShape> smallest;  // with fewer counters for the same
  std::optional<Forecast> forecast;
};

Result<void> check_which(const CountMinOptions& options) {
  if (options.columns ? options.epsilon || !options.rows : !options.epsilon) {
    return failure(ErrorCode::invalid_argument,
                   "accepted are --epsilon with --delta or --rows, for a grid, or --rows and --columns, for "
                   "its promise");
  }
  if (!options.columns && !options.delta && !options.rows)
    return failure(ErrorCode::invalid_argument, "--epsilon is accepted with --delta, --rows or both");
  if (options.zipf.has_value() != options.distinct.has_value() || (options.zipf && !options.total)) {
    return failure(ErrorCode::invalid_argument,
                   "--zipf, --distinct and --total are accepted together, as a forecast needs all three");
  }
  return {};
}

Result<analysis::Zipf> law_of(const CountMinOptions& options) {
  const auto keys = whole_number({"--distinct", *options.distinct}, {1, analysis::kMaxZipfKeys});
  if (!keys) return failure(keys.error());
  const auto exponent = *options.zipf == "0" ? 0.0 : positive_number(*options.zipf);
  if (!exponent || *exponent > analysis::kMaxZipfExponent) {
    return failure(ErrorCode::invalid_argument, fmt::format("--zipf {}: accepted are numbers from 0 to {}",
                                                            *options.zipf, analysis::kMaxZipfExponent));
  }
  return analysis::Zipf::from({ItemCount(*keys), *exponent});
}

Result<CountMinQuestion> question_of(const CountMinOptions& options) {
  if (const auto fit = check_which(options); !fit) return failure(fit.error());
  CountMinQuestion question;
  if (options.epsilon) {
    const auto epsilon = proportion({"--epsilon", *options.epsilon});
    if (!epsilon) return failure(epsilon.error());
    question.epsilon = *epsilon;
  }
  if (options.delta) {
    const auto delta = probability({"--delta", *options.delta});
    if (!delta) return failure(delta.error());
    question.delta = *delta;
  }
  if (options.rows) {
    const auto rows = whole_number({"--rows", *options.rows}, {1, kMaxGridRows});
    if (!rows) return failure(rows.error());
    question.rows = RowCount(*rows);
  }
  if (options.columns) {
    const auto columns = whole_number({"--columns", *options.columns}, {1, kMaxGridBytes});
    if (!columns) return failure(columns.error());
    question.columns = ColumnCount(*columns);
  }
  const auto bits = one_of<std::uint64_t>({"--cell-bits", options.cell_bits},
                                          {{"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}});
  if (!bits) return failure(bits.error());
  question.cell_bits = BitWidth(*bits);
  if (options.total) {
    const auto total =
        whole_number({"--total", *options.total}, {1, std::numeric_limits<std::uint64_t>::max()});
    if (!total) return failure(total.error());
    question.total = CopyCount(*total);
  }
  if (options.zipf) {
    auto law = law_of(options);
    if (!law) return failure(law.error());
    question.law = *std::move(law);
  }
  return question;
}

// Rows without a delta promise that of the slides.
Result<GridShape> grid_for(const CountMinQuestion& question) {
  if (question.columns) return GridShape::from({*question.rows, *question.columns, question.cell_bits});
  if (!question.rows) return analysis::slides_grid({*question.epsilon, *question.delta}, question.cell_bits);
  const Rate delta = question.delta ? *question.delta : analysis::slides_delta(*question.rows);
  return analysis::grid_of_rows({*question.epsilon, delta}, *question.rows, question.cell_bits);
}

// With fewer counters than the grid for the same promise, or nothing.
std::optional<GridShape> smaller_grid(const CountMinAnswer& answer, const CountMinQuestion& question) {
  const auto epsilon = question.epsilon ? *question.epsilon : Rate::from(answer.epsilon);
  if (!epsilon) return std::nullopt;
  const auto found =
      analysis::smallest_grid({*epsilon, question.delta.value_or(answer.delta)}, question.cell_bits);
  return found && found->cells() < answer.shape.cells() ? std::optional(*found) : std::nullopt;
}

Result<CountMinAnswer> answer_to(const CountMinQuestion& question) {
  const auto shape = grid_for(question);
  if (!shape) return failure(shape.error());
  const bool is_of_the_slides = !question.delta || !(question.rows || question.columns);
  const Rate delta = is_of_the_slides ? analysis::slides_delta(shape->rows()) : *question.delta;
  CountMinAnswer answer{*shape, analysis::count_min_epsilon(*shape, delta), delta, {}, {}};
  answer.smallest = smaller_grid(answer, question);
  if (question.law) {
    const analysis::CountMinForecast forecast(*shape, *question.law, *question.total);
    answer.forecast = {analysis::expected_distinct(*question.law, *question.total),
                       forecast.of_distinct_keys()};
  }
  return answer;
}

bool can_fill_up(const CountMinAnswer& answer, CopyCount total) {
  return total.value >= answer.shape.largest();
}

std::string grid_in_words(const GridShape& shape) {
  return fmt::format("{} {} of {} {}", shape.rows().value, shape.rows().value == 1 ? "row" : "rows",
                     grouped(shape.columns().value), shape.columns().value == 1 ? "column" : "columns");
}

std::string opening(const CountMinAnswer& answer, const CountMinQuestion& question) {
  if (question.columns) return fmt::format("The promise of {}:\n\n", grid_in_words(answer.shape));
  return fmt::format(
      "Answers that exceed the truth by {:g} of the total or more in at most {:g} of all cases:\n\n",
      question.epsilon->value(), question.delta.value_or(answer.delta).value());
}

std::string about_stream(const CountMinAnswer& answer, CopyCount total) {
  const std::vector<Row> rows = {
      {"margin", fmt::format("{}: what an answer exceeds the truth by at most, but for delta",
                             grouped(analysis::count_min_margin(answer.shape, total, answer.delta)))},
      {"mean excess", fmt::format("at most {:.4g}", analysis::expected_excess(answer.shape, total))},
      {"counters",
       can_fill_up(answer, total)
           ? fmt::format("can be full, at {}: answers then say so", grouped(answer.shape.largest()))
           : fmt::format("are never full, below {}", grouped(answer.shape.largest()))}};
  return fmt::format("\nIn a stream of {} {}:\n\n", grouped(total.value),
                     total.value == 1 ? "copy" : "copies") +
         text_table(rows, "  ");
}

std::string about_law(const Forecast& forecast, const analysis::Zipf& law) {
  return fmt::format("\nIf its keys follow Zipf's law, exponent {:g}, {}:\n\n", law.exponent(),
                     counted(law.keys().value, "possible key")) +
         text_table({{"distinct keys", grouped(static_cast<std::uint64_t>(std::round(forecast.distinct)))},
                     {"mean excess", fmt::format("{:.4g}, plain rule", forecast.mean_excess)}},
                    "  ");
}

void print_as_text(const CountMinAnswer& answer, const CountMinQuestion& question, Output& output) {
  const GridShape& shape = answer.shape;
  output.write(opening(answer, question));
  output.write(text_table(
      {{"rows", fmt::format("{}", shape.rows().value)},
       {"columns", grouped(shape.columns().value)},
       {"counters", fmt::format("{} of {} bits", grouped(shape.cells().value), shape.cell_bits().value)},
       {"bytes", grouped(shape.bytes())},
       {"epsilon",
        fmt::format("{:.7g}{}", answer.epsilon, answer.epsilon < 1 ? "" : ", which promises nothing")},
       {"delta", fmt::format("{:.7g}", answer.delta.value())}},
      "  "));
  if (question.total) output.write(about_stream(answer, *question.total));
  if (answer.forecast) output.write(about_law(*answer.forecast, *question.law));
  if (!answer.smallest) return;
  output.write(fmt::format("\nThe fewest counters for the same: {}, {} bytes.\n",
                           grid_in_words(*answer.smallest), grouped(answer.smallest->bytes())));
}

Json as_json(const GridShape& shape) {
  return {{"rows", shape.rows().value}, {"columns", shape.columns().value}, {"bytes", shape.bytes()}};
}

Json as_json(const CountMinAnswer& answer, const CountMinQuestion& question) {
  Json object = as_json(answer.shape);
  object["cell_bits"] = answer.shape.cell_bits().value;
  object["epsilon"] = answer.epsilon;
  object["delta"] = answer.delta.value();
  if (question.epsilon) object["epsilon_target"] = question.epsilon->value();
  if (question.delta) object["delta_target"] = question.delta->value();
  object["smallest"] = answer.smallest ? as_json(*answer.smallest) : Json(nullptr);
  if (question.total) {
    object["total"] = question.total->value;
    object["margin"] = analysis::count_min_margin(answer.shape, *question.total, answer.delta);
    object["mean_excess_bound"] = analysis::expected_excess(answer.shape, *question.total);
    object["largest_count"] = answer.shape.largest();
    object["may_saturate"] = can_fill_up(answer, *question.total);
  }
  if (answer.forecast) {
    object["zipf"] = {{"exponent", question.law->exponent()},
                      {"keys", question.law->keys().value},
                      {"distinct", answer.forecast->distinct},
                      {"mean_excess", answer.forecast->mean_excess}};
  }
  return object;
}

plot::Plot curve_of(const CountMinAnswer& answer, const CountMinQuestion& question) {
  PlannedGrid drawn{answer.shape, answer.delta, question.epsilon, answer.smallest, {}};
  if (answer.forecast)
    drawn.mean_excess = answer.forecast->mean_excess / static_cast<double>(question.total->value);
  return grid_curve(drawn);
}

Result<Status> plan_a_grid(const CountMinOptions& options, Output& output) {
  const auto question = question_of(options);
  if (!question) return failure(question.error());
  const auto answer = answer_to(*question);
  if (!answer) return failure(answer.error());
  const auto plot = PlanPlot::make(options.plot, [&] { return curve_of(*answer, *question); });
  if (!plot) return failure(plot.error());
  if (options.json) return plot->print_with(as_json(*answer, *question), output);
  print_as_text(*answer, *question, output);
  return plot->print_below(output);
}

}  // namespace

void add_plan_count_min(Command& plan) {
  auto options = std::make_shared<CountMinOptions>();
  Command& grid = plan.add_verb("count-min", "A Count-Min sketch");
  grid.more = kMoreAboutCountMin;
  grid.add({"--epsilon", options->epsilon, "Excess as a share of all copies that is too much", "E"});
  grid.add({"--delta", options->delta, "Probability of such an answer at most", "D"});
  grid.add({"--rows", options->rows, "Rows (default: as delta asks)", "R"});
  grid.add({"--columns", options->columns, "Counters in each row (default: as epsilon asks)", "C"});
  grid.add({"--cell-bits", options->cell_bits, "Width of a counter (default 32)", "8|16|32|64"});
  grid.add({"--total", options->total, "Copies in the stream", "N"});
  grid.add({"--zipf", options->zipf, "Exponent of Zipf's law, for a forecast", "Z"});
  grid.add({"--distinct", options->distinct, "Possible keys of that law", "U"});
  add_plot_option(grid, options->plot);
  grid.add({"--json", options->json, "One JSON object"});
  grid.run = [options](Output& output) { return plan_a_grid(*options, output); };
}

}  // namespace peel::cli
