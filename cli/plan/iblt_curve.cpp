#include "cli/numbers.hpp"
#include "cli/plan/curves.hpp"
#include "cli/plan/listing_curve.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

constexpr std::size_t kIbltCurveMostOthers = 4;

}  // namespace

plot::Plot iblt_curve(const PlannedIblts& tables) {
  const auto failure = [items = tables.items](const analysis::TableGeometry& table) {
    return analysis::listing_failure(items, table).probability;
  };
  ListingTables drawn{{}, tables.items, tables.incomplete};
  const auto draw = [&](const analysis::IbltPlan& plan) {
    drawn.all.push_back({in_words(plan.table), plan.table, 1, failure});
  };
  draw(tables.chosen);
  for (std::size_t i = 0; i < std::min(tables.others.size(), kIbltCurveMostOthers); ++i)
    draw(tables.others[i]);
  plot::Plot plot = listing_curve(drawn);
  plot.title = fmt::format("Listing {}", counted(tables.items.value, "key"));
  plot.x.label = "cells per key";
  return plot;
}

}  // namespace peel::cli
