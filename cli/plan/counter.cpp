// peel plan counter: how big a counter must be, of which kind, and what can go wrong how often.
#include "peel/analysis/counter_plan.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/invertible_counter.hpp"
#include "peel/invertible/planned_counter.hpp"

#include "cli/counter_variant.hpp"
#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text_table.hpp"
#include "cli/plan/curves.hpp"
#include "cli/plan/plan_plot.hpp"
#include "cli/plan/plans.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutCounter = R"(Examples:
  peel plan counter --items 1e5                   exact counts of 100,000 distinct keys
  peel plan counter --items 1e5 --failure 1e-6    the same, more reliably
  peel plan counter --items 300 --key-bytes 16 --json
  peel plan counter --items 1e4 --variant one-key
  peel plan counter --items 1e5 --plot            failures against bytes, as a curve

The counter lists up to --items distinct keys with their counts, however large,
and leaves some over with at most the probability --failure. Then nothing is
lost: a counter that held too many keys lists again once some were deleted.

Kinds of cells:
  standard  shows one key: count, key sum and check
  even-odd  shows two keys of different class
  one-key   keeps a key, and shows it and one other
  combined  both
  moment    four power sums: shows any two keys

Without --variant a standard or a moment counter is planned. The others list by
trying ways to share out the count of a cell, up to 4,096 of them: keys that
come more often than that are out of their reach.

On the curve of --plot a plan may lie behind the place where failures are rare
enough: --wrong can ask for more cells, and so do failures that were predicted
but not measured.
)";

// Numbers as they were typed.
struct CounterOptions {
  std::string items;
  std::string failure = "0.01";
  std::optional<std::string> wrong;
  std::optional<std::string> variant;
  std::string key_bytes = "8";
  std::optional<std::string> total;
  PlotWish plot;
  bool json = false;
};

struct CounterQuestion {
  analysis::CounterDemand demand;
  analysis::CounterTargets targets;
  std::optional<CounterVariant> variant;
};

struct SizedCounterPlan {
  analysis::CounterPlan plan;
  CounterShape shape;
};

struct PlannedCounters {
  SizedCounterPlan chosen;
  std::vector<SizedCounterPlan> others;
};

Result<CounterQuestion> question_of(const CounterOptions& options) {
  const auto items = whole_number({"--items", options.items}, {1, 2 * kMaxCells});
  if (!items) return failure(items.error());
  const auto incomplete = probability({"--failure", options.failure});
  if (!incomplete) return failure(incomplete.error());
  const auto wrong = options.wrong ? probability({"--wrong", *options.wrong})
                                   : Result<Rate>(analysis::suggested_wrong(*incomplete));
  if (!wrong) return failure(wrong.error());
  const auto key_bytes = whole_number({"--key-bytes", options.key_bytes}, {1, kMaxKeyWidth});
  if (!key_bytes) return failure(key_bytes.error());
  CounterQuestion question{
      {.items = ItemCount(*items), .key_width = ByteWidth(*key_bytes)}, {*incomplete, *wrong}, {}};
  if (options.total) {
    const auto total = whole_number({"--total", *options.total}, {1, kMaxCounted});
    if (!total) return failure(total.error());
    question.demand.gross_total = CopyCount(*total);
  }
  if (options.variant) {
    const auto variant = counter_variant({"--variant", *options.variant});
    if (!variant) return failure(variant.error());
    question.variant = *variant;
  }
  return question;
}

// All plans of the chosen kind, and if no kind was asked for, the best of each other.
std::vector<analysis::CounterPlan> all_plans(const CounterQuestion& question, CounterVariant chosen) {
  std::vector<analysis::CounterPlan> plans =
      analysis::counter_plans(question.demand, question.targets, chosen);
  if (question.variant) return plans;
  for (const CounterVariant variant : kCounterVariants) {
    if (variant == chosen) continue;
    if (const auto plan = analysis::plan_counter(question.demand, question.targets, variant)) {
      plans.push_back(*plan);
    }
  }
  return plans;
}

