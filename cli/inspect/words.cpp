#include "cli/inspect/words.hpp"

#include "cli/numbers.hpp"
#include "cli/output/names.hpp"
#include "cli/output/printable.hpp"

#include <algorithm>
#include <cmath>

namespace peel::cli {

namespace {

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

void say_head(const std::string& kind, const PeelFile& file, Inspection& seen) {
  say_head(kind, {}, file, seen);
}

void say_head(const std::string& kind, const std::string& source, const PeelFile& file, Inspection& seen) {
  seen.rows.push_back({"kind", kind});
  if (!source.empty()) seen.rows.push_back({"source", source});
  seen.say("version", "{}", file.version);
  seen.file = {
      {"file", json_text(file.path)}, {"kind", wire::name_of(file.kind())}, {"version", file.version}};
  if (file.kind() == wire::Kind::heavy_hitters) return;  // they keep keys, not hashes
  const std::string seed = fmt::format("{:016x}{:016x}", file.seed.high, file.seed.low);
  seen.say("hashing", "{}, seed {}", name_of(file.family), seed);
  seen.file["hash_family"] = name_of(file.family);
  seen.file["seed"] = seed;
}

void say_counting_head(const std::string& kind, const PeelFile& file, Inspection& seen) {
  say_head(kind, file, seen);
  seen.file["bytes"] = file.bytes;
  seen.file["checksum"] = "right";
}

std::uint64_t rounded_items(double items) {
  return static_cast<std::uint64_t>(std::llround(items));
}

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
  if (placement.kind() == PlacementKind::irregular) {
    const KeyWeights& weights = placement.weights();
    return fmt::format("{} sub-tables of {}, {:.3g} % of keys in {} of them by {}, the others in all", all,
                       grouped(each), weights.light.share / 655.36, weights.light.hashes.value,
                       in_words(name_of(weights.source)));
  }
  return fmt::format("{} segments of {}, each key in {} neighbours", grouped(all), grouped(each),
                     placement.hashes().value);
}

std::string layout_in_words(const FilterShape& shape) {
  if (!shape.is_blocked()) return "classic";
  return fmt::format("{} blocks of {} bytes, {} of them", name_of(shape.layout()), 8 * shape.lanes(),
                     grouped(shape.blocks()));
}

std::string hashes_in_words(HashCount hashes) {
  return fmt::format("{} {}", hashes.value, hashes.value == 1 ? "hash" : "hashes");
}

std::string items_in_words(const analysis::ItemEstimate& items) {
  if (!(items.items < kMostItems)) return "too many to say how many";
  return fmt::format("about {}, give or take {}", grouped(rounded_items(items.items)),
                     grouped(rounded_items(std::ceil(items.standard_error))));
}

std::string strata_in_words(const StrataEstimator& strata) {
  const StrataShape& shape = strata.shape();
  const std::uint64_t cells = shape.level_shape().cells().value;
  return fmt::format("levels {} to {} of {} cells, {} of {} in use", shape.first_level().value,
                     shape.last_level().value, grouped(cells), grouped(strata_cells_in_use(strata)),
                     grouped(cells * shape.levels().value));
}

Json strata_as_json(const StrataEstimator& strata) {
  return {{"first_level", strata.shape().first_level().value},
          {"levels", strata.shape().levels().value},
          {"level_cells", strata.shape().level_shape().cells().value},
          {"cells_in_use", strata_cells_in_use(strata)}};
}

std::string estimate_in_words(const StrataEstimate& estimate) {
  switch (estimate.basis) {
    case StrataEstimate::Basis::exact:
      return "exactly " + counted(estimate.items.value, "distinct item");
    case StrataEstimate::Basis::sampled:
      // Few items may all have been left out of the sample.
      if (estimate.items.value == 0) return "at most " + counted(estimate.most.value, "distinct item");
      return fmt::format("about {}, {} to {}", counted(estimate.items.value, "distinct item"),
                         grouped(estimate.least.value), grouped(estimate.most.value));
    case StrataEstimate::Basis::none:
      break;
  }
  return "too many distinct items to say how many";
}

Json estimate_as_json(const StrataEstimate& estimate) {
  return {{"items", estimate.items.value},
          {"least", estimate.least.value},
          {"most", estimate.most.value},
          {"basis", name_of(estimate.basis)}};
}

}  // namespace peel::cli
