// Any bytes: an error, or a summary that encodes to the same bytes, says no level that its table has not,
// says at least the level of what it is told, and forgets it if it can.
#include "peel/tables/summary_contents.hpp"
#include "peel/wire/table_summary_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/forged_envelope.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

constexpr std::size_t kKeys = 16;

std::array<KeyHash, kKeys> some_hashes(const KeyHasher& hasher) {
  std::array<KeyHash, kKeys> hashes{};
  for (std::size_t i = 0; i < kKeys; ++i) hashes[i] = hasher(std::uint64_t{i});
  return hashes;
}

std::array<Level, kKeys> answers_of(const TableSummary& summary, const std::array<KeyHash, kKeys>& hashes) {
  std::array<Level, kKeys> batch{};
  summary.where(hashes, batch);
  for (std::size_t i = 0; i < kKeys; ++i)
    fuzz::claim(batch[i] == summary.where(hashes[i]), "a batch says what single questions say");
  return batch;
}

void claim_it_remembers(const wire::SavedSummary& saved) {
  TableSummary& summary = *saved.summary;
  const std::uint64_t levels = saved.of.table.sub_tables();
  const auto hashes = some_hashes(saved.of.hasher);
  const auto before = answers_of(summary, hashes);
  for (const Level level : before)
    fuzz::claim(level.number <= levels, "no level is beyond the last sub-table");
  for (std::size_t i = 0; i < kKeys; ++i) summary.note(hashes[i], Level(1 + i % levels));
  const auto after = answers_of(summary, hashes);
  for (std::size_t i = 0; i < kKeys; ++i)
    fuzz::claim(after[i] >= std::max(before[i], Level(1 + i % levels)), "a key has at least its level");
  const auto bytes = wire::encode(saved);
  fuzz::claim(bytes && wire::decode_table_summary(*bytes), "what was told more encodes and decodes");
  for (std::size_t i = 0; i < kKeys; ++i) {
    const Erased outcome = summary.forget(hashes[i], Level(1 + i % levels));
    fuzz::claim((outcome == Erased::erased) == summary.can_forget(), "a key that was noted can be forgotten");
  }
}

void claim_it_tells_of_itself(const TableSummary& summary) {
  const auto contents = contents_of(summary);
  fuzz::claim(contents.has_value(), "a summary tells of itself");
  fuzz::claim(contents->false_positive_rate >= 0 && contents->false_positive_rate <= 1, "the rate is one");
  for (const auto& keys : contents->keys) fuzz::claim(keys.items >= 0, "there are no fewer keys than none");
}

void decode_and_check(ByteView bytes) {
  const auto saved = wire::decode_table_summary(bytes);
  if (!saved) {
    fuzz::claim(!saved.error().sentence().empty(), "a refusal says why");
    return;
  }
  const auto again = wire::encode(*saved);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  claim_it_tells_of_itself(*saved->summary);
  claim_it_remembers(*saved);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged(std::as_bytes(std::span(data, size)), decode_and_check);
  return 0;
}
