// InterpolationSummary: the leading bits of each key's hash and its level, sorted [Kirsch, Mitzenmacher 2005,
// section 6]. Hashes are uniform, so a key's place in the row follows from its bits, but for a few words:
// that is interpolation search. It takes the most memory of all summaries, makes by far the fewest mistakes,
// and forgets as easily as it notes.
//
//   An entry is one word: `bits` of the hash, and below them three bits of the level. Entries lie sorted in
//   an array with gaps, each at its interpolated place or behind it with no gap between. So a search, and
//   a change, touch a few neighbouring words.
//
// Two keys with equal bits are a collision: both entries are kept, and which one answers is left to chance.
// It fails if their levels differ.
#pragma once

#include "peel/core/aligned_words.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/tables/table_summary.hpp"

#include <cstdint>
#include <span>

namespace peel {

inline constexpr std::uint64_t kLevelBits = 3;
inline constexpr std::uint64_t kMaxFingerprintBits = 61;
inline constexpr std::uint64_t kMinFingerprintBits = 8;

class InterpolationSummary final : public TableSummary {
 public:
  // Room for `items` keys, more when more come. Fails with `invalid_argument` for bits out of range, with
  // `limit_exceeded` for too many items.
  [[nodiscard]] static Result<InterpolationSummary> make(BitWidth bits, ItemCount items);
  // From entries in ascending order, as `entries` gives them. Fails also with `malformed` where they are not
  // in order, have a level of 0, or bits that do not belong to them.
  [[nodiscard]] static Result<InterpolationSummary> from_entries(BitWidth bits,
                                                                 std::span<const std::uint64_t> entries);

  SummaryKind kind() const override { return SummaryKind::interpolation; }
  std::uint64_t sub_tables() const override;
  Level where(const KeyHash& hash) const override;
  void where(std::span<const KeyHash> hashes, std::span<Level> levels) const override;
  void note(const KeyHash& hash, Level level) override;
  Erased forget(const KeyHash& hash, Level level) override;
  bool can_forget() const override { return true; }
  void clear() override;
  std::unique_ptr<TableSummary> clone() const override;
  std::uint64_t bytes() const override;

  BitWidth bits() const { return bits_; }
  ItemCount size() const { return ItemCount(size_); }
  // Entries that share their bits with the one before them.
  std::uint64_t collisions() const;
  // Calls visit(entry) in ascending order: bits of the hash << 3 | level.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const std::uint64_t word : words_.span())
      if (word != 0) visit(word);
  }

 private:
  InterpolationSummary(BitWidth bits, std::uint64_t slots);

  BitWidth bits_;
  std::uint64_t size_ = 0;
  AlignedWords words_;  // 0: a gap, since no level is 0
};

}  // namespace peel
