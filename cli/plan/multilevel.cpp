// peel plan multilevel: sub-tables for a number of items, how likely a crisis is, and the summaries that say
// in which sub-table a key is.
#include "peel/analysis/multilevel_plan.hpp"
#include "peel/analysis/multilevel_turnover.hpp"

#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text_table.hpp"
#include "cli/plan/curves.hpp"
#include "cli/plan/plan_plot.hpp"
#include "cli/plan/plans.hpp"
#include "cli/plan/table_summaries.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutMultilevel = R"(Examples:
  peel plan multilevel --items 1e6 --failure 1e-9         sub-tables, and their summaries
  peel plan multilevel --items 1e4 --tables 40000,10000,5000,2500,2500
  peel plan multilevel --items 1e6 --failure 1e-9 --slots 4
  peel plan multilevel --items 1e6 --failure 1e-9 --sub-tables 5 --rate 0.001
  peel plan multilevel --items 1e6 --failure 1e-9 --plot  crises against slots, as a curve

A multilevel table has sub-tables of falling sizes. A key has one bucket in each,
and goes to the first that has room; one that finds all full is a crisis. With
--failure the plan takes the fewest slots for which a crisis is that rare;
--sub-tables asks for fewer sub-tables, of more slots. With --tables sizes are
given, in buckets. That is for a table that is only filled: where items come and
go, more of them are passed on, and crises are far more likely.

A summary says in which sub-table a key is, so that a lookup reads one bucket.
For keys that are not in the table it errs at --rate at most, a false positive.
That it sends any key of the table to the wrong bucket, a failure, is as unlikely
as --failure says, or 1e-9. The smallest of each kind is shown; bytes are with
the table of occupied slots that all of them need, a bit for each slot.
)";

// Numbers as they were typed.
struct MultilevelOptions {
  std::string items;
  std::optional<std::string> tables;
  std::optional<std::string> failure;
  std::optional<std::string> sub_tables;
  std::string slots = "1";
  std::string rate = "0.01";
  PlotWish plot;
  bool json = false;
};

struct MultilevelQuestion {
  ItemCount items;
  SlotCount slots;
  std::vector<BucketCount> tables;  // none: to be planned
  std::optional<Rate> failure;
  std::optional<SegmentCount> sub_tables;
  Rate rate;
};

Result<std::vector<BucketCount>> sizes_of(const std::string& text) {
  std::vector<BucketCount> sizes;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string size = text.substr(from, comma - from);
    const auto buckets = whole_number({"--tables", size.empty() ? text : size}, {1, kMaxMultilevelSlots});
    if (!buckets) return failure(buckets.error());
    sizes.push_back(BucketCount(*buckets));
    from = comma + 1;
  }
  return sizes;
}

Result<MultilevelQuestion> question_of(const MultilevelOptions& options) {
  if (!options.tables && !options.failure) {
    return failure(ErrorCode::invalid_argument,
                   "accepted are --failure, for sub-tables, or --tables, for what can go wrong in them");
  }
  if (options.tables && options.sub_tables)
    return failure(ErrorCode::invalid_argument,
                   "--sub-tables is not accepted with --tables, which are given");
  const auto items = whole_number({"--items", options.items}, {1, analysis::kMostPlannedItems});
  if (!items) return failure(items.error());
  const auto slots = whole_number({"--slots", options.slots}, {1, kMaxBucketSlots});
  if (!slots) return failure(slots.error());
  const auto rate = probability({"--rate", options.rate});
  if (!rate) return failure(rate.error());
  MultilevelQuestion question{ItemCount(*items), SlotCount(*slots), {}, {}, {}, *rate};
  if (options.tables) {
    auto sizes = sizes_of(*options.tables);
    if (!sizes) return failure(sizes.error());
    question.tables = *std::move(sizes);
  }
  if (options.failure) {
    const auto rare = probability({"--failure", *options.failure});
    if (!rare) return failure(rare.error());
    question.failure = *rare;
  }
  if (options.sub_tables) {
    const auto count = whole_number({"--sub-tables", *options.sub_tables}, {1, kMaxSubTables});
    if (!count) return failure(count.error());
    question.sub_tables = SegmentCount(*count);
  }
  return question;
}

Result<analysis::MultilevelPlan> plan_for(const MultilevelQuestion& question) {
  if (question.tables.empty()) {
    return analysis::plan_multilevel(
        {question.items, *question.failure, question.slots, question.sub_tables});
  }
  auto shape = MultilevelShape::from({.buckets = question.tables, .slots = question.slots});
  if (!shape) return failure(shape.error());
  auto forecast = analysis::multilevel_forecast(*shape, question.items);
  return analysis::MultilevelPlan{*std::move(shape), std::move(forecast)};
}

