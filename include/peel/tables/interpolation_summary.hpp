// InterpolationSummary: the leading bits of each key's hash and its level, sorted [Kirsch, Mitzenmacher 2005,
// section 6]. Hashes are uniform, so a key's place in the row follows from its bits, but for a few words:
// that is interpolation search. It takes the most memory of all summaries, makes by far the fewest mistakes,
// and forgets as easily as it notes.
//
//   An entry is one word: `bits` of the hash, and below them three bits of the level. Its home in the array
//   is where its bits lie among all bits there are. Entries lie sorted, each at its home or behind it with no
//   gap between: a sorted row with gaps in it, also known as ordered linear probing [Amble, Knuth 1974]. So
//   a search walks from the home to the entry or past where it would be, (1 + 1 / (1 - load)) / 2 words on
//   average, and a change moves the words from there to the next gap.
//
// Nine tenths of the homes are taken at most: 5.5 words. Beyond that the array grows by a quarter; both
// arrays exist while entries go from one to the other, 2.25 times the smaller one.
//
// Two keys with equal bits are a collision: both entries are kept, and the higher level answers. So, as in
// the other summaries, a mistake is always towards a higher level.
#pragma once

#include "peel/core/aligned_words.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/tables/table_summary.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace peel {

inline constexpr std::uint64_t kLevelBits = 3;
inline constexpr std::uint64_t kMaxFingerprintBits = 61;
inline constexpr std::uint64_t kMinFingerprintBits = 8;
inline constexpr std::uint64_t kMaxInterpolationItems = std::uint64_t{1} << 36;

class InterpolationSummary final : public TableSummary {
 public:
  // Room for `items` keys, more when more come. Fails with `invalid_argument` for bits out of range, with
  // `limit_exceeded` for more than kMaxInterpolationItems.
  [[nodiscard]] static Result<InterpolationSummary> make(BitWidth bits, ItemCount items);
  // From entries in ascending order, as for_each gives them, in linear time whatever they are. Fails also
  // with `malformed` where they are not in order, have a level of 0, or bits that do not belong to them.
  [[nodiscard]] static Result<InterpolationSummary> from_entries(BitWidth bits,
                                                                 std::span<const std::uint64_t> entries);

  SummaryKind kind() const override { return SummaryKind::interpolation; }
  std::uint64_t sub_tables() const override;
  // In logarithmic time at most, whatever the entries are.
  Level where(const KeyHash& hash) const override;
  void where(std::span<const KeyHash> hashes, std::span<Level> levels) const override;
  // Takes time for all keys of equal bits, should there be many.
  void note(const KeyHash& hash, Level level) override;
  Erased forget(const KeyHash& hash, Level level) override;
  bool can_forget() const override { return true; }
  // Between keys that differ in their bits it never errs.
  bool may_mislead_others(Noting noting) const override {
    return raises_answers(noting) && !noting.before.is_none();
  }
  void clear() override;
  std::unique_ptr<TableSummary> clone() const override;
  std::uint64_t bytes() const override { return words_.size() * 8; }

  BitWidth bits() const { return bits_; }
  ItemCount size() const { return ItemCount(size_); }
  // Entries that share their bits with the one before them. Looks at all of them.
  std::uint64_t collisions() const;
  // What finding every entry once would walk, in words. Looks at all of them.
  std::uint64_t words_walked() const;
  // The bits of a key: the leading ones of hash.word(kCheckWord).
  std::uint64_t fingerprint(const KeyHash& hash) const { return hash.word(kCheckWord) >> (64 - bits_.value); }
  // Calls visit(entry) in ascending order: fingerprint << 3 | level.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const std::uint64_t word : words_.span())
      if (word != 0) visit(word);
  }

 private:
  InterpolationSummary(BitWidth bits, std::uint64_t homes);

  std::uint64_t home_of(std::uint64_t fingerprint) const;
  // The first place, from its home on, that is a gap or has no smaller entry.
  std::uint64_t place_of(std::uint64_t entry) const;
  Level level_of(std::uint64_t fingerprint) const;
  void insert(std::uint64_t entry);
  struct Size {
    std::uint64_t homes;
    std::uint64_t spare;  // behind the last home or entry
  };
  // A new array for sorted words, of which some may be gaps.
  void lay_out(std::span<const std::uint64_t> sorted, Size size);

  BitWidth bits_;
  std::uint64_t homes_;
  std::uint64_t size_ = 0;
  AlignedWords words_;  // 0: a gap, since no level is 0. The last eight are gaps, so that every search ends
};

}  // namespace peel
