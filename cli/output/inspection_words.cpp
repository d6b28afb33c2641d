#include "cli/output/inspection_words.hpp"

#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

using Basis = StrataEstimate::Basis;

std::uint64_t strata_cells_in_use(const StrataEstimator& strata) {
  std::uint64_t in_use = 0;
  for (const Iblt& level : strata.levels()) in_use += cells_in_use(level);
  return in_use;
}

std::string field_in_words(const CountedPart& part) {
  if (part.delimiter == 0) return fmt::format("field {}", part.field);
  const char byte = static_cast<char>(part.delimiter);
  return fmt::format("field {} between '{}'", part.field, printable({&byte, 1}));
}

}  // namespace

std::uint64_t cells_in_use(std::span<const std::uint64_t> words, unsigned cell_words) {
  std::uint64_t in_use = 0;
  for (; !words.empty(); words = words.subspan(cell_words)) {
    if (std::ranges::any_of(words.first(cell_words), [](std::uint64_t word) { return word != 0; })) ++in_use;
  }
  return in_use;
}

std::uint64_t cells_in_use(const Iblt& table) {
  return cells_in_use(table.cells(), table.shape().cell_words());
}

std::string digits_of(Seed seed) {
  return fmt::format("{:016x}{:016x}", seed.high, seed.low);
}

std::string part_in_words(const CountedPart& part) {
  switch (part.keys) {
    case CountedPart::Keys::lines:
      return "whole lines";
    case CountedPart::Keys::fields:
      return field_in_words(part) + " of each";
    case CountedPart::Keys::addresses:
      break;
  }
  return part.field == 0 ? "IP addresses" : "IP addresses in " + field_in_words(part);
}

Json part_as_json(const CountedPart& part) {
  Json object = {{"keys", name_of(part.keys)}};
  if (part.field > 0) {
    const char byte = static_cast<char>(part.delimiter);
    object["field"] = part.field;
    object["delimiter"] = part.delimiter == 0 ? Json(nullptr) : json_text({&byte, 1});
  }
  return object;
}

std::string placement_in_words(const Placement& placement) {
  const std::uint64_t each = placement.sub_table_cells().value, all = placement.sub_tables().value;
  if (placement.kind() == PlacementKind::partitioned)
    return fmt::format("{} sub-tables of {}", grouped(all), grouped(each));
  return fmt::format("{} segments of {}, each key in {} neighbours", grouped(all), grouped(each),
                     placement.hashes().value);
}

std::string strata_in_words(const StrataEstimator& strata) {
  const StrataShape& shape = strata.shape();
  const std::uint64_t cells = shape.level_shape().cells().value;
  return fmt::format("levels {} to {} of {} cells, {} of {} in use", shape.first_level().value,
                     shape.last_level().value, grouped(cells), grouped(strata_cells_in_use(strata)),
                     grouped(cells * shape.levels().value));
}

std::string estimate_in_words(const StrataEstimate& estimate) {
  switch (estimate.basis) {
    case Basis::exact:
      return "exactly " + counted(estimate.items.value, "distinct item");
    case Basis::sampled:
      // Few items may all have been left out of the sample.
      if (estimate.items.value == 0) return "at most " + counted(estimate.most.value, "distinct item");
      return fmt::format("about {}, {} to {}", counted(estimate.items.value, "distinct item"),
                         grouped(estimate.least.value), grouped(estimate.most.value));
    case Basis::none:
      break;
  }
  return "too many distinct items to say how many";
}

Json strata_as_json(const StrataEstimator& strata) {
  return {{"first_level", strata.shape().first_level().value},
          {"levels", strata.shape().levels().value},
          {"level_cells", strata.shape().level_shape().cells().value},
          {"cells_in_use", strata_cells_in_use(strata)}};
}

Json estimate_as_json(const StrataEstimate& estimate) {
  return {{"items", estimate.items.value},
          {"least", estimate.least.value},
          {"most", estimate.most.value},
          {"basis", name_of(estimate.basis)}};
}

}  // namespace peel::cli
