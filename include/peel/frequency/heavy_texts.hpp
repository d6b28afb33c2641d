// HeavyTexts: HeavyHitters for texts, of any length. A text is known by 64 bits of its keyed hash, and kept
// in full up to a width; of a longer one, its beginning is kept.
//
//   Two texts that share those 64 bits would be taken for one. Of N distinct texts and room for C, that
//   happens to one that is kept with probability about N * C / 2^64: 5e-10 for 10^6 and 8,192. Someone who
//   knows the seed can choose texts that do, unless the hash family is siphash and the seed secret.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/frequency/count_bounds.hpp"
#include "peel/frequency/counter_table.hpp"
#include "peel/frequency/heavy_hitters.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel {

inline constexpr std::uint64_t kMaxTextWidth = std::uint64_t{1} << 20;

struct HeavyTextsShape {
  ItemCount capacity{8192};   // texts that there is room for
  ByteWidth text_width{256};  // bytes of each that are kept at most
  friend bool operator==(const HeavyTextsShape&, const HeavyTextsShape&) = default;
};

struct HeavyText {
  std::string_view text = {};  // or its beginning; valid until the summary changes
  std::uint64_t length = 0;    // in bytes, of all of it
  std::uint64_t digest = 0;
  CountBounds count = {};
};

// Copies of one text, for summaries that come from elsewhere.
struct TextCounter {
  std::string text;
  std::uint64_t length = 0;
  std::uint64_t digest = 0;
  std::uint64_t count = 0;
};

class HeavyTexts {
 public:
  // Fails as HeavyHitters::make does, and for a width of 0 or beyond kMaxTextWidth.
  [[nodiscard]] static Result<HeavyTexts> make(const HeavyTextsShape& shape, HashFamily family, Seed seed);

  struct Parts {
    HeavyTextsShape shape;
    HashFamily family;
    Seed seed;
    // Says where digests lie in memory, and is no part of the summary. Whoever knows it, and made the parts,
    // can have them lie in each other's way.
    Seed placement;
    CopyCount total;
    CopyCount error;
    std::vector<TextCounter> counters;
  };
  // Adopts what came from elsewhere. Fails also with `malformed` for more counters than there is room for, a
  // digest that comes twice or is not that of its text, a counter of 0, a text that is longer than the width
  // or shorter than it must be, and for counters and error that are together more than the total, since no
  // stream leads to such.
  [[nodiscard]] static Result<HeavyTexts> from_parts(const Parts& parts);

  void add(ByteView text, CopyCount copies = CopyCount(1));
  // Each text of a batch once.
  void add(std::span<const ByteView> texts);

  CountBounds bounds(ByteView text) const;

  // As with HeavyHitters: heavy() is complete as long as error() is less than total() / k. What came equally
  // often is in the order of the texts' bytes.
  std::vector<HeavyText> heavy(ItemCount k) const;
  std::vector<HeavyText> above(CopyCount threshold) const;
  std::vector<HeavyText> top(ItemCount n) const;

  // As with HeavyHitters. Fails with `incompatible` unless shape and hashing agree.
  [[nodiscard]] Result<void> merge(const HeavyTexts& other);
  [[nodiscard]] Result<void> decay(Decay decay);
  void clear();

  const HeavyTextsShape& shape() const { return shape_; }
  const KeyHasher& hasher() const { return hasher_; }
  ItemCount size() const { return ItemCount(table_.size()); }
  CopyCount total() const { return total_; }
  CopyCount error() const { return error_; }
  // All memory that it takes.
  std::uint64_t bytes() const;

 private:
  HeavyTexts(const HeavyTextsShape& shape, const KeyHasher& hasher, Seed placement);

  void add_group(std::span<const ByteView> texts, std::span<const std::uint64_t> digests);
  // Room for the records of these texts, so that storing them cannot fail.
  void reserve(std::span<const ByteView> texts);
  std::uint64_t record_words(std::uint64_t length) const;
  std::uint64_t store(ByteView text, std::uint64_t length);
  void drop_unused_records();
  void make_room_if_needed();
  CountBounds bounds_of(std::uint64_t count) const;
  HeavyText text_in(std::uint64_t slot) const;

  HeavyTextsShape shape_;
  KeyHasher hasher_;
  Seed placement_;
  CopyCount total_;
  CopyCount error_;
  detail::CounterTable table_;  // by digest; beside each counter, where its record begins
  // Records, one behind the other: a word that is 0 between calls, one with the length, the bytes that are
  // kept.
  std::vector<std::uint64_t> records_;
};

}  // namespace peel