double per_item(std::uint64_t number, const MultilevelQuestion& question) {
  return static_cast<double>(number) / static_cast<double>(question.items.value);
}

// Where items come and go for ever.
double turnover_crises(const analysis::MultilevelPlan& plan, const MultilevelQuestion& question) {
  return analysis::multilevel_turnover(plan.shape, question.items).crises;
}

std::string opening(const MultilevelQuestion& question) {
  if (!question.tables.empty())
    return fmt::format("{} in the given sub-tables:\n\n", counted(question.items.value, "item"));
  return fmt::format("{} with a crisis in at most {:g} of all cases:\n\n",
                     counted(question.items.value, "item"), question.failure->value());
}

void print_as_text(const analysis::MultilevelPlan& plan, const MultilevelQuestion& question,
                   const TableSummaries& summaries, Output& output) {
  const std::uint64_t slots = plan.shape.total_slots().value;
  output.write(opening(question));
  output.write(
      text_table({{"sub-tables", fmt::format("{}", plan.shape.sub_tables())},
                  {"slots", fmt::format("{}, {:.3f} for each item, {} in a bucket", grouped(slots),
                                        per_item(slots, question), plan.shape.slots().value)},
                  {"crisis", fmt::format("{:.4g}, {}", plan.forecast.crisis, name_of(plan.forecast.method))},
                  {"turnover", fmt::format("{:.4g} crises for each insertion, if as many items are erased",
                                           turnover_crises(plan, question))}},
                 "  "));
  std::vector<Row> rows = {{"", "buckets", "items that come", "that stay"}};
  const auto items = plan.forecast.items();
  for (std::uint64_t j = 0; j < items.size(); ++j) {
    rows.push_back({fmt::format("{}", j + 1), grouped(plan.shape.buckets(SubTable(j)).value),
                    fmt::format("{:.6g}", items[j].reach), fmt::format("{:.6g}", items[j].stay)});
  }
  output.write("\n" + text_table(rows, "  "));
  output.write(in_words(summaries));
}

Json as_json(const analysis::MultilevelPlan& plan, const MultilevelQuestion& question,
             const TableSummaries& summaries) {
  Json object;
  object["tables"] = Json::array();
  for (const BucketCount each : plan.shape.all_buckets()) object["tables"].push_back(each.value);
  object["crisis_probability"] = plan.forecast.crisis;
  object["crisis_method"] = std::string(name_of(plan.forecast.method));
  object["turnover_crises"] = json_number(turnover_crises(plan, question));
  object["expected_items"] = Json::array();
  for (const analysis::SubTableItems& each : plan.forecast.items())
    object["expected_items"].push_back(each.stay);
  object["items"] = question.items.value;
  object["slots"] = question.slots.value;
  object["total_slots"] = plan.shape.total_slots().value;
  object["slots_per_item"] = per_item(plan.shape.total_slots().value, question);
  object["summaries"] = as_json(summaries);
  return object;
}

Result<Status> plan_a_table(const MultilevelOptions& options, Output& output) {
  const auto question = question_of(options);
  if (!question) return failure(question.error());
  const auto plan = plan_for(*question);
  if (!plan) return failure(plan.error());
  const Rate rare = question->failure ? *question->failure : *Rate::from(kUsualFailure);
  const auto summaries = table_summaries({question->rate, rare}, {plan->shape, plan->forecast});
  const auto plot = PlanPlot::make(options.plot, [&] {
    const bool is_asked_for = question->tables.empty();
    return multilevel_curve({question->items, is_asked_for ? question->failure : std::nullopt, *plan});
  });
  if (!plot) return failure(plot.error());
  if (options.json) return plot->print_with(as_json(*plan, *question, summaries), output);
  print_as_text(*plan, *question, summaries, output);
  return plot->print_below(output);
}

}  // namespace

void add_plan_multilevel(Command& plan) {
  auto options = std::make_shared<MultilevelOptions>();
  Command& table = plan.add_verb("multilevel", "A multilevel table and its summaries");
  table.more = kMoreAboutMultilevel;
  table.add({"--items", options->items, "Items that the table will hold", "N", Option::Rule::required});
  table.add({"--tables", options->tables, "Buckets of each sub-table, the first first", "A,B,C,..."});
  table.add({"--failure", options->failure, "Probability of a crisis, and of a failure, at most", "P"});
  table.add({"--sub-tables", options->sub_tables, "Sub-tables (default: as many as save slots)", "T"});
  table.add({"--slots", options->slots, "Items that a bucket holds (default 1)", "S"});
  table.add({"--rate", options->rate, "Rate of false positives of a summary (default 0.01)", "P"});
  add_plot_option(table, options->plot);
  table.add({"--json", options->json, "One JSON object"});
  table.run = [options](Output& output) { return plan_a_table(*options, output); };
}

}  // namespace peel::cli
