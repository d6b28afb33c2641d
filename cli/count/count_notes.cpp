#include "cli/count/count_notes.hpp"

#include "cli/line_part.hpp"
#include "cli/numbers.hpp"

#include <cstdint>
#include <fmt/format.h>

namespace peel::cli {

namespace {

using sources::CountSummary;
using Basis = StrataEstimate::Basis;

// Both numbers may be negative, if one stream was subtracted from another.
std::string on_keyless(std::int64_t keyless, std::int64_t lines, const StreamDescription& description) {
  return fmt::format("{} of {} without {}, not counted", grouped_signed(keyless),
                     counted_signed(lines, "line"), missing_part(description.part));
}

std::string on_digests(std::uint64_t keys, std::uint8_t kept_bytes) {
  const std::string note =
      fmt::format("{} of more than {} bytes, listed by digest", counted(keys, "key"), kept_bytes);
  if (kept_bytes == kMostTextBytes) return note + "; that is the most that --key-bytes keeps";
  return fmt::format("{}; --key-bytes keeps up to {}", note, kMostTextBytes);
}

std::string on_unlisted(const CountSummary::Unlisted& unlisted) {
  const StrataEstimate& keys = unlisted.keys;
  std::string note =
      keys.basis == Basis::exact ? counted(keys.items.value, "key") + " could not be listed"
      : keys.basis == Basis::sampled
          ? fmt::format("about {} ({} to {}) could not be listed", counted(keys.items.value, "key"),
                        grouped(keys.least.value), grouped(keys.most.value))
          : std::string(
                "most keys could not be listed, too many to say how many; a larger --capacity would tell");
  if (unlisted.capacity_needed.value > 0) {
    note += fmt::format("; --capacity {} would do, in {} of memory", unlisted.capacity_needed.value,
                        counted(unlisted.bytes_needed, "byte"));
  }
  return note;
}

}  // namespace

std::vector<std::string> notes_on(const sources::CountSummary& summary,
                                  const StreamDescription& description) {
  std::vector<std::string> notes;
  if (summary.keyless != 0) notes.push_back(on_keyless(summary.keyless, summary.lines, description));
  if (summary.by_digest > 0) {
    notes.push_back(on_digests(summary.by_digest, description.key_bytes));
  }
  if (summary.unlisted) notes.push_back(on_unlisted(*summary.unlisted));
  return notes;
}

std::vector<std::string> notes_on_saved(const sources::SizedStream& saved) {
  const CountedStream& stream = saved.stream;
  std::vector<std::string> notes;
  if (stream.keyless != 0) notes.push_back(on_keyless(stream.keyless, stream.lines, stream.description));
  const StrataEstimate keys = stream.distinct.estimate();
  if (keys.least <= saved.capacity) return notes;
  notes.push_back(
      fmt::format("about {} are in the file, which lists only about {}; --capacity makes it larger",
                  counted(keys.items.value, "key"), grouped(saved.capacity.value)));
  return notes;
}

}  // namespace peel::cli
