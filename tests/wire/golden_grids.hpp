// The Count-Min sketches of tests/golden: how each is made, counter by counter, and their JSON.
#pragma once

#include "peel/frequency/count_min_sketch.hpp"

#include "wire/golden_json.hpp"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenAddition {
  std::string key;
  std::uint64_t copies = 1;
};

struct GoldenCountMin {
  std::string name;
  std::string about;
  GridSpec spec;
  CountMinRule rule;
  HashFamily family;
  Seed seed;
  std::vector<GoldenAddition> operations;
};

inline void PrintTo(const GoldenCountMin& golden, std::ostream* out) {
  *out << golden.about;
}

inline GridShape shape_of(const GridSpec& spec) {
  const auto shape = GridShape::from(spec);
  if (!shape) throw std::runtime_error(shape.error().sentence());
  return *shape;
}

// Numbers side by side in words of 64 bits, the first in the lowest bits.
inline AlignedWords packed(const GridShape& shape, const std::vector<std::uint64_t>& counters) {
  AlignedWords words(shape.words());
  const std::uint64_t bits = shape.cell_bits().value, per_word = 64 / bits;
  for (std::uint64_t i = 0; i < counters.size(); ++i)
    words.data()[i / per_word] |= counters[i] << bits * (i % per_word);
  return words;
}

// By the words of docs/formats.
inline CountMinSketch made(const GoldenCountMin& golden) {
  const GridShape shape = shape_of(golden.spec);
  const KeyHasher hasher(golden.family, golden.seed);
  std::vector<std::uint64_t> counters(shape.cells().value);
  std::uint64_t total = 0;
  for (const GoldenAddition& added : golden.operations) {
    const KeyHash hash = hasher(as_bytes(added.key));
    std::vector<std::uint64_t> at;
    std::uint64_t smallest = shape.largest();
    for (unsigned row = 0; row < shape.rows().value; ++row) {
      at.push_back(row * shape.columns().value + reduce(hash.far_word(row), shape.columns().value));
      smallest = std::min(smallest, counters[at.back()]);
    }
    const auto raised = [&](std::uint64_t count) {
      return count + std::min(added.copies, shape.largest() - count);
    };
    for (const std::uint64_t i : at) {
      counters[i] =
          golden.rule == CountMinRule::plain ? raised(counters[i]) : std::max(counters[i], raised(smallest));
    }
    total += added.copies;
  }
  auto sketch =
      CountMinSketch::from_words(shape, golden.rule, hasher, CopyCount(total), packed(shape, counters));
  if (!sketch) throw std::runtime_error(sketch.error().sentence());
  return *std::move(sketch);
}

inline std::string json_of(const GoldenCountMin& golden, const CountMinSketch& sketch) {
  std::vector<std::string> operations, answers;
  for (const auto& [key, copies] : golden.operations) {
    operations.push_back("{\"key\": \"" + hex(as_bytes(key)) + "\", \"copies\": " + std::to_string(copies) +
                         "}");
    const CountBounds bounds = sketch.bounds(as_bytes(key));
    answers.push_back("{\"key\": \"" + hex(as_bytes(key)) + "\", \"lower\": " + std::to_string(bounds.lower) +
                      ", \"upper\": " + std::to_string(bounds.upper) +
                      ", \"saturated\": " + (bounds.saturated ? "true" : "false") + "}");
  }
  std::ostringstream out;
  out << json_heading(golden) << "  \"rows\": " << sketch.shape().rows().value << ",\n"
      << "  \"columns\": " << sketch.shape().columns().value << ",\n"
      << "  \"cell_bits\": " << sketch.shape().cell_bits().value << ",\n"
      << "  \"rule\": \"" << name_of(sketch.rule()) << "\",\n"
      << "  \"total\": " << sketch.total().value << ",\n"
      << "  \"saturated\": " << sketch.saturated().value << ",\n"
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"answers\": " << json_array(answers, "  ") << "\n"
      << "}\n";
  return out.str();
}

inline std::vector<GoldenAddition> additions(std::uint64_t keys) {
  std::vector<GoldenAddition> operations;
  for (std::uint64_t i = 0; i < keys; ++i)
    operations.push_back({"key " + std::to_string(i * i % keys), i % 7 == 0 ? 1'000 / (i + 1) : 1});
  return operations;
}

inline GoldenCountMin golden_count_min_plain() {
  return {.name = "count-min-plain",
          .about = "three fruits in 2 rows of 10 counters: the worked example of docs/formats",
          .spec = {.rows = RowCount(2), .columns = ColumnCount(10), .cell_bits = BitWidth(16)},
          .rule = CountMinRule::plain,
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .operations = {{"apple", 300}, {"pear", 5}, {"fig", 1}}};
}

inline std::vector<GoldenCountMin> golden_count_mins() {
  return {
      golden_count_min_plain(),
      {.name = "count-min-conservative",
       .about = "the conservative rule, three groups of counters, siphash",
       .spec = {.rows = RowCount(3), .columns = ColumnCount(50), .cell_bits = BitWidth(32)},
       .rule = CountMinRule::conservative,
       .family = HashFamily::siphash,
       .seed = Seed(101),
       .operations = additions(200)},
      {.name = "count-min-saturated",
       .about = "counters of 8 bits, some of them at 255",
       .spec = {.rows = RowCount(4), .columns = ColumnCount(33), .cell_bits = BitWidth(8)},
       .rule = CountMinRule::plain,
       .family = HashFamily::fast,
       .seed = Seed(102),
       .operations = additions(100)},
      {.name = "count-min-wide",
       .about = "counters of 64 bits that need all of them, in one column of more rows than a hash has words",
       .spec = {.rows = RowCount(64), .columns = ColumnCount(1), .cell_bits = BitWidth(64)},
       .rule = CountMinRule::plain,
       .family = HashFamily::fast,
       .seed = Seed(103),
       .operations = {{"", std::uint64_t{1} << 63}, {"a", 1}}},
      {.name = "count-min-sparse",
       .about = "two keys in 40,000 counters: most groups take a byte",
       .spec = {.rows = RowCount(20), .columns = ColumnCount(2'000), .cell_bits = BitWidth(32)},
       .rule = CountMinRule::plain,
       .family = HashFamily::fast,
       .seed = Seed(104),
       .operations = {{"apple", 3}, {"pear", 70'000}}},
  };
}

}  // namespace peel::test
