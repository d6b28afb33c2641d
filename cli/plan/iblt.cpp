// peel plan iblt: how big a table must be, and what can go wrong how often.
#include "peel/analysis/iblt_plan.hpp"
#include "peel/invertible/planned_shape.hpp"
#include "peel/wire/iblt_size.hpp"

#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/output/names.hpp"
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

constexpr const char* kMoreAboutIblt = R"(Examples:
  peel plan iblt --items 1000                     a table that lists 1,000 keys of 8 bytes
  peel plan iblt --items 1e5 --failure 1e-4       100,000 keys, one failure in 10,000
  peel plan iblt --items 300 --key-bytes 16 --value-bytes 8 --json
  peel plan iblt --items 1000 --plot              failures against cells, as a curve

The table lists up to --items keys (of a difference: those on either side) and
leaves some over with at most the probability --failure. Then nothing is lost
and nothing wrong is said: the answer is to try again with a larger table.
)";

// Numbers as they were typed.
struct IbltOptions {
  std::string items;
  std::string failure = "0.01";
  std::optional<std::string> wrong;
  std::string key_bytes = "8";
  std::string value_bytes = "0";
  bool multiset = false;
  PlotWish plot;
  bool json = false;
};

// A plan with the sizes that follow from it.
struct SizedIbltPlan {
  analysis::IbltPlan plan;
  IbltShape shape;
  std::uint64_t message_bytes;
};

struct PlannedTables {
  IbltNeeds needs;
  analysis::IbltTargets targets;
  SizedIbltPlan chosen;
  std::vector<SizedIbltPlan> others;  // the smallest of each other kind
};

Result<SizedIbltPlan> sized(const analysis::IbltPlan& plan, const IbltNeeds& needs) {
  const auto shape = shape_of(plan, needs);
  if (!shape) return failure(shape.error());
  return SizedIbltPlan{plan, *shape, wire::expected_bytes(*shape, needs.items)};
}

bool is_alike(const analysis::TableGeometry& one, const analysis::TableGeometry& other) {
  return one.hashes == other.hashes && one.sub_tables == other.sub_tables && one.light == other.light;
}

Result<PlannedTables> plan_tables(const IbltOptions& options) {
  const auto items = whole_number({"--items", options.items}, {1, kMaxCells});
  if (!items) return failure(items.error());
  const auto incomplete = probability({"--failure", options.failure});
  if (!incomplete) return failure(incomplete.error());
  const auto wrong = options.wrong ? probability({"--wrong", *options.wrong})
                                   : Result<Rate>(analysis::suggested_wrong(*incomplete));
  if (!wrong) return failure(wrong.error());
  const auto key_bytes = whole_number({"--key-bytes", options.key_bytes}, {1, kMaxKeyWidth});
  if (!key_bytes) return failure(key_bytes.error());
  const auto value_bytes = whole_number({"--value-bytes", options.value_bytes}, {0, kMaxValueWidth});
  if (!value_bytes) return failure(value_bytes.error());
  const IbltNeeds needs{
      .items = ItemCount(*items),
      .incomplete = *incomplete,
      .key_width = ByteWidth(*key_bytes),
      .value_width = ByteWidth(*value_bytes),
      .arithmetic = options.multiset ? CellArithmetic::prime_field : CellArithmetic::xor_sums};
  const analysis::IbltTargets targets{*incomplete, *wrong};
  const analysis::PurityCounts counts = purity_counts(needs.arithmetic);
  const auto best = analysis::plan_iblt(needs.items, targets, counts);
  if (!best) {
    return failure(
        ErrorCode::limit_exceeded,
        fmt::format("no table of at most {} cells lists {} keys so reliably; ask for fewer --items or a "
                    "larger --failure or --wrong",
                    kMaxCells, *items));
  }
  auto chosen = sized(*best, needs);
  if (!chosen) return failure(chosen.error());
  PlannedTables tables{needs, targets, *chosen, {}};
  for (const analysis::IbltPlan& plan : analysis::iblt_plans(needs.items, targets, counts)) {
    if (is_alike(plan.table, best->table)) continue;
    auto other = sized(plan, needs);
    if (!other) return failure(other.error());
    tables.others.push_back(*other);
  }
  return tables;
}

double per_key(std::uint64_t amount, const IbltNeeds& needs) {
  return static_cast<double>(amount) / static_cast<double>(needs.items.value);
}

