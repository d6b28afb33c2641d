// The heavy hitters of tests/golden: how each is made, and their JSON.
#pragma once

#include "peel/frequency/heavy_hitters.hpp"

#include "wire/golden_json.hpp"

#include <cstdint>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenHeavyHitters {
  std::string name;
  std::string about;
  std::uint64_t capacity;
  std::uint64_t total;
  std::uint64_t error;
  std::vector<KeyCounter> counters;
  HashFamily family = HashFamily::fast;
  Seed seed = Seed(0);  // of the envelope, which has none
};

inline void PrintTo(const GoldenHeavyHitters& golden, std::ostream* out) {
  *out << golden.about;
}

inline HeavyHitters made(const GoldenHeavyHitters& golden) {
  auto hitters = HeavyHitters::from_parts({.capacity = ItemCount(golden.capacity),
                                           .seed = Seed(90),
                                           .total = CopyCount(golden.total),
                                           .error = CopyCount(golden.error),
                                           .counters = golden.counters});
  if (!hitters) throw std::runtime_error(hitters.error().sentence());
  return *std::move(hitters);
}

inline std::string json_of(const GoldenHeavyHitters& golden, const HeavyHitters& hitters) {
  std::vector<std::string> counters;
  for (const HeavyItem& item : hitters.top(hitters.size())) {
    counters.push_back("{\"key\": " + std::to_string(item.key) +
                       ", \"lower\": " + std::to_string(item.count.lower) +
                       ", \"upper\": " + std::to_string(item.count.upper) + "}");
  }
  std::ostringstream out;
  out << json_heading(golden) << "  \"capacity\": " << hitters.capacity().value << ",\n"
      << "  \"total\": " << hitters.total().value << ",\n"
      << "  \"error\": " << hitters.error().value << ",\n"
      << "  \"counters\": " << json_array(counters, "  ") << "\n"
      << "}\n";
  return out.str();
}

inline std::vector<GoldenHeavyHitters> golden_heavy_hitters() {
  constexpr std::uint64_t kLast = ~std::uint64_t{0};
  return {
      {.name = "heavy-hitters-exact",
       .about = "three keys with room for four: the worked example of docs/formats",
       .capacity = 4,
       .total = 206,
       .error = 0,
       .counters = {{7, 200}, {8, 5}, {300, 1}}},
      {.name = "heavy-hitters-lowered",
       .about = "counters that have been lowered, and keys from one end to the other",
       .capacity = 5,
       .total = 10'000,
       .error = 321,
       .counters = {{0, 1}, {1, 700}, {kLast / 3, 701}, {kLast - 1, 2}, {kLast, 128}}},
      {.name = "heavy-hitters-empty",
       .about = "nothing has come, with as much room as can be",
       .capacity = kMaxHeavyCapacity,
       .total = 0,
       .error = 0,
       .counters = {}},
      {.name = "heavy-hitters-full",
       .about = "a total that has reached its largest number",
       .capacity = 2,
       .total = kLast,
       .error = 5,
       .counters = {{42, kLast}, {43, 9}}},
  };
}

}  // namespace peel::test