bool is_same(const analysis::CounterPlan& a, const analysis::CounterPlan& b) {
  return a.variant == b.variant && a.table.hashes == b.table.hashes &&
         a.table.sub_tables == b.table.sub_tables;
}

Result<PlannedCounters> plan_counters(const CounterQuestion& question) {
  const auto best = question.variant
                        ? analysis::plan_counter(question.demand, question.targets, *question.variant)
                        : analysis::plan_counter(question.demand, question.targets);
  if (!best) {
    return failure(
        ErrorCode::limit_exceeded,
        fmt::format("no counter of at most {} cells lists {} keys so reliably; ask for fewer --items or a "
                    "larger --failure or --wrong",
                    kMaxCells, question.demand.items.value));
  }
  const auto shape = shape_of(*best, question.demand.key_width);
  if (!shape) {
    return failure(shape.error().code(),
                   shape.error().sentence() + "; ask for fewer --items or shorter keys");
  }
  PlannedCounters counters{{*best, *shape}, {}};
  for (const analysis::CounterPlan& plan : all_plans(question, best->variant)) {
    if (is_same(plan, *best)) continue;
    const auto other = shape_of(plan, question.demand.key_width);
    if (other) counters.others.push_back({plan, *other});  // or it is too large
  }
  return counters;
}

double per_key(std::uint64_t amount, const CounterQuestion& question) {
  return static_cast<double>(amount) / static_cast<double>(question.demand.items.value);
}

double keys_per_word(const SizedCounterPlan& counter, const CounterQuestion& question) {
  return 8 / per_key(counter.plan.bytes, question);
}

std::string_view way_of_listing(CounterVariant variant) {
  if (variant == CounterVariant::standard) return "divides";
  return variant == CounterVariant::moment ? "solves" : "guesses";
}

void print_as_text(const PlannedCounters& counters, const CounterQuestion& question, Output& output) {
  const auto& [plan, shape] = counters.chosen;
  const std::uint64_t items = question.demand.items.value;
  output.write(fmt::format(
      "A counter that lists {} {} of {} bytes with {}, and leaves some over in at most {:g} of listings:\n\n",
      grouped(items), items == 1 ? "key" : "keys", question.demand.key_width.value,
      items == 1 ? "its count" : "their counts", question.targets.incomplete.value()));
  std::vector<Row> rows = {
      {"variant", std::string(name_of(plan.variant))},
      {"placement", in_words(shape.placement())},
      {"hashes", fmt::format("{}", shape.hashes().value)},
      {"cells", fmt::format("{} of {} words, {:.3g} per key", grouped(shape.cells().value),
                            shape.cell_words(), per_key(shape.cells().value, question))},
      {"memory", fmt::format("{} bytes, {:.3g} per key, {:.3g} keys per word", grouped(plan.bytes),
                             per_key(plan.bytes, question), keys_per_word(counters.chosen, question))},
      {"insertion", fmt::format("{:.3g} cache lines", plan.lines_per_copy)},
      {"incomplete", in_words(plan.incomplete)},
      {"wrong", fmt::format("{:.2g}, for up to {} insertions and deletions", plan.wrong,
                            grouped(question.demand.gross_total.value))}};
  output.write(text_table(rows, "  "));
  if (counters.others.empty()) return;
  output.write("\nOther counters for the same:\n\n");
  rows = {{"variant", "placement", "hashes", "cells", "bytes", "keys per word", "cache lines", "incomplete"}};
  for (const SizedCounterPlan& other : counters.others) {
    rows.push_back({std::string(name_of(other.plan.variant)), in_words(other.shape.placement()),
                    fmt::format("{}", other.shape.hashes().value), grouped(other.shape.cells().value),
                    grouped(other.plan.bytes), fmt::format("{:.3g}", keys_per_word(other, question)),
                    fmt::format("{:.3g}", other.plan.lines_per_copy),
                    fmt::format("{:.2g}", other.plan.incomplete.probability)});
  }
  output.write(text_table(rows, "  "));
  output.write(
      "\nThe fewest bytes win; where two counters are within 2.5 %, the one with fewer cache lines for an "
      "insertion,\nwhich is faster. Even-odd, one-key and combined counters are planned only if asked "
      "for.\n");
}

