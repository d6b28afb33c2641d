// Kept keys: one of the keys that were inserted into a cell, stored beside the sums. A kept key is a hint and
// nothing more: it may have been deleted since, so whatever is concluded from it is confirmed by the sums.
#pragma once

#include "peel/invertible/counter_listing.hpp"

#include "invertible/counter/even_odd_cells.hpp"
#include "invertible/counter/split_tester.hpp"
#include "invertible/field_inverses.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace peel::detail {

// In a cell the first word of a kept key is its element plus one, so that 0 means none.
inline bool keeps_key(const std::uint64_t* kept) {
  return kept[0] != 0;
}
inline void store_kept(std::uint64_t* kept, const std::uint64_t* key, unsigned key_words) {
  std::copy_n(key, key_words, kept);
  ++kept[0];
}
inline void load_kept(const std::uint64_t* kept, unsigned key_words, std::uint64_t* key) {
  std::copy_n(kept, key_words, key);
  --key[0];
}

inline void forget_kept(std::uint64_t* kept, const std::uint64_t* key, unsigned key_words) {
  const bool same = kept[0] == key[0] + 1 && std::equal(key + 1, key + key_words, kept + 1);
  if (same) std::fill_n(kept, key_words, 0);
}

// Copies that arrive at a cell, and a random word to decide by.
struct Arrival {
  std::int64_t copies;
  std::int64_t count_then;  // of the cell, with them
  std::uint64_t random;

  // Whether the key that arrives is to be kept rather than the one that already is, if there is one.
  bool is_to_be_kept(KeptKey which, const std::uint64_t* kept) const;
};

// Which of the keys of a counter are kept somewhere, and for each cell those that belong there.
class KeptLists {
 public:
  // Keys that are tried in one cell. There are no more kept keys than cells, and each belongs to at most
  // kMaxHashes cells: an honest cell has a few. Where a forger kept thousands for one cell, going through
  // them after every change of it would take the square of their number.
  static constexpr std::size_t kMostOfACell = 64;

  void build(const CounterShape& shape, const ItemHashing& hashing, std::span<const std::uint64_t> table);

  std::span<const std::uint32_t> in_cell(CellIndex cell) const {
    return std::span(members_).subspan(first_[cell], first_[cell + 1] - first_[cell]);
  }
  const std::uint64_t* elements(std::uint32_t kept) const { return &elements_[kept * key_words_]; }
  bool is_listed(std::uint32_t kept) const { return is_listed_[kept]; }

  // A key that was listed is no hint any more. To be called for each cell of the key.
  void mark_listed(const std::uint64_t* key, CellIndex cell);

 private:
  std::size_t key_words_ = 1;
  std::vector<std::uint64_t> elements_;
  std::vector<bool> is_listed_;
  std::vector<std::uint64_t> first_;  // of each cell, in members_
  std::vector<std::uint32_t> members_;
};

// Two levels of guessing with kept keys. What is tried at which is a matter of effort.
enum class KeptLevel : std::uint8_t { surer, bolder };

// Looks for cells that hold kept keys and one more, by trying out how often each is there.
template <class Cells>
class KeptKeySearch {
 public:
  KeptKeySearch(const CounterShape& shape, const ItemHashing& hashing, const ListingEffort& effort,
                std::span<const std::uint64_t> table)
      : effort_(effort), key_words_(shape.key_words()), tester_(shape, hashing) {
    if (effort.kept != ListingEffort::KeptKeys::own) lists_.build(shape, hashing, table);
  }

  const ListingEffort& effort() const { return effort_; }
  SplitTester<Cells>& tester() { return tester_; }
  FieldInverses& inverse() { return inverse_; }

  // The first optimisation of section V-B: a key that was listed helps nowhere any more. To be called for
  // each cell of the key.
  void forget(std::uint64_t* kept, const std::uint64_t* key, CellIndex cell) {
    forget_kept(kept, key, key_words_);
    if (effort_.kept != ListingEffort::KeptKeys::own) lists_.mark_listed(key, cell);
  }

