// The counting and spectral filters of tests/golden: how each is made, cell by cell, and their JSON.
#pragma once

#include "peel/membership/counting_bloom_filter.hpp"
#include "peel/membership/spectral_bloom_filter.hpp"

#include "membership/probes.hpp"
#include "wire/golden_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenCopies {
  std::string key;
  std::int64_t times = 1;  // less than 0: erased
};

struct GoldenCountingFilter {
  std::string name;
  std::string about;
  FilterSpec spec;
  HashFamily family;
  Seed seed;
  std::vector<GoldenCopies> operations;
  std::optional<SpectralInsertion> insertion = {};  // of a spectral filter
};

inline void PrintTo(const GoldenCountingFilter& golden, std::ostream* out) {
  *out << golden.about;
}

// The cells as docs/formats says, one number each.
class GoldenCells {
 public:
  explicit GoldenCells(const GoldenCountingFilter& golden)
      : shape_(value_or_throw(FilterShape::from(golden.spec))),
        hasher_(golden.family, golden.seed),
        insertion_(golden.insertion.value_or(SpectralInsertion::minimum_selection)),
        most_((std::uint64_t{1} << shape_.cell_bits().value) - 1),
        cells_(shape_.cells().value) {
    for (const GoldenCopies& operation : golden.operations) apply(operation);
  }

  const FilterShape& shape() const { return shape_; }
  const KeyHasher& hasher() const { return hasher_; }
  AlignedWords words() const {
    AlignedWords words(shape_.words());
    const std::uint64_t bits = shape_.cell_bits().value, per_word = 64 / bits;
    for (std::uint64_t cell = 0; cell < cells_.size(); ++cell)
      words.data()[cell / per_word] |= cells_[cell] << bits * (cell % per_word);
    return words;
  }

 private:
  template <class T>
  static T value_or_throw(const Result<T>& result) {
    if (!result) throw std::runtime_error(result.error().sentence());
    return *result;
  }

  void apply(const GoldenCopies& operation) {
    std::set<std::uint64_t> cells;
    for_each_cell(shape_, hasher_(as_bytes(operation.key)), [&](std::uint64_t cell) { cells.insert(cell); });
    std::uint64_t least = most_;
    for (const std::uint64_t cell : cells) least = std::min(least, cells_[cell]);
    const bool is_erasure = operation.times < 0;
    const auto times = static_cast<std::uint64_t>(is_erasure ? -operation.times : operation.times);
    if (is_erasure && least < std::min(times, most_)) return;
    for (const std::uint64_t cell : cells) {
      std::uint64_t& counter = cells_[cell];
      if (is_erasure) {
        counter -= counter == most_ ? 0 : times;
      } else if (insertion_ == SpectralInsertion::minimum_selection) {
        counter = std::min(counter + times, most_);
      } else {
        counter = std::max(counter, std::min(least + times, most_));
      }
    }
  }

  FilterShape shape_;
  KeyHasher hasher_;
  SpectralInsertion insertion_;
  std::uint64_t most_;
  std::vector<std::uint64_t> cells_;
};

inline CountingBloomFilter made_counting(const GoldenCountingFilter& golden) {
  const GoldenCells cells(golden);
  auto filter = CountingBloomFilter::from_words(cells.shape(), cells.hasher(), cells.words());
  if (!filter) throw std::runtime_error(filter.error().sentence());
  return *std::move(filter);
}

inline SpectralBloomFilter made_spectral(const GoldenCountingFilter& golden) {
  const GoldenCells cells(golden);
  auto filter =
      SpectralBloomFilter::from_words(cells.shape(), *golden.insertion, cells.hasher(), cells.words());
  if (!filter) throw std::runtime_error(filter.error().sentence());
  return *std::move(filter);
}

inline std::string answer_of(const CountingBloomFilter& filter, const std::string& key) {
  return std::string("\"found\": ") + (filter.contains(as_bytes(key)) ? "true" : "false");
}

inline std::string answer_of(const SpectralBloomFilter& filter, const std::string& key) {
  const SpectralCount answer = filter.multiplicity(as_bytes(key));
  return "\"count\": " + std::to_string(answer.count) +
         ", \"saturated\": " + (answer.saturated ? "true" : "false");
}

// Asked are the keys that came, once each, and others.
template <class Filter>
std::string json_of(const GoldenCountingFilter& golden, const Filter& filter) {
  const FilterShape& shape = filter.shape();
  std::set<std::string> asked;
  std::vector<std::string> operations, answers;
  for (const auto& [key, times] : golden.operations) {
    asked.insert(key);
    operations.push_back("{\"key\": \"" + hex(as_bytes(key)) + "\", \"times\": " + std::to_string(times) +
                         "}");
  }
  for (int i = 0; i < 12; ++i) asked.insert("other " + std::to_string(i));
  for (const std::string& key : asked)
    answers.push_back("{\"key\": \"" + hex(as_bytes(key)) + "\", " + answer_of(filter, key) + "}");
  const auto in_use =
      static_cast<std::uint64_t>(std::round(filter.fill() * static_cast<double>(shape.cells().value)));
  std::ostringstream out;
  out << json_heading(golden) << "  \"layout\": \"" << name_of(shape.layout()) << "\",\n"
      << "  \"cell_bits\": " << shape.cell_bits().value << ",\n"
      << "  \"hashes\": " << shape.hashes().value << ",\n";
  if (golden.insertion) out << "  \"insertion\": \"" << name_of(*golden.insertion) << "\",\n";
  out << "  \"cells\": " << shape.cells().value << ",\n"
      << "  \"cells_in_use\": " << in_use << ",\n"
      << "  \"saturated\": " << filter.saturated().value << ",\n"
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"answers\": " << json_array(answers, "  ") << "\n"
      << "}\n";
  return out.str();
}

