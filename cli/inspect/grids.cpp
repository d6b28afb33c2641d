// What grids of counters say of themselves: Count-Min, signed and range sketches.
#include "peel/analysis/count_min.hpp"
#include "peel/analysis/range_sketch.hpp"
#include "peel/analysis/signed_sketch.hpp"

#include "cli/inspect/words.hpp"
#include "cli/numbers.hpp"

#include <string>

namespace peel::cli {

namespace {

std::string signed_margin_in_words(std::uint64_t margin, double failure) {
  if (failure >= 1) return "the grid is too small to say how far off an answer may be";
  return fmt::format("an answer is off by at most {}, but for {:.3g} % of keys or fewer", grouped(margin),
                     100 * failure);
}

// `bytes` are those of the whole sketch, which may have several such grids.
void say_grid(const GridShape& shape, std::uint64_t bytes, const PeelFile& file, Inspection& seen) {
  seen.say("shape", "{} rows of {} counters of {} bits", shape.rows().value, grouped(shape.columns().value),
           shape.cell_bits().value);
  seen.say("memory", "{} bytes", grouped(bytes));
  seen.say("bytes", "{}", file.bytes);
  seen.file.update(Json{{"rows", shape.rows().value},
                        {"columns", shape.columns().value},
                        {"cells", shape.cells().value},
                        {"cell_bits", shape.cell_bits().value},
                        {"memory_bytes", bytes}});
}

// What Count-Min and range sketches have: a total, a margin that `what` stays within, counters that saturate.
void say_counts(CopyCount total, const GridShape& shape, const char* margin_words, CellCount saturated,
                Inspection& seen) {
  const std::uint64_t margin = analysis::count_min_margin(shape, total);
  seen.say("total", "{} keys came", grouped(total.value));
  seen.rows.push_back(
      {"margin", fmt::format(fmt::runtime(margin_words), grouped(margin), shape.rows().value)});
  seen.say("saturated", "{}",
           saturated.value == 0
               ? "no counter"
               : fmt::format("{} counters, which may have lost some", grouped(saturated.value)));
  seen.summary.update(Json{{"total", total.value}, {"margin", margin}, {"saturated", saturated.value}});
}

}  // namespace

void say(const CountMinSketch& sketch, const PeelFile& file, Inspection& seen) {
  say_counting_head("Count-Min sketch (how often a key came, at most)", file, seen);
  seen.say("rule", "{}", name_of(sketch.rule()));
  seen.file["rule"] = name_of(sketch.rule());
  say_grid(sketch.shape(), sketch.shape().bytes(), file, seen);
  say_counts(sketch.total(), sketch.shape(),
             "an answer is at most {} too high, but for at most one key in 2^{}", sketch.saturated(), seen);
  seen.say("checksum", "right");
}

void say(const SignedSketch& sketch, const PeelFile& file, Inspection& seen) {
  const std::uint64_t margin = analysis::signed_margin(sketch.shape(), sketch.second_moment().estimate);
  const double failure = analysis::signed_failure(sketch.shape());
  say_counting_head("signed sketch (how often a key came, less how often it went)", file, seen);
  say_grid(sketch.shape(), sketch.shape().bytes(), file, seen);
  seen.say("gross", "{} keys came or went", grouped(sketch.gross().value));
  seen.say("margin", "{}", signed_margin_in_words(margin, failure));
  seen.say("checksum", "right");
  seen.summary.update(Json{{"gross", sketch.gross().value}, {"margin", margin}, {"failure", failure}});
}

void say(const RangeSketch& sketch, const PeelFile& file, Inspection& seen) {
  const RangeShape& shape = sketch.shape();
  CellCount saturated(0);
  for (const CountMinSketch& level : sketch.levels()) saturated.value += level.saturated().value;
  say_counting_head("range sketch (how many keys came in a range, and quantiles)", file, seen);
  seen.say("keys", "of {} bits", shape.key_bits().value);
  seen.say("levels", "{} of a grid each; {} counted exactly", shape.sketched_levels().value,
           shape.exact_bits().value + 1);
  seen.file["key_bits"] = shape.key_bits().value;
  seen.file["sketched_levels"] = shape.sketched_levels().value;
  say_grid(shape.grid(), shape.bytes(), file, seen);
  say_counts(sketch.total(), shape.grid(),
             "a piece of a range is at most {} too high, but for at most one in 2^{}", saturated, seen);
  if (const auto median = sketch.quantile(0.5)) {
    seen.say("median", "about {}", median->key);
    seen.summary["median"] = median->key;
  }
  seen.say("checksum", "right");
}

}  // namespace peel::cli
