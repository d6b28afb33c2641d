// The counters of tests/golden: how each is made, and their JSON.
#pragma once

#include "peel/invertible/counted_stream.hpp"
#include "peel/invertible/stream_keys.hpp"

#include "wire/golden_json.hpp"

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenCount {
  std::int64_t times;  // insertions, or minus the deletions
  std::string text;    // of an address, its 16 bytes
};

struct GoldenCounter {
  std::string name;
  std::string about;
  CounterSpec spec;  // but for the width of keys
  HashFamily family;
  Seed seed;
  StreamDescription description;
  std::int64_t lines;
  std::int64_t keyless;
  StrataSpec strata;
  std::vector<GoldenCount> counts;
};

// What GoogleTest prints of a counter in a failure.
inline void PrintTo(const GoldenCounter& golden, std::ostream* out) {
  *out << golden.about;
}

inline CounterShape counter_shape_of(const GoldenCounter& golden) {
  CounterSpec spec = golden.spec;
  spec.key_width = key_width(golden.description);
  const auto shape = CounterShape::from(spec);
  if (!shape) throw std::runtime_error(shape.error().sentence());
  return *shape;
}

inline CountedStream made(const GoldenCounter& golden) {
  const auto strata = StrataShape::from(golden.strata);
  if (!strata) throw std::runtime_error(strata.error().sentence());
  CountedStream stream{golden.description, golden.lines, golden.keyless,
                       InvertibleCounter(counter_shape_of(golden), golden.family, golden.seed),
                       StrataEstimator(*strata, golden.family, golden.seed)};
  const KeyHasher hasher(golden.family, golden.seed);
  const StreamKeys keys(golden.description, hasher);
  const StratumItems items(hasher);
  Bytes key(keys.width());
  for (const auto& [times, text] : golden.counts) {
    keys.write(text, key.data());
    std::uint64_t item = 0;
    items.write(key, std::span(&item, 1));
    auto done = stream.counter.add(key, times);
    if (done) done = stream.distinct.add(std::span(&item, 1), times);
    if (!done) throw std::runtime_error(done.error().sentence());
  }
  return stream;
}

inline std::string json_of(const CounterListing& listing) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < listing.keys.size(); ++i) {
    keys.push_back("{\"key\": \"" + hex(listing.keys.key(i)) +
                   "\", \"count\": " + std::to_string(listing.keys.count(i)) + "}");
  }
  std::ranges::sort(keys);
  return "{\n    \"outcome\": \"" + std::string(name_of(listing.outcome)) +
         "\",\n    \"stuck_cells\": " + std::to_string(listing.stuck_cells) +
         ",\n    \"keys\": " + json_array(keys, "    ") + "\n  }";
}

inline std::string json_of(const GoldenCounter& golden, const CountedStream& stream) {
  const CounterShape& shape = stream.counter.shape();
  const bool coupled = shape.placement().kind() == PlacementKind::coupled;
  const StrataShape& strata = stream.distinct.shape();
  std::string totals;
  for (const Iblt& level : stream.distinct.levels()) {
    totals += (totals.empty() ? "" : ", ") + std::to_string(level.gross_total());
  }
  std::vector<std::string> operations;
  for (const auto& [times, text] : golden.counts) {
    operations.push_back("{\"times\": " + std::to_string(times) + ", \"text\": \"" + hex(as_bytes(text)) +
                         "\"}");
  }
  std::ostringstream out;
  out << json_heading(golden) << "  \"placement\": \"" << name_of(shape.placement().kind()) << "\",\n"
      << "  \"segments\": " << (coupled ? shape.placement().sub_tables().value : 0) << ",\n"
      << "  \"hashes\": " << shape.hashes().value << ",\n"
      << "  \"variant\": \"" << name_of(shape.variant()) << "\",\n"
      << "  \"kept\": \"" << (shape.keeps_a_key() ? name_of(shape.kept()) : "none") << "\",\n"
      << "  \"key_width\": " << shape.key_width().value << ",\n"
      << "  \"cells\": " << shape.cells().value << ",\n"
      << "  \"keys\": \"" << name_of(stream.description.part.keys) << "\",\n"
      << "  \"field\": " << stream.description.part.field << ",\n"
      << "  \"delimiter\": " << unsigned{stream.description.part.delimiter} << ",\n"
      << "  \"key_bytes\": " << unsigned{stream.description.key_bytes} << ",\n"
      << "  \"lines\": " << stream.lines << ",\n"
      << "  \"keyless\": " << stream.keyless << ",\n"
      << "  \"first_level\": " << strata.first_level().value << ",\n"
      << "  \"level_cells\": " << strata.level_shape().cells().value << ",\n"
      << "  \"level_totals\": [" << totals << "],\n"
      << "  \"distinct\": " << stream.distinct.estimate().listed.value << ",\n"
      << "  \"operations\": " << json_array(operations, "  ") << ",\n"
      << "  \"gross_total\": " << stream.counter.gross_total() << ",\n"
      << "  \"listing\": " << json_of(stream.counter.list()) << "\n"
      << "}\n";
  return out.str();
}

// The worked example of docs/formats/counter.md: small enough to print.
inline GoldenCounter golden_counter_lines() {
  return {.name = "counter-lines",
          .about = "three lines, two of them equal: the worked example of docs/formats/counter.md",
          .spec = {.cells = CellCount(6), .hashes = HashCount(2), .variant = CounterVariant::standard},
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .description = {},
          .lines = 3,
          .keyless = 0,
          .strata = {.levels = LevelCount(1), .level_cells = CellCount(4)},
          .counts = {{2, "apple"}, {1, "pear"}}};
}

