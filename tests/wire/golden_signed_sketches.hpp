// The signed sketches of tests/golden: how each is made, counter by counter, and their JSON.
#pragma once

#include "peel/frequency/signed_sketch.hpp"

#include "wire/golden_grids.hpp"

#include <cstdint>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenChange {
  std::string key;
  std::int64_t change = 1;
};

struct GoldenSignedSketch {
  std::string name;
  std::string about;
  GridSpec spec;
  HashFamily family;
  Seed seed;
  std::vector<GoldenChange> operations;
};

inline void PrintTo(const GoldenSignedSketch& golden, std::ostream* out) {
  *out << golden.about;
}

// By the words of docs/formats.
inline SignedSketch made(const GoldenSignedSketch& golden) {
  const GridShape shape = shape_of(golden.spec);
  const KeyHasher hasher(golden.family, golden.seed);
  std::vector<std::uint64_t> counters(shape.cells().value);
  std::uint64_t gross = 0;
  for (const auto& [key, change] : golden.operations) {
    const auto added = static_cast<std::uint64_t>(change);
    const KeyHash hash = hasher(as_bytes(key));
    for (unsigned row = 0; row < shape.rows().value; ++row) {
      const std::uint64_t word = hash.far_word(row);
      counters[row * shape.columns().value + reduce(word, shape.columns().value)] +=
          word % 2 == 0 ? added : 0 - added;
    }
    gross += change < 0 ? 0 - added : added;
  }
  auto sketch = SignedSketch::from_words(shape, hasher, CopyCount(gross), packed(shape, counters));
  if (!sketch) throw std::runtime_error(sketch.error().sentence());
  return *std::move(sketch);
}

inline std::string json_of(const GoldenSignedSketch& golden, const SignedSketch& sketch) {
  std::vector<std::string> operations, answers;
  for (const auto& [key, change] : golden.operations) {
    operations.push_back("{\"key\": \"" + hex(as_bytes(key)) + "\", \"change\": " + std::to_string(change) +
                         "}");
    answers.push_back("{\"key\": \"" + hex(as_bytes(key)) +
                      "\", \"estimate\": " + std::to_string(sketch.estimate(as_bytes(key))) + "}");
  }
  std::ostringstream out;
  out << json_heading(golden) << "  \"rows\": " << sketch.shape().rows().value << ",\n"
      << "  \"columns\": " << sketch.shape().columns().value << ",\n"
      << "  \"cell_bits\": " << sketch.shape().cell_bits().value << ",\n"
      << "  \"gross\": " << sketch.gross().value << ",\n"
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"answers\": " << json_array(answers, "  ") << "\n"
      << "}\n";
  return out.str();
}

inline std::vector<GoldenChange> changes(std::int64_t keys) {
  std::vector<GoldenChange> operations;
  for (std::int64_t i = 0; i < keys; ++i)
    operations.push_back(
        {"key " + std::to_string(i * i % keys), (i % 3 == 0 ? -1 : 1) * (1 + 500 / (i + 1))});
  return operations;
}

inline GoldenSignedSketch golden_signed_sketch_fruits() {
  return {.name = "signed-sketch-fruits",
          .about =
              "three fruits, one of them taken away, in 3 rows of 6 counters: the worked example of "
              "docs/formats",
          .spec = {.rows = RowCount(3), .columns = ColumnCount(6), .cell_bits = BitWidth(64)},
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .operations = {{"apple", 300}, {"pear", -5}, {"fig", 1}}};
}

inline std::vector<GoldenSignedSketch> golden_signed_sketches() {
  return {
      golden_signed_sketch_fruits(),
      {.name = "signed-sketch-groups",
       .about = "seven rows in several groups of counters, siphash",
       .spec = {.rows = RowCount(7), .columns = ColumnCount(37), .cell_bits = BitWidth(64)},
       .family = HashFamily::siphash,
       .seed = Seed(111),
       .operations = changes(120)},
      {.name = "signed-sketch-cancelled",
       .about = "what came has gone: all counters are 0",
       .spec = {.rows = RowCount(1), .columns = ColumnCount(200), .cell_bits = BitWidth(64)},
       .family = HashFamily::fast,
       .seed = Seed(112),
       .operations = {{"apple", 7}, {"apple", -7}}},
      {.name = "signed-sketch-extreme",
       .about = "one column, and as much as a signed sketch takes",
       .spec = {.rows = RowCount(63), .columns = ColumnCount(1), .cell_bits = BitWidth(64)},
       .family = HashFamily::fast,
       .seed = Seed(113),
       .operations = {{"", 9'223'372'036'854'775'806}, {"a", -1}}},
  };
}

}  // namespace peel::test
