#include "cli/plan/table_summaries.hpp"

#include "cli/numbers.hpp"
#include "cli/output/text_table.hpp"

#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

// It has as many cells and hashes as the one before it.
bool is_counting(const PlannedSummary& summary) {
  return summary.name.starts_with("counting");
}

PlannedSummary refused(std::string name, const Error& error) {
  PlannedSummary summary;
  summary.name = std::move(name);
  summary.refusal = error.sentence();
  return summary;
}

std::string in_hashes(HashCount hashes) {
  return fmt::format("{} {}", hashes.value, hashes.value == 1 ? "hash" : "hashes");
}

void add_interpolation(TableSummaries& summaries, const analysis::SummaryDemand& demand,
                       const analysis::FilledTable& table) {
  const auto plan = plan_interpolation(demand, table);
  if (!plan) return summaries.kinds.push_back(refused("interpolation", plan.error()));
  summaries.kinds.push_back({.name = "interpolation",
                             .parameters = fmt::format("{} bits of hash, 3 of level", plan->bits.value),
                             .parameters_as_json = {{"bits", plan->bits.value}},
                             .forecast = plan->forecast,
                             .refusal = {}});
}

void add_single_filters(TableSummaries& summaries, const analysis::SummaryDemand& demand,
                        const analysis::FilledTable& table) {
  const auto plan = plan_single_filter(demand, table);
  if (!plan) {
    for (const char* const name : {"single filter", "counting single filter"})
      summaries.kinds.push_back(refused(name, plan.error()));
    return;
  }
  const auto add = [&](std::string name, const SingleFilterShape& shape, double saturated) {
    summaries.kinds.push_back(
        {.name = std::move(name),
         .parameters = fmt::format("{} of {}, {}", counted(shape.cells().value, "cell"),
                                   shape.packing() == CellPacking::six_values   ? "0 to 5"
                                   : shape.packing() == CellPacking::three_bits ? "0 to 7"
                                                                                : "counters",
                                   in_hashes(shape.hashes())),
         .parameters_as_json = {{"cells", shape.cells().value},
                                {"hashes", shape.hashes().value},
                                {"packing", std::string(name_of(shape.packing()))}},
         .forecast = single_filter_forecast(shape, table),
         .saturated = saturated,
         .refusal = {}});
  };
  add("single filter", plan->shape, 0);
  const auto counting = analysis::counting_version(plan->shape);
  if (!counting) return summaries.kinds.push_back(refused("counting single filter", counting.error()));
  add("counting single filter", *counting, saturated_counters(*counting, table));
}

void add_multiple_filters(TableSummaries& summaries, const analysis::SummaryDemand& demand,
                          const analysis::FilledTable& table) {
  const auto plan = plan_multiple_filters(demand, table);
  if (!plan) {
    for (const char* const name : {"multiple filters", "counting multiple filters"})
      summaries.kinds.push_back(refused(name, plan.error()));
    return;
  }
  const auto add = [&](std::string name, const std::vector<FilterShape>& shapes, double saturated,
                       analysis::SummaryForecast forecast) {
    std::string words;
    Json filters = Json::array();
    for (const FilterShape& shape : shapes) {
      words += fmt::format("{}{}/{}", words.empty() ? "" : ", ", grouped(shape.cells().value),
                           shape.hashes().value);
      filters.push_back({{"cells", shape.cells().value}, {"hashes", shape.hashes().value}});
    }
    summaries.kinds.push_back({.name = std::move(name),
                               .parameters = "cells/hashes " + words,
                               .parameters_as_json = {{"filters", filters}},
                               .forecast = std::move(forecast),
                               .saturated = saturated,
                               .refusal = {}});
  };
  add("multiple filters", plan->shapes, 0, plan->forecast);
  const auto counting = analysis::counting_version(plan->shapes);
  if (!counting) return summaries.kinds.push_back(refused("counting multiple filters", counting.error()));
  analysis::SummaryForecast forecast = plan->forecast;
  forecast.bits *= 4;
  forecast.bytes = (forecast.bits + table.shape.total_slots().value + 7) / 8;
  add("counting multiple filters", *counting, saturated_counters(*counting, table), std::move(forecast));
}

double bits_per_item(const PlannedSummary& summary, const TableSummaries& summaries) {
  return 8 * static_cast<double>(summary.forecast.bytes) / static_cast<double>(summaries.items);
}

}  // namespace

TableSummaries table_summaries(const analysis::SummaryDemand& demand, const analysis::FilledTable& table) {
  TableSummaries summaries{table.forecast.of.front().least, {}};
  add_interpolation(summaries, demand, table);
  add_single_filters(summaries, demand, table);
  add_multiple_filters(summaries, demand, table);
  return summaries;
}

std::string in_words(const TableSummaries& summaries) {
  std::vector<Row> rows = {{"summary", "bytes", "bits an item", "false positives", "failure"}};
  std::string parameters = "\n", refusals, refusal;
  for (const PlannedSummary& each : summaries.kinds) {
    if (!each.refusal.empty()) {
      if (is_counting(each) && each.refusal == refusal) continue;  // for the same reason
      refusal = each.refusal;
      refusals += fmt::format("\n{}: {}.\n", each.name, each.refusal);
      continue;
    }
    rows.push_back({each.name, grouped(each.forecast.bytes),
                    fmt::format("{:.2f}", bits_per_item(each, summaries)),
                    fmt::format("{:.4g}", each.forecast.false_positive_rate),
                    fmt::format("{:.4g}", each.forecast.failure)});
    if (!is_counting(each)) parameters += wrapped(each.parameters, fmt::format("  {:<18}", each.name));
  }
  return "\n" + text_table(rows, "  ") + (rows.size() > 1 ? parameters : "") + refusals;
}

Json as_json(const TableSummaries& summaries) {
  Json kinds = Json::array();
  for (const PlannedSummary& each : summaries.kinds) {
    Json object = {{"kind", each.name}};
    if (!each.refusal.empty()) {
      object["refused"] = each.refusal;
    } else {
      object["bytes"] = each.forecast.bytes;
      object["bits_per_item"] = bits_per_item(each, summaries);
      object["false_positive_rate"] = each.forecast.false_positive_rate;
      object["failure_probability"] = each.forecast.failure;
      if (is_counting(each)) object["saturated_counters"] = each.saturated;
      object["parameters"] = each.parameters_as_json;
    }
    kinds.push_back(object);
  }
  return kinds;
}

}  // namespace peel::cli
