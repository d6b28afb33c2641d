// The rotating filters of tests/golden: how each is made, and their JSON.
#pragma once

#include "peel/membership/rotating_bloom_filter.hpp"

#include "wire/golden_json.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::test {

// A time that is told, or a key that is inserted.
struct GoldenMoment {
  std::optional<std::uint64_t> time;
  std::string key = {};
};

struct GoldenRotatingFilter {
  std::string name;
  std::string about;
  FilterSpec spec;
  RotationSpec rotation;
  HashFamily family;
  Seed seed;
  std::vector<GoldenMoment> operations;
};

inline void PrintTo(const GoldenRotatingFilter& golden, std::ostream* out) {
  *out << golden.about;
}

inline RotatingBloomFilter made(const GoldenRotatingFilter& golden) {
  const auto shape = FilterShape::from(golden.spec);
  const auto rule = RotationRule::from(golden.rotation);
  if (!shape || !rule) throw std::runtime_error("no such filter");
  auto filter = RotatingBloomFilter::make(*shape, *rule, golden.family, golden.seed);
  if (!filter) throw std::runtime_error(filter.error().sentence());
  for (const auto& [time, key] : golden.operations) {
    if (!time) {
      filter->insert(as_bytes(key));
    } else if (!filter->advance_to(Tick(*time))) {
      throw std::runtime_error("this filter takes no time");
    }
  }
  return *std::move(filter);
}

inline std::string json_of(const GoldenRotatingFilter& golden, const RotatingBloomFilter& filter) {
  const FilterShape& shape = filter.shape();
  std::vector<std::string> operations, answers, in_use;
  for (const auto& [time, key] : golden.operations) {
    operations.push_back(time ? "{\"time\": " + std::to_string(*time) + "}"
                              : "{\"key\": \"" + hex(as_bytes(key)) + "\"}");
    if (time) continue;
    answers.push_back("{\"key\": \"" + hex(as_bytes(key)) +
                      "\", \"found\": " + (filter.contains(as_bytes(key)) ? "true" : "false") + "}");
  }
  for (const BloomFilter& generation : filter.generations()) {
    const double cells = generation.fill() * static_cast<double>(shape.cells().value);
    in_use.push_back(std::to_string(static_cast<std::uint64_t>(std::round(cells))));
  }
  std::ostringstream out;
  out << json_heading(golden) << "  \"unit\": \"" << name_of(filter.rule().unit()) << "\",\n"
      << "  \"window\": " << filter.rule().window() << ",\n"
      << "  \"generations\": " << filter.rule().generations().value << ",\n"
      << "  \"position\": " << filter.position() << ",\n"
      << "  \"layout\": \"" << name_of(shape.layout()) << "\",\n"
      << "  \"hashes\": " << shape.hashes().value << ",\n"
      << "  \"cells\": " << shape.cells().value << ",\n"
      << "  \"cells_in_use\": " << json_array(in_use, "  ") << ",\n"
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"answers\": " << json_array(answers, "  ") << "\n"
      << "}\n";
  return out.str();
}

// Keys one behind the other; with a time before each if there is to be one.
inline std::vector<GoldenMoment> moments(int keys, std::uint64_t ticks_between) {
  std::vector<GoldenMoment> operations;
  for (int i = 0; i < keys; ++i) {
    if (ticks_between != 0)
      operations.push_back({1'000'000 + ticks_between * static_cast<std::uint64_t>(i), ""});
    operations.push_back({std::nullopt, "key " + std::to_string(i)});
  }
  return operations;
}

inline std::vector<GoldenRotatingFilter> golden_rotating_filters() {
  return {
      {.name = "rotating-filter-insertions",
       .about = "the last three keys in two generations: the worked example of docs/formats",
       .spec = {.layout = FilterLayout::classic, .cells = CellCount(40), .hashes = HashCount(2)},
       .rotation = {.unit = WindowUnit::insertions, .window = 3, .generations = GenerationCount(2)},
       .family = HashFamily::fast,
       .seed = kDefaultSeed,
       .operations =
           {{std::nullopt, "apple"}, {std::nullopt, "pear"}, {std::nullopt, "fig"}, {std::nullopt, "plum"}}},
      {.name = "rotating-filter-wrapped",
       .about = "generations in use for the third time, line blocks, siphash",
       .spec = {.layout = FilterLayout::line_blocks, .cells = CellCount(512), .hashes = HashCount(7)},
       .rotation = {.unit = WindowUnit::insertions, .window = 20, .generations = GenerationCount(4)},
       .family = HashFamily::siphash,
       .seed = Seed(56),
       .operations = moments(75, 0)},
      {.name = "rotating-filter-ticks",
       .about = "the last 100 ticks in five generations, register blocks",
       .spec = {.layout = FilterLayout::register_blocks, .cells = CellCount(512), .hashes = HashCount(6)},
       .rotation = {.unit = WindowUnit::ticks, .window = 100, .generations = GenerationCount(5)},
       .family = HashFamily::fast,
       .seed = Seed(57),
       .operations = moments(30, 7)},
  };
}

}  // namespace peel::test
