// Where items are in the table of [Song et al. 2005], as [Kirsch, Mitzenmacher 2005, section 3] describes it:
// everything about it but keys and values. An item has a bucket for each of k hash functions, and each bucket
// has a counter of a few bits: how many hashes of items fall on it.
//
//   An item is kept in the one of its buckets whose counter is smallest, in the first of those. So the
//   counters alone tell where it is: they are the summary. But they change, and items with them. A new item
//   raises k counters, and whatever is kept in those buckets may have to move. A deleted item lowers k
//   counters, and any item with one of those buckets may have to move there: to find them, an extra table
//   lists for each bucket all items that have it.
//
// Two items in one bucket are a crisis in that scheme. relieve() is its remedy.
#pragma once

#include "peel/analysis/summary_failure.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hash.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace peel {

inline constexpr std::uint64_t kMaxSongBuckets = 0xFFFF'FFFF;
inline constexpr std::uint64_t kMaxSongHashes = 64;
inline constexpr std::uint64_t kMaxSongCounterBits = 8;

struct SongReport {
  std::uint64_t overfull_buckets = 0;    // with more than one item: crises
  std::uint64_t excess_items = 0;        // beyond one in each bucket
  std::uint64_t saturated_counters = 0;  // that would be more than their bits can hold
  std::uint64_t raised_counters = 0;     // by relieve()
  friend bool operator==(const SongReport&, const SongReport&) = default;
};

class SongPlaces {
 public:
  using Number = std::uint32_t;  // of an item, from 0; given again when an item is gone
  static constexpr Number kNone = 0xFFFF'FFFF;

  // Fails with `invalid_argument` for a number out of range.
  [[nodiscard]] static Result<SongPlaces> make(const analysis::SongShape& shape);

  // Each returns how many items had to move, and takes time for all that have a bucket in common.
  struct Added {
    Number number;
    std::uint64_t relocations;
  };
  Added add(const KeyHash& hash);
  std::uint64_t remove(Number number);
  // As a static table is built: all counters first, then each item where it belongs. Numbers are given in
  // order, from 0. REQUIRES: nothing was added before.
  void build(std::span<const KeyHash> hashes);

  // The bucket in which the item is if it is in the table: the summary's answer. None: it is not.
  std::optional<std::uint64_t> where(const KeyHash& hash) const;
  // The items that are kept in a bucket: the first, and those behind each. kNone: no more.
  Number first_in(std::uint64_t bucket) const { return first_kept_[bucket]; }
  Number next(Number number) const { return next_kept_[number]; }
  std::uint64_t bucket_of(Number number) const { return kept_in_[number]; }

  // Their heuristic against crises: the counter of an overfull bucket is raised as far as it takes for items
  // to leave it, and stays so if fewer items are in excess then. Returns how many were before.
  std::uint64_t relieve();

  SongReport report() const;
  std::uint64_t counter(std::uint64_t bucket) const;
  // How far relieve() has raised it, as long as any item has that bucket.
  std::uint64_t raise_of(std::uint64_t bucket) const;
  const analysis::SongShape& shape() const { return shape_; }
  // The counters; the items of each bucket; the extra table that deletions need.
  std::uint64_t summary_bytes() const { return counters_.size() * 8; }
  std::uint64_t kept_bytes() const;
  std::uint64_t extra_bytes() const;

 private:
  explicit SongPlaces(const analysis::SongShape& shape);

  std::span<const std::uint32_t> own(Number number) const;
  bool is_first(Number number, std::uint64_t choice) const;
  std::uint64_t bucket_for(const KeyHash& hash, std::uint64_t choice) const;
  std::uint64_t most() const { return (std::uint64_t{1} << shape_.counter_bits.value) - 1; }
  void set_counter(std::uint64_t bucket, std::uint64_t value);

  Number take_number();
  // In the extra table, and in the counters.
  void enlist(Number number, const KeyHash& hash);
  void delist(Number number);
  std::uint64_t hashes_on(std::uint64_t bucket) const;
  template <class Visit>
  void for_each_listed(std::uint64_t bucket, Visit visit) const;

  std::uint32_t best_bucket(Number number) const;
  void keep(Number number, std::uint32_t bucket);
  void let_go(Number number);
  void move(Number number, std::uint32_t bucket);
  std::uint64_t settle_kept_in(std::uint64_t bucket);
  void try_to_relieve(std::uint64_t bucket);

  analysis::SongShape shape_;
  AlignedWords counters_;
  std::vector<Number> first_kept_;      // by bucket
  std::vector<Number> next_kept_;       // by item
  std::vector<std::uint32_t> kept_in_;  // by item
  std::vector<Number> first_listed_;    // by bucket
  std::vector<Number> next_listed_;     // by item and choice
  std::vector<std::uint32_t> buckets_;  // by item and choice
  std::vector<Number> free_numbers_;
  std::unordered_map<std::uint64_t, std::uint64_t> raises_;  // of buckets, by relieve()
  std::uint64_t excess_ = 0;
};

}  // namespace peel