// Twelve keys in nine cells list only because a cell shows two.
inline GoldenCounter golden_counter_fields() {
  return {
      .name = "counter-fields",
      .about = "moment cells, more keys than cells; an empty text, two that are too long, other than text",
      .spec = {.cells = CellCount(9), .hashes = HashCount(3)},
      .family = HashFamily::fast,
      .seed = Seed(36, 34),
      .description = {.part = {.keys = CountedPart::Keys::fields, .field = 2, .delimiter = ','},
                      .key_bytes = 20},
      .lines = 1'000'000'040,
      .keyless = 3,
      .strata = {.levels = LevelCount(4), .level_cells = CellCount(16)},
      .counts = {{1, "mercury"},
                 {2, "venus"},
                 {3, "earth"},
                 {1'000'000'000, "mars"},
                 {5, "jupiter"},
                 {6, "saturn"},
                 {7, "uranus"},
                 {8, ""},
                 {1, "twenty bytes of text"},
                 {2, "twenty-one bytes here"},
                 {1, "a text that is longer than the slot that it would have to fit into"},
                 {1, std::string("\0\xFF\n,", 4)}}};
}

// The 16 bytes of ::ffff:a.b.c.d.
inline std::string address_v4(std::initializer_list<unsigned> numbers) {
  std::string bytes = std::string(10, '\0').append("\xFF\xFF");
  for (const unsigned number : numbers) bytes += static_cast<char>(number);
  return bytes;
}

// What one day had more, or less, than another.
inline GoldenCounter golden_counter_addresses() {
  return {.name = "counter-addresses",
          .about = "a difference of counts of addresses: moment cells, coupled, siphash, negative counts",
          .spec = {.cells = CellCount(24), .hashes = HashCount(3), .segments = SegmentCount(8)},
          .family = HashFamily::siphash,
          .seed = Seed(35),
          .description = {.part = {.keys = CountedPart::Keys::addresses}, .key_bytes = 0},
          .lines = -12,
          .keyless = -1,
          .strata = {.first_level = SamplingLevel(1), .levels = LevelCount(3), .level_cells = CellCount(8)},
          .counts = {{40, address_v4({198, 51, 100, 1})},
                     {-35, address_v4({198, 51, 100, 2})},
                     {-17, address_v4({203, 0, 113, 77})},
                     {1, std::string("\x20\x01\x0D\xB8\0\0\0\0\0\0\0\0\0\0\0\x01", 16)},
                     {9, std::string(16, '\xFF')},
                     {-9, std::string(16, '\xFF')}}};
}

inline GoldenCounter golden_counter_overfull() {
  return {.name = "counter-overfull",
          .about = "standard cells with more keys than they can show, in the widest slots",
          .spec = {.cells = CellCount(6), .hashes = HashCount(3), .variant = CounterVariant::standard},
          .family = HashFamily::fast,
          .seed = Seed(36),
          .description = {.key_bytes = 63},
          .lines = 15,
          .keyless = 0,
          .strata = {.levels = LevelCount(3), .level_cells = CellCount(8)},
          .counts = {{1, "a"}, {2, "b"}, {3, "c"}, {4, "d"}, {5, "e"}}};
}

inline GoldenCounter golden_counter_even_odd() {
  return {.name = "counter-even-odd",
          .about = "even-odd cells, the first address of field 3",
          .spec = {.cells = CellCount(12), .hashes = HashCount(4), .variant = CounterVariant::even_odd},
          .family = HashFamily::fast,
          .seed = Seed(37),
          .description = {.part = {.keys = CountedPart::Keys::addresses, .field = 3, .delimiter = '\t'},
                          .key_bytes = 0},
          .lines = 10,
          .keyless = 0,
          .strata = {.levels = LevelCount(2), .level_cells = CellCount(8)},
          .counts = {{1, address_v4({10, 1, 1, 1})},
                     {2, address_v4({10, 1, 1, 2})},
                     {3, address_v4({10, 1, 1, 3})},
                     {4, address_v4({10, 1, 1, 4})}}};
}

// The key that a cell keeps may be one that is gone.
inline GoldenCounter golden_counter_one_key() {
  return {
      .name = "counter-one-key",
      .about = "one-key cells that keep the last key, one of which was deleted again; fields between blanks",
      .spec = {.cells = CellCount(12),
               .hashes = HashCount(3),
               .variant = CounterVariant::one_key,
               .kept = KeptKey::last},
      .family = HashFamily::fast,
      .seed = Seed(38),
      .description = {.part = {.keys = CountedPart::Keys::fields, .field = 7}},
      .lines = 12,
      .keyless = 2,
      .strata = {.levels = LevelCount(2), .level_cells = CellCount(8)},
      .counts = {{4, "GET"}, {3, "POST"}, {2, "PUT"}, {1, "PURGE"}, {-1, "PURGE"}, {1, "POST"}}};
}

inline GoldenCounter golden_counter_combined() {
  return {.name = "counter-combined",
          .about = "combined cells that keep the first key",
          .spec = {.cells = CellCount(12),
                   .hashes = HashCount(3),
                   .variant = CounterVariant::combined,
                   .kept = KeptKey::first},
          .family = HashFamily::siphash,
          .seed = Seed(39, 40),
          .description = {},
          .lines = 10,
          .keyless = 0,
          .strata = {.levels = LevelCount(2), .level_cells = CellCount(8)},
          .counts = {{4, "north"}, {3, "east"}, {2, "south"}, {1, "west"}}};
}

inline std::vector<GoldenCounter> golden_counters() {
  return {golden_counter_lines(),    golden_counter_fields(),   golden_counter_addresses(),
          golden_counter_overfull(), golden_counter_even_odd(), golden_counter_one_key(),
          golden_counter_combined()};
}

}  // namespace peel::test
