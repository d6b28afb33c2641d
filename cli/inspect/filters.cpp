// What filters say of themselves: plain, counting, spectral and rotating ones.
#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/bloom_rate.hpp"

#include "cli/inspect/words.hpp"
#include "cli/numbers.hpp"
#include "cli/output/names.hpp"

#include <optional>
#include <string>

namespace peel::cli {

namespace {

constexpr double kUsualRate = 0.01;

std::string held_keys_in_words(FilterKeys keys) {
  switch (keys) {
    case FilterKeys::text:
      return "text, as it stood in its source";
    case FilterKeys::addresses:
      return "IP addresses, each in one spelling";
    case FilterKeys::unknown:
      break;
  }
  return "unknown: text, or IP addresses";
}

// How often a filter with so many items errs, if their number can be told.
std::optional<double> expected_rate(const FilterShape& shape, const analysis::ItemEstimate& items) {
  if (!(items.items < kMostItems)) return std::nullopt;
  return analysis::false_positive_rate(shape, ItemCount(rounded_items(items.items)));
}

void say_filter_head(const std::string& kind, const FilterShape& shape, const PeelFile& file,
                     Inspection& seen) {
  say_head(kind, file, seen);
  seen.say("layout", "{}", layout_in_words(shape));
  seen.file["layout"] = name_of(shape.layout());
}

void say_items(const analysis::ItemEstimate& items, double rate, Inspection& seen) {
  seen.summary["items"] = json_number(items.items);
  seen.summary["items_error"] = json_number(items.standard_error);
  seen.summary["rate"] = rate;
}

// Filters whose cells have several bits, or that have several generations.
void say_cells_head(const std::string& kind, const FilterShape& shape, const PeelFile& file,
                    Inspection& seen) {
  say_filter_head(kind, shape, file, seen);
  seen.file.update(Json{{"cells", shape.cells().value},
                        {"cell_bits", shape.cell_bits().value},
                        {"hashes", shape.hashes().value},
                        {"bytes", file.bytes}});
}

void say_cells_tail(const analysis::ItemEstimate& items, double rate, const PeelFile& file,
                    Inspection& seen) {
  seen.say("bytes", "{}", file.bytes);
  seen.say("keys", "{}", items_in_words(items));
  seen.say("rate", "{:.3g} % of other keys are affirmed", 100 * rate);
  seen.say("checksum", "right");
  seen.file["checksum"] = "right";
  say_items(items, rate, seen);
}

// Counting and spectral filters: both have counters that may saturate.
template <class Filter>
void say_counters(const Filter& filter, const PeelFile& file, Inspection& seen) {
  const FilterShape& shape = filter.shape();
  const std::uint64_t saturated = filter.saturated().value;
  const double fill = filter.fill();
  seen.say("shape", "{} counters of {} bits, {} hashes", grouped(shape.cells().value),
           shape.cell_bits().value, shape.hashes().value);
  seen.say("fill", "{:.3g} % of the counters are not 0", 100 * fill);
  seen.say("saturated", "{}",
           saturated == 0
               ? "no counter"
               : fmt::format("{} counters, which stay as they are whatever is erased", grouped(saturated)));
  seen.summary["fill"] = fill;
  seen.summary["saturated"] = saturated;
  say_cells_tail(filter.estimated_items(), filter.current_rate(), file, seen);
}

}  // namespace

void say(const BloomFilter& filter, const PeelFile& file, Inspection& seen) {
  const FilterShape& shape = filter.shape();
  const double fill = filter.fill(), rate = filter.current_rate();
  const analysis::ItemEstimate items = filter.estimated_items();
  const std::optional<double> expected = expected_rate(shape, items);
  const std::uint64_t capacity = analysis::capacity_of(shape, *Rate::from(kUsualRate)).value;
  say_filter_head("filter (which keys were seen, in a few bits each)", shape, file, seen);
  seen.say("shape", "{} bits, {}", grouped(shape.cells().value), hashes_in_words(shape.hashes()));
  seen.say("bytes", "{}", file.bytes);
  seen.say("fill", "{:.3g} % of the bits are set", 100 * fill);
  seen.say("keys", "{}", items_in_words(items));
  seen.say("holds", "{}", held_keys_in_words(filter.keys()));
  seen.say("rate", "{:.3g} % of other keys are affirmed{}", 100 * rate,
           expected ? fmt::format("; of a filter with so many keys {:.3g} % are expected", 100 * *expected)
                    : std::string());
  seen.say("capacity", "{} keys at a rate of 1 %", grouped(capacity));
  seen.say("checksum", "right");
  seen.file.update(Json{{"bits", shape.cells().value},
                        {"hashes", shape.hashes().value},
                        {"keys", name_of(filter.keys())},
                        {"bytes", file.bytes},
                        {"checksum", "right"}});
  seen.summary["fill"] = fill;
  say_items(items, rate, seen);
  seen.summary["expected_rate"] = expected ? Json(*expected) : Json(nullptr);
  seen.summary["capacity"] = capacity;
  seen.summary["capacity_rate"] = kUsualRate;
}

void say(const CountingBloomFilter& filter, const PeelFile& file, Inspection& seen) {
  say_cells_head("counting filter (which keys are in it; they can be erased)", filter.shape(), file, seen);
  say_counters(filter, file, seen);
}

void say(const SpectralBloomFilter& filter, const PeelFile& file, Inspection& seen) {
  say_cells_head("spectral filter (how often keys came)", filter.shape(), file, seen);
  seen.say("insertion", "{}", in_words(name_of(filter.insertion())));
  seen.file["insertion"] = name_of(filter.insertion());
  say_counters(filter, file, seen);
}

void say(const RotatingBloomFilter& filter, const PeelFile& file, Inspection& seen) {
  const RotationRule& rule = filter.rule();
  const std::uint64_t generations = rule.generations().value;
  say_cells_head("rotating filter (which keys came lately)", filter.shape(), file, seen);
  seen.say("shape", "{} generations of {} bits, {} hashes", generations,
           grouped(filter.shape().cells().value), filter.shape().hashes().value);
  seen.say("window", "the last {} {}; forgotten after {}", grouped(rule.window()), name_of(rule.unit()),
           grouped(rule.forgotten()));
  seen.say("position", "{}",
           rule.unit() == WindowUnit::ticks
               ? fmt::format("tick {}", filter.position())
               : fmt::format("{} insertions so far", grouped(filter.position())));
  seen.file.update(
      Json{{"unit", name_of(rule.unit())}, {"window", rule.window()}, {"generations", generations}});
  seen.summary["position"] = filter.position();
  seen.summary["forgotten"] = rule.forgotten();
  say_cells_tail(filter.estimated_items(), filter.current_rate(), file, seen);
}

}  // namespace peel::cli
