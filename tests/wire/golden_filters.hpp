// The filters of tests/golden: how each is made, and their JSON.
#pragma once

#include "peel/membership/bloom_filter.hpp"

#include "membership/probes.hpp"
#include "wire/golden_json.hpp"

#include <bit>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenFilter {
  std::string name;
  std::string about;
  FilterSpec spec;
  HashFamily family;
  Seed seed;
  std::vector<std::string> keys;
  FilterKeys described = FilterKeys::unknown;
};

// What GoogleTest prints of a filter in a failure.
inline void PrintTo(const GoldenFilter& golden, std::ostream* out) {
  *out << golden.about;
}

// Cell by cell, so that whatever a machine does instead is compared with the plainest code.
inline BloomFilter made(const GoldenFilter& golden) {
  const auto shape = FilterShape::from(golden.spec);
  if (!shape) throw std::runtime_error(shape.error().sentence());
  const KeyHasher hasher(golden.family, golden.seed);
  AlignedWords words(shape->words());
  for (const std::string& key : golden.keys) {
    for_each_cell(*shape, hasher(as_bytes(key)),
                  [&](std::uint64_t cell) { words.data()[cell / 64] |= std::uint64_t{1} << cell % 64; });
  }
  auto filter = BloomFilter::from_words(*shape, hasher, std::move(words));
  if (!filter) throw std::runtime_error(filter.error().sentence());
  filter->describe_keys(golden.described);
  return *std::move(filter);
}

// What is asked of a golden filter: its keys, and others.
inline std::vector<std::string> asked_of(const GoldenFilter& golden) {
  std::vector<std::string> asked = golden.keys;
  for (int i = 0; i < 12; ++i) asked.push_back("other " + std::to_string(i));
  return asked;
}

inline std::string json_of(const GoldenFilter& golden, const BloomFilter& filter) {
  const FilterShape& shape = filter.shape();
  std::uint64_t set = 0;
  for (const std::uint64_t word : filter.words()) set += static_cast<std::uint64_t>(std::popcount(word));
  std::vector<std::string> operations, answers;
  for (const std::string& key : golden.keys)
    operations.push_back("{\"key\": \"" + hex(as_bytes(key)) + "\"}");
  for (const std::string& key : asked_of(golden)) {
    answers.push_back("{\"key\": \"" + hex(as_bytes(key)) +
                      "\", \"found\": " + (filter.contains(as_bytes(key)) ? "true" : "false") + "}");
  }
  std::ostringstream out;
  out << json_heading(golden) << "  \"layout\": \"" << name_of(shape.layout()) << "\",\n"
      << "  \"cell_bits\": " << shape.cell_bits().value << ",\n"
      << "  \"hashes\": " << shape.hashes().value << ",\n"
      << "  \"cells\": " << shape.cells().value << ",\n"
      << "  \"cells_in_use\": " << set << ",\n"
      << (filter.keys() == FilterKeys::unknown
              ? ""
              : "  \"keys\": \"" + std::string(name_of(filter.keys())) + "\",\n")
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"answers\": " << json_array(answers, "  ") << "\n"
      << "}\n";
  return out.str();
}

inline std::vector<std::string> numbered_keys(int count) {
  std::vector<std::string> keys;
  for (int i = 0; i < count; ++i) keys.push_back("key " + std::to_string(i));
  return keys;
}

// The worked example of docs/formats/filter.md: small enough to print.
inline GoldenFilter golden_filter_classic() {
  return {.name = "filter-classic",
          .about = "two keys in 100 bits: the worked example of docs/formats/filter.md",
          .spec = {.layout = FilterLayout::classic, .cells = CellCount(100), .hashes = HashCount(3)},
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .keys = {"apple", "pear"}};
}

inline GoldenFilter golden_filter_register() {
  return {
      .name = "filter-register",
      .about = "register blocks, a last round of one cell; keys of no bytes and of 8, which is an integer",
      .spec = {.layout = FilterLayout::register_blocks, .cells = CellCount(768), .hashes = HashCount(5)},
      .family = HashFamily::fast,
      .seed = kDefaultSeed,
      .keys = {"", "apple", "pear", "12345678", std::string("\0\xFF\n", 3), "fig", "plum"}};
}

inline GoldenFilter golden_filter_line() {
  return {.name = "filter-line",
          .about = "line blocks, a last round of three cells, siphash",
          .spec = {.layout = FilterLayout::line_blocks, .cells = CellCount(1024), .hashes = HashCount(11)},
          .family = HashFamily::siphash,
          .seed = Seed(41, 42),
          .keys = numbered_keys(40)};
}

inline std::vector<GoldenFilter> golden_filters() {
  return {
      golden_filter_classic(),
      golden_filter_register(),
      golden_filter_line(),
      {.name = "filter-classic-many-hashes",
       .about = "classic, hashes beyond the derived words, a number of bits that is prime",
       .spec = {.layout = FilterLayout::classic, .cells = CellCount(4'999), .hashes = HashCount(37)},
       .family = HashFamily::fast,
       .seed = Seed(43),
       .keys = numbered_keys(60)},
      {.name = "filter-register-most-hashes",
       .about = "register blocks, as many hashes as there may be",
       .spec = {.layout = FilterLayout::register_blocks, .cells = CellCount(512), .hashes = HashCount(32)},
       .family = HashFamily::fast,
       .seed = Seed(44),
       .keys = numbered_keys(5)},
      {.name = "filter-line-whole-rounds",
       .about = "line blocks, two rounds in every lane",
       .spec = {.layout = FilterLayout::line_blocks, .cells = CellCount(1536), .hashes = HashCount(16)},
       .family = HashFamily::fast,
       .seed = Seed(45),
       .keys = numbered_keys(30)},
      {.name = "filter-line-few-hashes",
       .about = "line blocks, fewer hashes than lanes",
       .spec = {.layout = FilterLayout::line_blocks, .cells = CellCount(512), .hashes = HashCount(3)},
       .family = HashFamily::fast,
       .seed = Seed(46),
       .keys = numbered_keys(25)},
      {.name = "filter-classic-pages",
       .about = "classic, two pages, the second not full",
       .spec = {.layout = FilterLayout::classic, .cells = CellCount(40'001), .hashes = HashCount(2)},
       .family = HashFamily::siphash,
       .seed = Seed(47),
       .keys = numbered_keys(50)},
      {.name = "filter-line-pages",
       .about = "line blocks, three pages, the last not full",
       .spec = {.layout = FilterLayout::line_blocks, .cells = CellCount(130 * 512), .hashes = HashCount(7)},
       .family = HashFamily::fast,
       .seed = Seed(48),
       .keys = numbered_keys(50)},
      {.name = "filter-text",
       .about = "line blocks; the file says that keys are text",
       .spec = {.layout = FilterLayout::line_blocks, .cells = CellCount(512), .hashes = HashCount(8)},
       .family = HashFamily::fast,
       .seed = kDefaultSeed,
       .keys = {"apple", "192.0.2.7", "2001:DB8::0:1"},
       .described = FilterKeys::text},
      {.name = "filter-addresses",
       .about = "classic; the file says that keys are IP addresses",
       .spec = {.layout = FilterLayout::classic, .cells = CellCount(200), .hashes = HashCount(7)},
       .family = HashFamily::fast,
       .seed = kDefaultSeed,
       .keys = {"192.0.2.7", "2001:db8::1"},
       .described = FilterKeys::addresses},
  };
}

}  // namespace peel::test
