#include "cli/output/grid_inspection.hpp"

#include "peel/analysis/count_min.hpp"
#include "peel/analysis/range_sketch.hpp"
#include "peel/analysis/signed_sketch.hpp"

#include "cli/numbers.hpp"
#include "cli/output/inspection_words.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

std::string saturated_in_words(CellCount saturated) {
  if (saturated.value == 0) return "no counter";
  return fmt::format("{} counters, which may have lost some", grouped(saturated.value));
}

std::string signed_margin_in_words(std::uint64_t margin, double failure) {
  if (failure >= 1) return "the grid is too small to say how far off an answer may be";
  return fmt::format("an answer is off by at most {}, but for {:.3g} % of keys or fewer", grouped(margin),
                     100 * failure);
}

void say_shape(const GridShape& shape, CellInspection& seen) {
  seen.rows.push_back({"shape", fmt::format("{} rows of {} counters of {} bits", shape.rows().value,
                                            grouped(shape.columns().value), shape.cell_bits().value)});
  seen.rows.push_back({"memory", fmt::format("{} bytes", grouped(shape.bytes()))});
  seen.file["rows"] = shape.rows().value;
  seen.file["columns"] = shape.columns().value;
  seen.file["cells"] = shape.cells().value;
  seen.file["cell_bits"] = shape.cell_bits().value;
  seen.file["memory_bytes"] = shape.bytes();
}

}  // namespace

void say_frequency_head(const PeelFile& file, const std::string& kind, CellInspection& seen) {
  seen.rows = {{"kind", kind}, {"version", fmt::format("{}", file.version)}};
  seen.file = {{"file", json_text(file.path)}, {"kind", file.kind()}, {"version", file.version}};
  if (!std::holds_alternative<HeavyHitters>(file.content)) {
    seen.rows.push_back({"hashing", fmt::format("{}, seed {}", name_of(file.family), digits_of(file.seed))});
    seen.file["hash_family"] = name_of(file.family);
    seen.file["seed"] = digits_of(file.seed);
  }
  seen.file["bytes"] = file.bytes;
  seen.file["checksum"] = "right";
}

CellInspection look_at_grid(const PeelFile& file, const CountMinSketch& sketch) {
  const std::uint64_t margin = analysis::count_min_margin(sketch.shape(), sketch.total());
  const CellCount saturated = sketch.saturated();
  CellInspection seen;
  say_frequency_head(file, "Count-Min sketch (how often a key came, at most)", seen);
  seen.rows.push_back({"rule", std::string(name_of(sketch.rule()))});
  seen.file["rule"] = name_of(sketch.rule());
  say_shape(sketch.shape(), seen);
  seen.rows.insert(
      seen.rows.end(),
      {{"bytes", fmt::format("{}", file.bytes)},
       {"total", fmt::format("{} keys came", grouped(sketch.total().value))},
       {"margin", fmt::format("an answer is at most {} too high, but for at most one key in 2^{}",
                              grouped(margin), sketch.shape().rows().value)},
       {"saturated", saturated_in_words(saturated)},
       {"checksum", "right"}});
  seen.summary = {
      {"schema", 1}, {"total", sketch.total().value}, {"margin", margin}, {"saturated", saturated.value}};
  return seen;
}

CellInspection look_at_grid(const PeelFile& file, const SignedSketch& sketch) {
  const std::uint64_t margin = analysis::signed_margin(sketch.shape(), sketch.second_moment().estimate);
  const double failure = analysis::signed_failure(sketch.shape());
  CellInspection seen;
  say_frequency_head(file, "signed sketch (how often a key came, less how often it went)", seen);
  say_shape(sketch.shape(), seen);
  seen.rows.insert(seen.rows.end(),
                   {{"bytes", fmt::format("{}", file.bytes)},
                    {"gross", fmt::format("{} keys came or went", grouped(sketch.gross().value))},
                    {"margin", signed_margin_in_words(margin, failure)},
                    {"checksum", "right"}});
  seen.summary = {{"schema", 1}, {"gross", sketch.gross().value}, {"margin", margin}, {"failure", failure}};
  return seen;
}

CellInspection look_at_grid(const PeelFile& file, const RangeSketch& sketch) {
  const RangeShape& shape = sketch.shape();
  const std::uint64_t margin = analysis::count_min_margin(shape.grid(), sketch.total());
  std::uint64_t saturated = 0;
  for (const CountMinSketch& level : sketch.levels()) saturated += level.saturated().value;
  CellInspection seen;
  say_frequency_head(file, "range sketch (how many keys came in a range, and quantiles)", seen);
  seen.rows.push_back({"keys", fmt::format("of {} bits", shape.key_bits().value)});
  seen.rows.push_back({"levels", fmt::format("{} of a grid each; {} counted exactly",
                                             shape.sketched_levels().value, shape.exact_bits().value + 1)});
  seen.file["key_bits"] = shape.key_bits().value;
  seen.file["sketched_levels"] = shape.sketched_levels().value;
  say_shape(shape.grid(), seen);
  seen.rows.back() = {"memory", fmt::format("{} bytes", grouped(shape.bytes()))};
  seen.file["memory_bytes"] = shape.bytes();
  seen.rows.insert(
      seen.rows.end(),
      {{"bytes", fmt::format("{}", file.bytes)},
       {"total", fmt::format("{} keys came", grouped(sketch.total().value))},
       {"margin", fmt::format("a piece of a range is at most {} too high, but for at most one in 2^{}",
                              grouped(margin), shape.grid().rows().value)},
       {"saturated", saturated_in_words(CellCount(saturated))}});
  seen.summary = {
      {"schema", 1}, {"total", sketch.total().value}, {"margin", margin}, {"saturated", saturated}};
  if (const auto median = sketch.quantile(0.5)) {
    seen.rows.push_back({"median", fmt::format("about {}", median->key)});
    seen.summary["median"] = median->key;
  }
  seen.rows.push_back({"checksum", "right"});
  return seen;
}

}  // namespace peel::cli
