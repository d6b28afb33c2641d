// peel plan cuckoo: how many buckets, what an insertion costs, and how likely it is that keys find no place.
#include "peel/analysis/cuckoo.hpp"

#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text_table.hpp"
#include "cli/plan/curves.hpp"
#include "cli/plan/plan_plot.hpp"
#include "cli/plan/plans.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutCuckoo = R"(Examples:
  peel plan cuckoo --items 1e7                            entries of 16 bytes, load 0.95
  peel plan cuckoo --items 1e6 --entry-bytes 24 --load 0.9
  peel plan cuckoo --items 1e6 --slots 1                  as cuckoo hashing began
  peel plan cuckoo --items 1e7 --plot                     kicks against load, as a curve

A key has two buckets, and is in one of them. Where both are full, entries are
moved to their other buckets. That works up to a threshold that depends on the
slots of a bucket: 0.5 of all slots for 1, 0.897 for 2, 0.980 for 4. --load is
how full the table may be; without it, 0.95, or 0.97 of the threshold if that
is less.

Kicks are entries that are moved for one more key. The rehash probability is
that of any key without a place; CuckooTable keeps such a key in a stash. Where
it is one in a million or more, --plot draws that, and otherwise the kicks.
)";

constexpr double kUsualLoad = 0.95, kUsualShareOfThreshold = 0.97;
constexpr std::uint64_t kMostEntryBytes = 1 << 16, kMostBytes = std::uint64_t{1} << 60;

// Numbers as they were typed.
struct CuckooOptions {
  std::string items;
  std::string slots = "4";
  std::string entry_bytes = "16";
  std::optional<std::string> load;
  PlotWish plot;
  bool json = false;
};

struct CuckooAnswer {
  analysis::CuckooDemand demand;
  std::uint64_t entry_bytes;
  analysis::CuckooForecast forecast;

  std::uint64_t total_slots() const { return forecast.buckets.value * demand.slots.value; }
  std::uint64_t bytes() const { return total_slots() * entry_bytes; }
  double bytes_per_entry() const {
    return static_cast<double>(bytes()) / static_cast<double>(demand.items.value);
  }
};

Result<double> load_of(const CuckooOptions& options, SlotCount slots) {
  if (!options.load) return std::min(kUsualLoad, kUsualShareOfThreshold * analysis::cuckoo_threshold(slots));
  const auto load = positive_number(*options.load);
  if (!load || *load > 1) {
    return failure(
        ErrorCode::invalid_argument,
        fmt::format("--load {}: accepted are shares above 0 and up to 1, such as 0.95", *options.load));
  }
  return *load;
}

Result<CuckooAnswer> answer_to(const CuckooOptions& options) {
  const auto items = whole_number({"--items", options.items}, {1, analysis::kMostCuckooItems});
  if (!items) return failure(items.error());
  const auto slots = whole_number({"--slots", options.slots}, {1, analysis::kMostCuckooSlots});
  if (!slots) return failure(slots.error());
  const auto bytes = whole_number({"--entry-bytes", options.entry_bytes}, {1, kMostEntryBytes});
  if (!bytes) return failure(bytes.error());
  const auto load = load_of(options, SlotCount(*slots));
  if (!load) return failure(load.error());
  const analysis::CuckooDemand demand{ItemCount(*items), SlotCount(*slots), *load};
  const auto forecast = analysis::cuckoo_forecast(demand);
  if (!forecast) return failure(forecast.error());
  if (forecast->buckets.value > kMostBytes / (*slots * *bytes))
    return failure(ErrorCode::limit_exceeded, "more than 2^60 bytes: that is the most that is planned");
  return CuckooAnswer{demand, *bytes, *forecast};
}

// The words for what a probability rests on, to machines and to people.
struct BasisWords {
  const char* name;
  const char* text;
};

BasisWords words_of(analysis::CuckooForecast::Basis basis) {
  switch (basis) {
    case analysis::CuckooForecast::Basis::exact:
      return {"exact", "exactly"};
    case analysis::CuckooForecast::Basis::law:
      return {"estimate", "an estimate"};
    case analysis::CuckooForecast::Basis::stretched_law:
      break;
  }
  return {"rough estimate", "a rough estimate: it is made for larger tables"};
}