void print_as_text(const PlannedTables& tables, Output& output) {
  const SizedIbltPlan& chosen = tables.chosen;
  const std::uint64_t cells = chosen.shape.cells().value;
  output.write(fmt::format(
      "A table that lists {} {} of {} bytes{}, and leaves some over in at most {:g} of listings:\n\n",
      grouped(tables.needs.items.value), tables.needs.items.value == 1 ? "key" : "keys",
      tables.needs.key_width.value,
      tables.needs.value_width.value > 0 ? fmt::format(" with values of {}", tables.needs.value_width.value)
                                         : "",
      tables.targets.incomplete.value()));
  std::vector<Row> rows = {
      {"placement", in_words(chosen.shape.placement())},
      {"hashes", fmt::format("{}", chosen.shape.hashes().value)},
      {"cells", fmt::format("{}, {:.3g} per key", grouped(cells), per_key(cells, tables.needs))},
      {"arithmetic", in_words(name_of(chosen.shape.arithmetic()))},
      {"check bits", fmt::format("{}", chosen.shape.check_bits().value)},
      {"message", fmt::format("{} bytes, {:.3g} per key", grouped(chosen.message_bytes),
                              per_key(chosen.message_bytes, tables.needs))},
      {"memory", fmt::format("{} bytes", grouped(chosen.shape.table_bytes()))},
      {"incomplete", in_words(chosen.plan.incomplete)},
      {"wrong", fmt::format("{:.2g}", chosen.plan.wrong)}};
  output.write(text_table(rows, "  "));
  if (tables.others.empty()) return;
  output.write("\nOther tables for the same:\n\n");
  rows = {{"placement", "hashes", "cells", "per key", "message", "incomplete"}};
  for (const SizedIbltPlan& other : tables.others) {
    const std::uint64_t their_cells = other.shape.cells().value;
    rows.push_back({in_words(other.shape.placement()), fmt::format("{}", other.shape.hashes().value),
                    grouped(their_cells), fmt::format("{:.3g}", per_key(their_cells, tables.needs)),
                    grouped(other.message_bytes), fmt::format("{:.2g}", other.plan.incomplete.probability)});
  }
  output.write(text_table(rows, "  "));
  output.write(
      "\nThe fewest cells win; where two tables are within 2.5 %, the one with fewer hashes, which is "
      "faster.\n");
}

Json as_json(const SizedIbltPlan& table, const IbltNeeds& needs) {
  const Placement& placement = table.shape.placement();
  const bool is_coupled = placement.kind() == PlacementKind::coupled;
  Json object = {{"hashes", placement.hashes().value},
                 {"placement", name_of(placement.kind())},
                 {"segments", is_coupled ? placement.sub_tables().value : 0},
                 {"cells", placement.cells().value},
                 {"cells_per_key", per_key(placement.cells().value, needs)},
                 {"check_bits", table.shape.check_bits().value},
                 {"bytes", table.message_bytes},
                 {"memory_bytes", table.shape.table_bytes()},
                 {"failure_probability", table.plan.incomplete.probability},
                 {"failure_least", table.plan.incomplete.least},
                 {"failure_most", table.plan.incomplete.most},
                 {"measured", table.plan.incomplete.measured},
                 {"wrong_probability", table.plan.wrong}};
  if (const LightKeys& light = placement.weights().light; light.any()) {
    object["light_keys"] = {{"hashes", light.hashes.value}, {"of_65536", light.share}};
  }
  return object;
}

Json as_json(const PlannedTables& tables) {
  Json object = as_json(tables.chosen, tables.needs);
  object["items"] = tables.needs.items.value;
  object["key_bytes"] = tables.needs.key_width.value;
  object["value_bytes"] = tables.needs.value_width.value;
  object["arithmetic"] = name_of(tables.needs.arithmetic);
  object["failure_target"] = tables.targets.incomplete.value();
  object["wrong_target"] = tables.targets.wrong.value();
  object["alternatives"] = Json::array();
  for (const SizedIbltPlan& other : tables.others)
    object["alternatives"].push_back(as_json(other, tables.needs));
  return object;
}

plot::Plot curve_of(const PlannedTables& tables) {
  PlannedIblts drawn{tables.needs.items, tables.targets.incomplete, tables.chosen.plan, {}};
  for (const SizedIbltPlan& other : tables.others) drawn.others.push_back(other.plan);
  return iblt_curve(drawn);
}

Result<Status> plan_iblt_table(const IbltOptions& options, Output& output) {
  const auto tables = plan_tables(options);
  if (!tables) return failure(tables.error());
  const auto plot = PlanPlot::make(options.plot, [&] { return curve_of(*tables); });
  if (!plot) return failure(plot.error());
  if (options.json) return plot->print_with(as_json(*tables), output);
  print_as_text(*tables, output);
  return plot->print_below(output);
}

}  // namespace

void add_plan_iblt(Command& plan) {
  auto options = std::make_shared<IbltOptions>();
  Command& iblt = plan.add_verb("iblt", "An invertible Bloom lookup table");
  iblt.more = kMoreAboutIblt;
  iblt.add({"--items", options->items, "Keys to list, 1 to 4e9; of a difference, those on either side", "N",
            Option::Rule::required});
  iblt.add({"--failure", options->failure, "How often listing may leave keys over (default 0.01)", "P"});
  iblt.add({"--wrong", options->wrong,
            "How often listing may say something wrong (default: 1e-6, or --failure / 100)", "P"});
  iblt.add({"--key-bytes", options->key_bytes, "Bytes of a key, 1 to 64 (default 8)", "N"});
  iblt.add({"--value-bytes", options->value_bytes, "Bytes of a value, 0 to 64 (default 0)", "N"});
  iblt.add({"--multiset", options->multiset, "Keys may be there several times: prime-field cells"});
  add_plot_option(iblt, options->plot);
  iblt.add({"--json", options->json, "One JSON object"});
  iblt.run = [options](Output& output) { return plan_iblt_table(*options, output); };
}

}  // namespace peel::cli
