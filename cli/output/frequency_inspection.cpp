#include "cli/output/frequency_inspection.hpp"

#include "cli/line_keys.hpp"
#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/inspection_words.hpp"
#include "cli/output/printable.hpp"

#include <fmt/format.h>
#include <string>

namespace peel::cli {

namespace {

constexpr ItemCount kShown{5};  // of the most frequent

std::string between(const CountBounds& count) {
  if (count.lower == count.upper) return grouped(count.lower);
  return fmt::format("{} to {}", grouped(count.lower), grouped(count.upper));
}

// As a person would like to see it; an address as it is written.
std::string shown(const HeavyText& text, const CountedPart& part) {
  if (part.keys == CountedPart::Keys::addresses) return shown_address(text.text);
  const std::string all = printable(text.text);
  if (text.length == text.text.size()) return all;
  return fmt::format("{}... ({} bytes)", all, grouped(text.length));
}

void say_head(const PeelFile& file, const std::string& kind, CellInspection& seen) {
  seen.rows = {{"kind", kind},
               {"version", fmt::format("{}", file.version)},
               {"hashing", fmt::format("{}, seed {}", name_of(file.family), digits_of(file.seed))}};
  seen.file = {{"file", json_text(file.path)}, {"kind", file.kind()},
               {"version", file.version},      {"hash_family", name_of(file.family)},
               {"seed", digits_of(file.seed)}, {"bytes", file.bytes},
               {"checksum", "right"}};
}

std::string error_in_words(CopyCount error) {
  if (error.value == 0) return "none: every count is exact";
  return fmt::format("a count is at most {} too low; what is not here came at most so often",
                     grouped(error.value));
}

CellInspection look_at(const PeelFile& file, const HeavyStream& stream) {
  const HeavyTexts& texts = stream.texts;
  const auto [capacity, width] = texts.shape();
  CellInspection seen;
  say_head(file, "heavy texts (which texts came often, and how often)", seen);
  seen.rows.insert(seen.rows.end(),
                   {{"source", fmt::format("{} lines, {} of them without a key; {}", grouped(stream.lines),
                                           grouped(stream.keyless), part_in_words(stream.part))},
                    {"shape", fmt::format("room for {} texts, up to {} bytes of each kept",
                                          grouped(capacity.value), grouped(width.value))},
                    {"bytes", fmt::format("{}", file.bytes)},
                    {"total", fmt::format("{} texts came, {} distinct ones are here",
                                          grouped(texts.total().value), grouped(texts.size().value))},
                    {"error", error_in_words(texts.error())},
                    {"checksum", "right"}});
  Json top = Json::array();
  for (const HeavyText& text : texts.top(kShown)) {
    seen.rows.push_back(
        {top.empty() ? "top" : "", between(text.count) + " times: " + shown(text, stream.part)});
    Json object = {
        {"text", json_text(stream.part.keys == CountedPart::Keys::addresses ? shown_address(text.text)
                                                                            : std::string(text.text))}};
    if (text.length != text.text.size()) object["length"] = text.length;
    object["lower"] = text.count.lower;
    object["upper"] = text.count.upper;
    top.push_back(std::move(object));
  }
  seen.file["capacity"] = capacity.value;
  seen.file["text_width"] = width.value;
  seen.file["description"] = part_as_json(stream.part);
  seen.file["description"]["lines"] = stream.lines;
  seen.file["description"]["keyless"] = stream.keyless;
  seen.summary = {{"schema", 1},
                  {"texts", texts.size().value},
                  {"total", texts.total().value},
                  {"error", texts.error().value},
                  {"top", std::move(top)}};
  return seen;
}

}  // namespace

std::optional<CellInspection> look_at_frequencies(const PeelFile& file) {
  std::optional<CellInspection> seen;
  if (const auto* stream = file.heavy_texts()) seen = look_at(file, *stream);
  if (seen) seen->name = printable(spoken_name(file.path));
  return seen;
}

}  // namespace peel::cli