void print_as_text(const CuckooAnswer& answer, Output& output) {
  const analysis::CuckooForecast& forecast = answer.forecast;
  std::vector<Row> rows = {{"buckets", fmt::format("{} of {}", grouped(forecast.buckets.value),
                                                   counted(answer.demand.slots.value, "slot"))},
                           {"load", fmt::format("{:.5f}; the threshold is {:.5f}", forecast.load,
                                                analysis::cuckoo_threshold(answer.demand.slots))},
                           {"bytes", fmt::format("{}, {:.3f} for each entry of {}", grouped(answer.bytes()),
                                                 answer.bytes_per_entry(), answer.entry_bytes)}};
  if (forecast.cost) {
    rows.push_back({"kicks", fmt::format("{:.3g} for the last entry, {:.3g} on average", forecast.cost->kicks,
                                         forecast.cost->mean_kicks)});
    rows.push_back(
        {"visits", fmt::format("{:.3g} buckets searched for the last entry", forecast.cost->visits)});
  } else {
    rows.push_back({"kicks", "many: the load is close to the threshold or beyond"});
  }
  rows.push_back(
      {"rehash", fmt::format("{:.3g}, {}", forecast.rehash_probability, words_of(forecast.basis).text)});
  output.write(fmt::format(
      "A cuckoo table of {}:\n\n",
      answer.demand.items.value == 1 ? "1 entry" : grouped(answer.demand.items.value) + " entries"));
  output.write(text_table(rows, "  "));
}

Json as_json(const CuckooAnswer& answer) {
  const analysis::CuckooForecast& forecast = answer.forecast;
  Json object;
  object["load"] = forecast.load;
  object["bytes"] = answer.bytes();
  object["rehash_probability"] = forecast.rehash_probability;
  object["rehash_basis"] = words_of(forecast.basis).name;
  object["expected_kicks"] = forecast.cost ? Json(forecast.cost->kicks) : Json(nullptr);
  object["mean_kicks"] = forecast.cost ? Json(forecast.cost->mean_kicks) : Json(nullptr);
  object["expected_visits"] = forecast.cost ? Json(forecast.cost->visits) : Json(nullptr);
  object["bytes_per_entry"] = answer.bytes_per_entry();
  object["items"] = answer.demand.items.value;
  object["slots"] = answer.demand.slots.value;
  object["entry_bytes"] = answer.entry_bytes;
  object["buckets"] = forecast.buckets.value;
  object["threshold"] = analysis::cuckoo_threshold(answer.demand.slots);
  return object;
}

Result<Status> plan_a_table(const CuckooOptions& options, Output& output) {
  const auto answer = answer_to(options);
  if (!answer) return failure(answer.error());
  const auto plot = PlanPlot::make(options.plot, [&] { return cuckoo_curve(answer->demand); });
  if (!plot) return failure(plot.error());
  if (options.json) return plot->print_with(as_json(*answer), output);
  print_as_text(*answer, output);
  return plot->print_below(output);
}

}  // namespace

void add_plan_cuckoo(Command& plan) {
  auto options = std::make_shared<CuckooOptions>();
  Command& table = plan.add_verb("cuckoo", "A cuckoo table");
  table.more = kMoreAboutCuckoo;
  table.add({"--items", options->items, "Entries that the table will hold", "N", Option::Rule::required});
  table.add({"--slots", options->slots, "Entries that a bucket holds (default 4)", "S"});
  table.add({"--entry-bytes", options->entry_bytes, "Bytes of a key and its value (default 16)", "BYTES"});
  table.add({"--load", options->load, "Share of slots in use at most (default 0.95)", "L"});
  add_plot_option(table, options->plot);
  table.add({"--json", options->json, "One JSON object"});
  table.run = [options](Output& output) { return plan_a_table(*options, output); };
}

}  // namespace peel::cli