  // Looks for kept keys and one more in cell i, which has this sum and keeps this key.
  void try_kept(KeptLevel level, const Cells& cells, std::size_t i, const std::uint64_t* sum,
                const std::uint64_t* kept, GuessBatch& batch) {
    using KeptKeys = ListingEffort::KeptKeys;
    const bool surer = level == KeptLevel::surer;
    begin(i, sum, batch);
    switch (effort_.kept) {
      case KeptKeys::own:
        return surer ? try_own(cells, i, kept, batch) : void();
      case KeptKeys::when_stuck:
        return surer ? try_own(cells, i, kept, batch) : try_listed(cells, i, effort_.kept_together, batch);
      case KeptKeys::always:
        if (surer) return try_listed(cells, i, 1, batch);
        return effort_.kept_together > 1 ? try_listed(cells, i, effort_.kept_together, batch) : void();
    }
  }

 private:
  // What is left of a cell once some copies of some keys are taken as known.
  struct Rest {
    std::array<std::uint64_t, kMaxKeyWords> sum;
    std::uint64_t copies;
  };

  // The cell holds its own kept key and one more.
  void try_own(const Cells& cells, std::size_t i, const std::uint64_t* kept, GuessBatch& batch) {
    if (!keeps_key(kept)) return;
    std::array<std::uint64_t, kMaxKeyWords> key;
    load_kept(kept, key_words_, key.data());
    if (!add_known(key.data(), cells, i, batch, 1)) tester_.test_waiting(cells, i, batch);
  }

  // The cell holds up to `together` keys that are kept somewhere, and one more.
  void try_listed(const Cells& cells, std::size_t i, unsigned together, GuessBatch& batch) {
    for (unsigned known = 1; known <= together; ++known) {
      if (choose(0, known, cells, i, batch)) return;
    }
    tester_.test_waiting(cells, i, batch);
  }

  void begin(std::size_t i, const std::uint64_t* sum, const GuessBatch& batch) {
    shares_ = Shares::of(batch, i, effort_.splits_per_cell);
    for (unsigned w = 0; w < key_words_; ++w) rest_.sum[w] = shares_.sum(sum[w]);
    rest_.copies = shares_.copies;
    tries_left_ = effort_.splits_per_cell;
    parts_ = 0;
    tester_.start();
  }

  // Goes through all sets of `missing` more keys of the list, from the one numbered `from` on.
  bool choose(std::size_t from, unsigned missing, const Cells& cells, std::size_t i, GuessBatch& batch) {
    const std::span<const std::uint32_t> listed = lists_.in_cell(batch.sources[i]);
    for (std::size_t at = from; at < listed.size() && tries_left_ > 0; ++at) {
      if (lists_.is_listed(listed[at])) continue;
      next_from_ = at + 1;
      if (add_known(lists_.elements(listed[at]), cells, i, batch, missing)) return true;
    }
    return false;
  }

  // Takes 1, 2, 3, ... copies of a key as known, and goes on with what is left. True if the cell is solved.
  bool add_known(const std::uint64_t* key, const Cells& cells, std::size_t i, GuessBatch& batch,
                 unsigned missing) {
    const Rest before = rest_;
    const std::size_t from = next_from_;
    bool solved = false;
    for (std::uint64_t share = 1; share < before.copies && tries_left_ > 0 && !solved; ++share) {
      for (unsigned w = 0; w < key_words_; ++w) rest_.sum[w] = field::subtract(rest_.sum[w], key[w]);
      --rest_.copies;
      split_[parts_++] = Part{key, shares_.signed_count(share)};
      solved = missing > 1 ? choose(from, missing - 1, cells, i, batch) : try_rest(cells, i, batch);
      --parts_;
    }
    rest_ = before;
    return solved;
  }

  // All that is left is one key.
  bool try_rest(const Cells& cells, std::size_t i, GuessBatch& batch) {
    --tries_left_;
    std::array<std::uint64_t, kMaxKeyWords> other;
    for (unsigned w = 0; w < key_words_; ++w) {
      other[w] = field::multiply(rest_.sum[w], inverse_(rest_.copies));
    }
    split_[parts_] = Part{other.data(), shares_.signed_count(rest_.copies)};
    return tester_.try_split(std::span(split_).first(parts_ + 1), cells, i, batch);
  }

  const ListingEffort effort_;
  const unsigned key_words_;
  KeptLists lists_;
  SplitTester<Cells> tester_;
  FieldInverses inverse_;

  Shares shares_{};
  Rest rest_{};
  std::uint64_t tries_left_ = 0;
  std::size_t next_from_ = 0;
  std::array<Part, kMostKeysOfASplit> split_;
  std::size_t parts_ = 0;
};

}  // namespace peel::detail