Json as_json(const SizedCounterPlan& counter, const CounterQuestion& question) {
  const auto& [plan, shape] = counter;
  const Placement& placement = shape.placement();
  const bool is_coupled = placement.kind() == PlacementKind::coupled;
  return {{"variant", name_of(plan.variant)},
          {"hashes", placement.hashes().value},
          {"placement", name_of(placement.kind())},
          {"segments", is_coupled ? placement.sub_tables().value : 0},
          {"cells", placement.cells().value},
          {"cell_words", shape.cell_words()},
          {"bytes", plan.bytes},
          {"keys_per_word", keys_per_word(counter, question)},
          {"cache_lines", plan.lines_per_copy},
          {"listing", way_of_listing(plan.variant)},
          {"failure_probability", plan.incomplete.probability},
          {"failure_least", plan.incomplete.least},
          {"failure_most", plan.incomplete.most},
          {"measured", plan.incomplete.measured},
          {"wrong_probability", plan.wrong}};
}

Json as_json(const PlannedCounters& counters, const CounterQuestion& question) {
  Json object = as_json(counters.chosen, question);
  object["items"] = question.demand.items.value;
  object["key_bytes"] = question.demand.key_width.value;
  object["total"] = question.demand.gross_total.value;
  object["failure_target"] = question.targets.incomplete.value();
  object["wrong_target"] = question.targets.wrong.value();
  object["alternatives"] = Json::array();
  for (const SizedCounterPlan& other : counters.others)
    object["alternatives"].push_back(as_json(other, question));
  return object;
}

plot::Plot curve_of(const PlannedCounters& counters, const CounterQuestion& question) {
  PlannedCounterPlans drawn{question.demand, question.targets.incomplete, counters.chosen.plan, {}};
  for (const SizedCounterPlan& other : counters.others) drawn.others.push_back(other.plan);
  return counter_curve(drawn);
}

Result<Status> plan_a_counter(const CounterOptions& options, Output& output) {
  const auto question = question_of(options);
  if (!question) return failure(question.error());
  const auto counters = plan_counters(*question);
  if (!counters) return failure(counters.error());
  const auto plot = PlanPlot::make(options.plot, [&] { return curve_of(*counters, *question); });
  if (!plot) return failure(plot.error());
  if (options.json) return plot->print_with(as_json(*counters, *question), output);
  print_as_text(*counters, *question, output);
  return plot->print_below(output);
}

}  // namespace

void add_plan_counter(Command& plan) {
  auto options = std::make_shared<CounterOptions>();
  Command& counter = plan.add_verb("counter", "An invertible Bloom counter");
  counter.more = kMoreAboutCounter;
  counter.add({"--items", options->items, "Distinct keys to list", "N", Option::Rule::required});
  counter.add({"--failure", options->failure, "How often listing may leave keys over (default 0.01)", "P"});
  counter.add({"--wrong", options->wrong,
               "How often listing may say something wrong (default: 1e-6, or --failure / 100)", "P"});
  counter.add({"--variant", options->variant, "Kind of cells (default: standard or moment)",
               "standard|even-odd|one-key|combined|moment"});
  counter.add({"--key-bytes", options->key_bytes, "Bytes of a key, 1 to 64 (default 8)", "N"});
  counter.add(
      {"--total", options->total, "Insertions and deletions to expect in all (default about 1.1e12)", "N"});
  add_plot_option(counter, options->plot);
  counter.add({"--json", options->json, "One JSON object"});
  counter.run = [options](Output& output) { return plan_a_counter(*options, output); };
}

}  // namespace peel::cli
