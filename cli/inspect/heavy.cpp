// What heavy texts and heavy hitters say of themselves, the most frequent of them included.
#include "peel/sources/address_text.hpp"

#include "cli/inspect/words.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace {

constexpr ItemCount kShown{5};  // of the most frequent

// "once", "5 times", "5 to 9 times".
std::string times_in_words(const CountBounds& count) {
  if (count.upper == 1) return "once";
  if (count.lower == count.upper) return grouped(count.lower) + " times";
  return fmt::format("{} to {} times", grouped(count.lower), grouped(count.upper));
}

// A text without control characters, or an address as people write it.
std::string shown_text(const HeavyText& text, const CountedPart& part) {
  if (part.keys == CountedPart::Keys::addresses) return sources::address_text(text.text);
  std::string all = printable(text.text);
  if (text.length == text.text.size()) return all;
  return fmt::format("{}... ({} bytes)", all, grouped(text.length));
}

Json text_as_json(const HeavyText& text, const CountedPart& part) {
  const bool is_address = part.keys == CountedPart::Keys::addresses;
  Json object = {{"text", json_text(is_address ? sources::address_text(text.text) : std::string(text.text))}};
  if (text.length != text.text.size()) object["length"] = text.length;
  object["lower"] = text.count.lower;
  object["upper"] = text.count.upper;
  return object;
}

template <class Summary>
std::string error_in_words(const Summary& summary) {
  const CopyCount error = summary.error();
  if (~summary.total().value == 0) return "not known: more came than can be counted";
  if (error.value == 0) return "none: every count is exact";
  return fmt::format("a count is at most {} too low; what is not here came at most so often",
                     grouped(error.value));
}

// Totals, and what of the file is said of texts and of keys alike.
template <class Summary>
void say_totals(const Summary& summary, const char* what, const PeelFile& file, Inspection& seen) {
  const std::uint64_t here = summary.size().value;
  seen.say("bytes", "{}", file.bytes);
  seen.say("total", "{} came, {} distinct {} here", counted(summary.total().value, what), grouped(here),
           here == 1 ? "one is" : "ones are");
  seen.say("error", "{}", error_in_words(summary));
  seen.say("checksum", "right");
  seen.summary[std::string(what) + "s"] = here;
  seen.summary["total"] = summary.total().value;
  seen.summary["error"] = summary.error().value;
  seen.summary["top"] = Json::array();
}

void say_frequent(const CountBounds& count, const std::string& key, Json object, Inspection& seen) {
  Json& top = seen.summary["top"];
  seen.say(top.empty() ? "top" : "", "{}: {}", times_in_words(count), key);
  top.push_back(std::move(object));
}

}  // namespace

void say(const HeavyStream& stream, const PeelFile& file, Inspection& seen) {
  const HeavyTextsShape shape = stream.texts.shape();
  say_counting_head("heavy texts (which texts came often, and how often)", file, seen);
  seen.say("source", "{} lines, {} of them without a key; {}", grouped(stream.lines), grouped(stream.keyless),
           part_in_words(stream.part));
  seen.say("shape", "room for {} texts, up to {} bytes of each kept", grouped(shape.capacity.value),
           grouped(shape.text_width.value));
  say_totals(stream.texts, "text", file, seen);
  for (const HeavyText& text : stream.texts.top(kShown))
    say_frequent(text.count, shown_text(text, stream.part), text_as_json(text, stream.part), seen);
  seen.file["capacity"] = shape.capacity.value;
  seen.file["text_width"] = shape.text_width.value;
  seen.file["description"] = part_as_json(stream.part);
  seen.file["description"]["lines"] = stream.lines;
  seen.file["description"]["keyless"] = stream.keyless;
}

void say(const HeavyHitters& hitters, const PeelFile& file, Inspection& seen) {
  say_counting_head("heavy hitters (which keys came often, and how often)", file, seen);
  seen.say("shape", "room for {} keys", grouped(hitters.capacity().value));
  say_totals(hitters, "key", file, seen);
  for (const HeavyItem& item : hitters.top(kShown)) {
    say_frequent(item.count, fmt::format("key {}", item.key),
                 {{"key", item.key}, {"lower", item.count.lower}, {"upper", item.count.upper}}, seen);
  }
  seen.file["capacity"] = hitters.capacity().value;
}

}  // namespace peel::cli