// So many keys, each up to `most` times, of which every fifth is erased once again.
inline std::vector<GoldenCopies> counted_keys(int keys, std::int64_t most) {
  std::vector<GoldenCopies> operations;
  for (int i = 0; i < keys; ++i) operations.push_back({"key " + std::to_string(i), 1 + i % most});
  for (int i = 0; i < keys; i += 5) operations.push_back({"key " + std::to_string(i), -1});
  return operations;
}

inline std::vector<GoldenCopies> one_by_one(const std::vector<GoldenCopies>& operations) {
  std::vector<GoldenCopies> single;
  for (const auto& [key, times] : operations) {
    for (std::int64_t i = 0; i < (times < 0 ? -times : times); ++i)
      single.push_back({key, times < 0 ? -1 : 1});
  }
  return single;
}

inline FilterSpec golden_spec(FilterLayout layout, std::uint64_t cells, HashCount hashes, BitWidth bits) {
  return {.layout = layout, .cells = CellCount(cells), .hashes = hashes, .cell_bits = bits};
}

inline std::vector<GoldenCountingFilter> golden_counting_filters() {
  const BitWidth bits(kCountingCellBits);
  return {
      {.name = "counting-filter-classic",
       .about = "the worked example of docs/formats/counting-filter.md",
       .spec = golden_spec(FilterLayout::classic, 30, HashCount(3), bits),
       .family = HashFamily::fast,
       .seed = kDefaultSeed,
       .operations = {{"apple"}, {"pear"}, {"apple"}, {"fig"}, {"fig", -1}}},
      {.name = "counting-filter-saturated",
       .about = "counters that reached 15 and stayed there, probes that meet",
       .spec = golden_spec(FilterLayout::classic, 17, HashCount(9), bits),
       .family = HashFamily::fast,
       .seed = Seed(49),
       .operations = one_by_one({{"apple", 14}, {"pear", 3}, {"apple", -5}, {"fig", 2}, {"plum", -1}})},
      {.name = "counting-filter-register",
       .about = "register blocks, a last round of two cells",
       .spec = golden_spec(FilterLayout::register_blocks, 256, HashCount(6), bits),
       .family = HashFamily::siphash,
       .seed = Seed(50, 51),
       .operations = one_by_one(counted_keys(30, 3))},
      {.name = "counting-filter-line",
       .about = "line blocks, two whole rounds and a part of one",
       .spec = golden_spec(FilterLayout::line_blocks, 384, HashCount(19), bits),
       .family = HashFamily::fast,
       .seed = Seed(52),
       .operations = one_by_one(counted_keys(25, 4))},
      {.name = "counting-filter-pages",
       .about = "classic, two pages, the second not full",
       .spec = golden_spec(FilterLayout::classic, 10'001, HashCount(5), bits),
       .family = HashFamily::fast,
       .seed = Seed(53),
       .operations = one_by_one(counted_keys(40, 3))},
  };
}

inline std::vector<GoldenCountingFilter> golden_spectral_filters() {
  constexpr auto kClassic = FilterLayout::classic;
  std::vector<GoldenCopies> many = counted_keys(30, 7);
  for (auto& operation : many) operation.times *= operation.times < 0 ? 1 : 700'000'000;
  std::vector<GoldenCopies> increases = counted_keys(40, 9);
  std::erase_if(increases, [](const GoldenCopies& operation) { return operation.times < 0; });
  return {
      {.name = "spectral-filter-selection",
       .about = "the worked example of docs/formats/spectral-filter.md",
       .spec = golden_spec(kClassic, 13, HashCount(3), BitWidth(8)),
       .family = HashFamily::fast,
       .seed = kDefaultSeed,
       .operations = {{"apple", 5}, {"pear", 2}, {"apple", -1}, {"fig", 1}},
       .insertion = SpectralInsertion::minimum_selection},
      {.name = "spectral-filter-increase",
       .about = "minimal increase, cells of 16 bits, siphash",
       .spec = golden_spec(kClassic, 101, HashCount(4), BitWidth(16)),
       .family = HashFamily::siphash,
       .seed = Seed(54),
       .operations = increases,
       .insertion = SpectralInsertion::minimal_increase},
      {.name = "spectral-filter-saturated",
       .about = "cells of 32 bits, some of which reached their largest number",
       .spec = golden_spec(kClassic, 149, HashCount(3), BitWidth(32)),
       .family = HashFamily::fast,
       .seed = Seed(55),
       .operations = many,
       .insertion = SpectralInsertion::minimum_selection},
  };
}

}  // namespace peel::test
