#include "cli/output/frequency_inspection.hpp"

#include "cli/input.hpp"
#include "cli/line_keys.hpp"
#include "cli/numbers.hpp"
#include "cli/output/grid_inspection.hpp"
#include "cli/output/inspection_words.hpp"
#include "cli/output/printable.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace peel::cli {

namespace {

constexpr ItemCount kShown{5};  // of the most frequent

// "once", "5 times", "5 to 9 times".
std::string times_in_words(const CountBounds& count) {
  if (count.upper == 1) return "once";
  if (count.lower == count.upper) return grouped(count.lower) + " times";
  return fmt::format("{} to {} times", grouped(count.lower), grouped(count.upper));
}

// As a person would like to see it; an address as it is written.
std::string shown(const HeavyText& text, const CountedPart& part) {
  if (part.keys == CountedPart::Keys::addresses) return shown_address(text.text);
  std::string all = printable(text.text);
  if (text.length == text.text.size()) return all;
  return fmt::format("{}... ({} bytes)", all, grouped(text.length));
}

template <class Summary>
std::string error_in_words(const Summary& summary) {
  const CopyCount error = summary.error();
  if (~summary.total().value == 0) return "not known: more came than can be counted";
  if (error.value == 0) return "none: every count is exact";
  return fmt::format("a count is at most {} too low; what is not here came at most so often",
                     grouped(error.value));
}

template <class Summary>
std::string came_and_are_here(const Summary& summary, std::string_view what) {
  const std::uint64_t here = summary.size().value;
  return fmt::format("{} came, {} distinct {} here", counted(summary.total().value, what), grouped(here),
                     here == 1 ? "one is" : "ones are");
}

CellInspection look_at(const PeelFile& file, const HeavyStream& stream) {
  const HeavyTexts& texts = stream.texts;
  const auto [capacity, width] = texts.shape();
  CellInspection seen;
  say_frequency_head(file, "heavy texts (which texts came often, and how often)", seen);
  seen.rows.insert(seen.rows.end(),
                   {{"source", fmt::format("{} lines, {} of them without a key; {}", grouped(stream.lines),
                                           grouped(stream.keyless), part_in_words(stream.part))},
                    {"shape", fmt::format("room for {} texts, up to {} bytes of each kept",
                                          grouped(capacity.value), grouped(width.value))},
                    {"bytes", fmt::format("{}", file.bytes)},
                    {"total", came_and_are_here(texts, "text")},
                    {"error", error_in_words(texts)},
                    {"checksum", "right"}});
  Json top = Json::array();
  for (const HeavyText& text : texts.top(kShown)) {
    seen.rows.push_back(
        {top.empty() ? "top" : "", times_in_words(text.count) + ": " + shown(text, stream.part)});
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

CellInspection look_at(const PeelFile& file, const HeavyHitters& hitters) {
  CellInspection seen;
  say_frequency_head(file, "heavy hitters (which keys came often, and how often)", seen);
  seen.rows.insert(seen.rows.end(),
                   {{"shape", fmt::format("room for {} keys", grouped(hitters.capacity().value))},
                    {"bytes", fmt::format("{}", file.bytes)},
                    {"total", came_and_are_here(hitters, "key")},
                    {"error", error_in_words(hitters)},
                    {"checksum", "right"}});
  Json top = Json::array();
  for (const HeavyItem& item : hitters.top(kShown)) {
    seen.rows.push_back(
        {top.empty() ? "top" : "", fmt::format("{}: key {}", times_in_words(item.count), item.key)});
    top.push_back({{"key", item.key}, {"lower", item.count.lower}, {"upper", item.count.upper}});
  }
  seen.file["capacity"] = hitters.capacity().value;
  seen.summary = {{"schema", 1},
                  {"keys", hitters.size().value},
                  {"total", hitters.total().value},
                  {"error", hitters.error().value},
                  {"top", std::move(top)}};
  return seen;
}

}  // namespace

std::optional<CellInspection> look_at_frequencies(const PeelFile& file) {
  std::optional<CellInspection> seen;
  if (const auto* stream = file.heavy_texts()) seen = look_at(file, *stream);
  if (const auto* hitters = std::get_if<HeavyHitters>(&file.content)) seen = look_at(file, *hitters);
  if (const auto* sketch = std::get_if<CountMinSketch>(&file.content)) seen = look_at_grid(file, *sketch);
  if (const auto* sketch = std::get_if<SignedSketch>(&file.content)) seen = look_at_grid(file, *sketch);
  if (const auto* sketch = std::get_if<RangeSketch>(&file.content)) seen = look_at_grid(file, *sketch);
  if (seen) seen->name = printable(spoken_name(file.path));
  return seen;
}

}  // namespace peel::cli
