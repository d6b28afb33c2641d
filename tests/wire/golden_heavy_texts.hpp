// The heavy texts of tests/golden: how each is made, and their JSON.
#pragma once

#include "peel/frequency/heavy_stream.hpp"

#include "wire/golden_json.hpp"

#include <cstdint>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::test {

struct GoldenText {
  std::string text;
  std::uint64_t copies = 1;
};

struct GoldenHeavyTexts {
  std::string name;
  std::string about;
  HeavyTextsShape shape;
  HashFamily family;
  Seed seed;
  CountedPart part;
  std::uint64_t lines;
  std::uint64_t keyless;
  std::uint64_t total;
  std::uint64_t error;
  std::vector<GoldenText> counters;
};

inline void PrintTo(const GoldenHeavyTexts& golden, std::ostream* out) {
  *out << golden.about;
}

inline HeavyStream made(const GoldenHeavyTexts& golden) {
  const KeyHasher hasher(golden.family, golden.seed);
  HeavyTexts::Parts parts{.shape = golden.shape,
                          .family = golden.family,
                          .seed = golden.seed,
                          .placement = Seed(5),
                          .total = CopyCount(golden.total),
                          .error = CopyCount(golden.error),
                          .counters = {}};
  for (const auto& [text, copies] : golden.counters) {
    parts.counters.push_back({.text = text.substr(0, golden.shape.text_width.value),
                              .length = text.size(),
                              .digest = hasher(as_bytes(text)).low,
                              .count = copies});
  }
  auto texts = HeavyTexts::from_parts(std::move(parts));
  if (!texts) throw std::runtime_error(texts.error().sentence());
  return {golden.part, golden.lines, golden.keyless, *std::move(texts)};
}

inline std::string json_of(const GoldenHeavyTexts& golden, const HeavyStream& stream) {
  std::vector<std::string> given, counters;
  for (const auto& [text, copies] : golden.counters) {
    given.push_back("{\"text\": \"" + hex(as_bytes(text)) + "\", \"copies\": " + std::to_string(copies) +
                    "}");
  }
  for (const HeavyText& text : stream.texts.top(stream.texts.size())) {
    counters.push_back(
        "{\"text\": \"" + hex(as_bytes(text.text)) + "\", \"length\": " + std::to_string(text.length) +
        ", \"digest\": " + std::to_string(text.digest) + ", \"lower\": " + std::to_string(text.count.lower) +
        ", \"upper\": " + std::to_string(text.count.upper) + "}");
  }
  std::ostringstream out;
  out << json_heading(golden) << "  \"capacity\": " << stream.texts.shape().capacity.value << ",\n"
      << "  \"text_width\": " << stream.texts.shape().text_width.value << ",\n"
      << "  \"keys\": \"" << name_of(stream.part.keys) << "\",\n"
      << "  \"field\": " << stream.part.field << ",\n"
      << "  \"delimiter\": " << unsigned{stream.part.delimiter} << ",\n"
      << "  \"lines\": " << stream.lines << ",\n"
      << "  \"keyless\": " << stream.keyless << ",\n"
      << "  \"total\": " << stream.texts.total().value << ",\n"
      << "  \"error\": " << stream.texts.error().value << ",\n"
      << "  \"texts\": " << json_array(given, "  ") << ",\n"
      << "  \"counters\": " << json_array(counters, "  ") << "\n"
      << "}\n";
  return out.str();
}

inline GoldenHeavyTexts golden_heavy_texts_lines() {
  return {.name = "heavy-texts-lines",
          .about =
              "three fruits with room for four, one longer than its width: the worked example of "
              "docs/formats",
          .shape = {.capacity = ItemCount(4), .text_width = ByteWidth(6)},
          .family = HashFamily::fast,
          .seed = kDefaultSeed,
          .part = {},
          .lines = 306,
          .keyless = 0,
          .total = 306,
          .error = 0,
          .counters = {{"pear", 5}, {"apple", 300}, {"passion fruit", 1}}};
}

inline std::vector<GoldenHeavyTexts> golden_heavy_texts() {
  std::vector<GoldenText> many;
  for (std::uint64_t i = 50; i < 58; ++i) many.push_back({"text " + std::to_string(i), i - 31});
  return {
      golden_heavy_texts_lines(),
      {.name = "heavy-texts-lowered",
       .about = "counters that have been lowered, field 7 between commas, siphash",
       .shape = {.capacity = ItemCount(9), .text_width = ByteWidth(64)},
       .family = HashFamily::siphash,
       .seed = Seed(81),
       .part = {.keys = CountedPart::Keys::fields, .field = 7, .delimiter = ','},
       .lines = 2'000,
       .keyless = 790,
       .total = 1'210,
       .error = 31,
       .counters = many},
      {.name = "heavy-texts-addresses",
       .about = "addresses of both kinds, in 16 bytes each",
       .shape = {.capacity = ItemCount(8), .text_width = ByteWidth(16)},
       .family = HashFamily::fast,
       .seed = Seed(82),
       .part = {.keys = CountedPart::Keys::addresses},
       .lines = 9,
       .keyless = 2,
       .total = 7,
       .error = 0,
       .counters = {{std::string("\0\0\0\0\0\0\0\0\0\0\xFF\xFF\xC0\0\x02\x01", 16), 4},
                    {std::string("\x20\x01\x0D\xB8\0\0\0\0\0\0\0\0\0\0\0\x01", 16), 3}}},
      {.name = "heavy-texts-empty",
       .about = "nothing has come, in the default shape",
       .shape = {},
       .family = HashFamily::fast,
       .seed = Seed(83),
       .part = {},
       .lines = 0,
       .keyless = 0,
       .total = 0,
       .error = 0,
       .counters = {}},
      {.name = "heavy-texts-any-bytes",
       .about = "the empty text, zeros, a long one, texts that begin alike, and counts as large as can be",
       .shape = {.capacity = ItemCount(100), .text_width = ByteWidth(4)},
       .family = HashFamily::fast,
       .seed = Seed(84),
       .part = {},
       .lines = 12,
       .keyless = 0,
       .total = ~std::uint64_t{0} - 720,
       .error = 0,
       .counters = {{"", 2},
                    {std::string(2, '\0'), 2},
                    {"abcd", 7},
                    {"abcde", 7},
                    {"abcdf", 7},
                    {std::string("\xFF\r", 2), 127},
                    {std::string(300, 'x'), 128},
                    {"top", ~std::uint64_t{0} - 1'000}}},
  };
}

}  // namespace peel::test
