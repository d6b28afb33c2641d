// Where keys may be in a multilevel table: their bucket in each sub-table, and which slots are taken. Here
// is all of the table but keys and values, so that a table on disk can share it.
#pragma once

#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/tables/level.hpp"

#include <cstdint>
#include <optional>

namespace peel {

// Words of a KeyHash from here on place keys in tables; filters use those before it. With a word in common,
// keys that meet in a bucket would meet in the filter too, and mislead it.
inline constexpr unsigned kFirstTableWord = 64;

// The number of a key's bucket in a sub-table, numbered through all sub-tables.
inline std::uint64_t bucket_of(const KeyHash& hash, const MultilevelShape& shape, SubTable table) {
  const std::uint64_t word = hash.far_word(kFirstTableWord + static_cast<unsigned>(table.value));
  return shape.first_bucket(table) + reduce(word, shape.buckets(table).value);
}

struct Place {
  Level level;
  std::uint64_t slot;  // numbered through all buckets
  friend bool operator==(const Place&, const Place&) = default;
};

// One bit for each slot: the table of bits that the paper keeps beside every summary.
class OccupancyTable {
 public:
  explicit OccupancyTable(const MultilevelShape& shape);

  bool is_taken(std::uint64_t slot) const { return (words_.data()[slot / 64] >> slot % 64 & 1) != 0; }
  void take(std::uint64_t slot) { words_.data()[slot / 64] |= std::uint64_t{1} << slot % 64; }
  void release(std::uint64_t slot) { words_.data()[slot / 64] &= ~(std::uint64_t{1} << slot % 64); }

  // The first free slot for a key: of its bucket in the first sub-table that has one there. None: a crisis.
  std::optional<Place> first_free(const KeyHash& hash, const MultilevelShape& shape) const;

  void clear();
  std::uint64_t bytes() const { return words_.size() * 8; }

 private:
  AlignedWords words_;
};

}  // namespace peel
