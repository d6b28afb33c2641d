#include "entry_bits.hpp"

#include "peel/tables/interpolation_summary.hpp"

#include "bits.hpp"
#include "core/assert.hpp"
#include "rice.hpp"
#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <string>
#include <utility>

namespace peel::wire {

namespace {

constexpr std::uint64_t kLevelMask = (std::uint64_t{1} << kLevelBits) - 1;
constexpr std::uint64_t kEntryMemory = 18;  // bytes: a word as it is read, and 10/9 in the summary
constexpr std::size_t kHeadBytes = 9;       // how many entries, and the Rice parameter

std::uint64_t hash_of(std::uint64_t entry) {
  return entry >> kLevelBits;
}

Level level_of(std::uint64_t entry) {
  return Level(entry & kLevelMask);
}

// As many ones as levels are below it, then a zero, which the last level does without.
unsigned level_bits(Level level, Level last) {
  return level == last ? level.number - 1U : level.number;
}

void put_level(BitWriter& out, Level level, Level last) {
  out.put((std::uint64_t{1} << (level.number - 1)) - 1, level_bits(level, last));
}

Level get_level(BitReader& in, Level last) {
  return Level(std::uint64_t{1} + in.ones(last.number - 1U));
}

struct Cost {
  RiceCost differences;
  std::uint64_t levels = 0;  // bits

  void add(std::uint64_t difference, Level level, Level last) {
    differences.add(difference);
    levels += level_bits(level, last);
  }
};

}  // namespace

Result<Bytes> packed_entries(std::span<const std::uint64_t> entries, Level last) {
  Cost cost;
  std::uint64_t before = 0;
  for (const std::uint64_t entry : entries) {
    cost.add(hash_of(entry) - before, level_of(entry), last);
    before = hash_of(entry);
  }
  const RiceCost::Best best = cost.differences.best();
  BitWriter bits(best.bits + cost.levels);
  before = 0;
  for (const std::uint64_t entry : entries) {
    put_rice(bits, hash_of(entry) - before, best.parameter);
    put_level(bits, level_of(entry), last);
    before = hash_of(entry);
  }
  ByteWriter out;
  out.integer(entries.size(), 8);
  out.integer(best.parameter, 1);
  out.bytes(bits.take());
  if (auto ok = check_folding("the summary is", {kEntryMemory * entries.size(), out.view().size()}); !ok)
    return failure(ok.error());
  return out.take();
}

Result<std::vector<std::uint64_t>> unpacked_entries(ByteView bytes, EntryRange range) {
  if (bytes.size() < kHeadBytes) {
    return malformed("the payload has " + std::to_string(bytes.size()) +
                     " bytes; that of entries begins with " + std::to_string(kHeadBytes));
  }
  const std::uint64_t count = load_le(bytes.data());
  const auto parameter = static_cast<unsigned>(load_le(bytes.data() + 8, 1));
  BitReader in(bytes.subspan(kHeadBytes));
  if (parameter > kMaxRiceParameter) {
    return malformed("a Rice parameter of " + std::to_string(parameter) + ": accepted are 0 to " +
                     std::to_string(kMaxRiceParameter));
  }
  // So that fewer bits than entries need at least are no reason to reserve memory for them.
  if (count > in.remaining() / (parameter + 1)) {
    return malformed(std::to_string(count) + " entries need at least " + std::to_string(parameter + 1) +
                     " bits each; there are " + std::to_string(in.remaining()));
  }
  if (auto ok = check_unfolding({kEntryMemory * count, bytes.size()}); !ok) return failure(ok.error());
  std::vector<std::uint64_t> entries;
  entries.reserve(count);
  Cost cost;
  std::uint64_t before = 0;
  const std::uint64_t last_hash = (std::uint64_t{1} << range.bits.value) - 1;
  while (entries.size() < count) {
    const auto difference = get_rice(in, parameter);
    const Level level = get_level(in, range.last);
    if (in.ran_out()) return malformed("the bits end inside entry " + std::to_string(entries.size()));
    if (!difference || *difference > last_hash - before) {
      return malformed(
          "entry " + std::to_string(entries.size()) +
          (difference ? " has more bits than the shape says" : " is in a longer code than it needs"));
    }
    before += *difference;
    const std::uint64_t entry = before << kLevelBits | level.number;
    if (!entries.empty() && entry < entries.back())
      return malformed("entry " + std::to_string(entries.size()) + " is not in ascending order");
    cost.add(*difference, level, range.last);
    entries.push_back(entry);
  }
  const std::uint64_t padding = in.remaining();
  if (padding >= 8)
    return malformed(std::to_string(padding / 8) + " bytes follow the last entry; accepted are none");
  if (in.get(static_cast<unsigned>(padding)) != 0)
    return malformed("the padding behind the last entry is not all 0");
  if (const unsigned best = cost.differences.best().parameter; best != parameter) {
    return malformed("a Rice parameter of " + std::to_string(parameter) +
                     "; accepted is the one with the fewest bits, " + std::to_string(best));
  }
  return entries;
}

}  // namespace peel::wire
