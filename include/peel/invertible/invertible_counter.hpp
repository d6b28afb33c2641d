// InvertibleCounter: a multiset in fixed space from which, while it holds no more distinct keys than it was
// planned for, every key can be listed with its exact multiplicity, however large that is.
//                                              [Ding, Rauen: Invertible Bloom Counters; moment cells are
//                                              ours]
//
//   Insertion adds a key to its k cells, deletion subtracts it. Cells hold sums over a prime field. A cell
//   with few enough distinct keys shows them, one or two by the kind of cell; listing takes these out of
//   their other cells, which may then show theirs, until nothing is left. Beyond its capacity a counter loses
//   nothing: after enough deletions everything lists again.
//
// Counters of equal shape and hashing add up (one for each router, merged at the centre) and subtract (what
// happened between two moments); multiplicities are signed. docs/theory/invertible-counters.md
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/counter_listing.hpp"
#include "peel/invertible/counter_shape.hpp"
#include "peel/invertible/item_hashing.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel {

// What a counter knows of one key.
struct Multiplicity {
  // Exact, or else an upper bound as long as no key was deleted more often than inserted.
  std::int64_t count = 0;
  // A cell of the key is empty, or shows all that is in it. Wrong only where sums collide: see
  // InvertibleCounter::list.
  bool exact = false;

  friend bool operator==(const Multiplicity&, const Multiplicity&) = default;
};

// A counter that was moved from may only be assigned to or destroyed.
class InvertibleCounter {
 public:
  InvertibleCounter(const CounterShape& shape, HashFamily family, Seed seed);
  InvertibleCounter(const CounterShape& shape, ItemHashing hashing);

  // Adopts cells that came from elsewhere. Fails with `malformed` if they cannot have come from a counter of
  // this shape: wrong number, a word out of range, a count beyond `gross_total`.
  [[nodiscard]] static Result<InvertibleCounter> from_cells(const CounterShape& shape, ItemHashing hashing,
                                                            std::uint64_t gross_total,
                                                            std::vector<std::uint64_t> cells);

  // Each key `times` times, or minus so many deletions; keys of the counter's width, one behind the other.
  // Many at once are several times faster. All fail with `invalid_argument` for another width, with
  // `limit_exceeded` beyond kMaxCounted copies in all, and then change nothing.
  [[nodiscard]] Result<void> add(ByteView keys, std::int64_t times = 1);
  // The i-th key times[i] times.
  [[nodiscard]] Result<void> add(ByteView keys, std::span<const std::int64_t> times);
  // Integers as keys of 8 bytes.
  [[nodiscard]] Result<void> add(std::span<const std::uint64_t> keys, std::int64_t times = 1);

  [[nodiscard]] Result<void> insert(ByteView keys) { return add(keys, 1); }
  [[nodiscard]] Result<void> erase(ByteView keys) { return add(keys, -1); }
  [[nodiscard]] Result<void> insert(std::uint64_t key) { return add(std::span(&key, 1), 1); }
  [[nodiscard]] Result<void> erase(std::uint64_t key) { return add(std::span(&key, 1), -1); }

  // Fails with `invalid_argument` for another width.
  [[nodiscard]] Result<Multiplicity> count_of(ByteView key) const;
  [[nodiscard]] Result<Multiplicity> count_of(std::uint64_t key) const;
  [[nodiscard]] Result<void> counts_of(ByteView keys, std::span<Multiplicity> answers) const;

  // Lists on a copy. Standard and moment cells take time linear in the number of cells, whatever they hold;
  // of other cells `effort` bounds the work, numbers beyond its limits count as the limits. A complete
  // listing is wrong only if another multiset has the same sums in all cells. Of an incomplete one, a key is
  // wrong only if the sums of a cell with more keys than it can show look like those of few:
  // docs/theory/invertible-counters.md.
  CounterListing list(ListingEffort effort = {}) const;
  // Lists and removes what it lists; the counter keeps what could not be listed.
  CounterListing consume(ListingEffort effort = {});

  // Adds or subtracts the other counter. Both fail with `incompatible` unless shape and hashing agree, with
  // `limit_exceeded` beyond kMaxCounted. On failure nothing changes.
  [[nodiscard]] Result<void> merge(const InvertibleCounter& other);
  [[nodiscard]] Result<void> subtract(const InvertibleCounter& other);

  const CounterShape& shape() const { return shape_; }
  const ItemHashing& hashing() const { return hashing_; }
  std::uint64_t gross_total() const { return gross_total_; }  // copies inserted plus copies deleted
  // shape().cell_words() words for each cell.
  std::span<const std::uint64_t> cells() const { return cells_; }
  bool empty() const;  // whether every count and sum is 0

 private:
  InvertibleCounter(const CounterShape& shape, ItemHashing hashing, std::vector<std::uint64_t> cells);
  Result<std::size_t> count_keys(ByteView keys) const;
  Result<void> combine(const InvertibleCounter& other, std::int64_t sign);

  CounterShape shape_;
  ItemHashing hashing_;
  std::vector<std::uint64_t> cells_;
  std::uint64_t gross_total_ = 0;
};

// Copies inserted plus copies deleted that one counter may see. Every count stays below the field's modulus.
inline constexpr std::uint64_t kMaxCounted = std::uint64_t{1} << 60;

}  // namespace peel
