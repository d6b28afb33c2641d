// The invertible Bloom lookup table [Goodrich, Mitzenmacher 2011]: a map in fixed space from which, while it
// holds no more than about cells / c_k pairs, all pairs can be listed.
//
//   INSERT adds a pair to the k cells of its key; DELETE subtracts it. A cell that holds one pair alone is
//   *pure*: it shows that pair. LISTENTRIES removes the pair of a pure cell from its other cells, which may
//   make those pure in turn, until nothing is left. Beyond the threshold nothing is lost, only hidden:
//   after enough deletions everything lists again.
//
// Tables of equal shape and hashing subtract: what both sides hold cancels, and the difference lists at the
// cost of the difference.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/item_hashing.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/invertible/lost_sub_tables.hpp"

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace peel {

// Integers that may stand for an 8-byte key. Negative ones count as their two's complement in 64 bits.
template <class T>
concept IntegerKey = std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 8;

// Pairs in a row: n keys of the table's key width one behind the other, then n values likewise.
struct PackedPairs {
  ByteView keys;
  ByteView values = {};
};

// The answer to GET.
struct Lookup {
  enum class Answer : std::uint8_t {
    absent,   // the key is not in the table
    present,  // it is, with this value
    deleted,  // it was deleted, with this value, without having been inserted
    unknown,  // no cell of the key tells: other keys share all of them
  };

  Answer answer = Answer::unknown;
  std::uint64_t multiplicity = 0;  // 0 unless present or deleted
};

// The answer for one key, with the value if it is present or deleted.
struct ValueLookup : Lookup {
  Bytes value;
};

// One key with two values, as un-poisoning finds it in the difference of two tables.
struct ChangedValue {
  Bytes key;
  Bytes theirs;  // the value on the inserted side
  Bytes ours;    // the value on the deleted side, as given by the caller
};

struct Unpoisoned {
  std::vector<ChangedValue> changed;
  Listing rest;  // pairs on one side only, and what could not be resolved
};

// A table that was moved from may only be assigned to or destroyed.
class Iblt {
 public:
  Iblt(const IbltShape& shape, HashFamily family, Seed seed);
  Iblt(const IbltShape& shape, ItemHashing hashing);

  // Adopts cells that came from elsewhere. Fails with `malformed` if they cannot have come from a table of
  // this shape: wrong number, a sum out of range, a count beyond `gross_total`, a lost cell that is not
  // empty. Nothing is copied if `cells` has room for cell_words() words more.
  [[nodiscard]] static Result<Iblt> from_cells(const IbltShape& shape, ItemHashing hashing,
                                               std::uint64_t gross_total, LostSubTables lost,
                                               std::vector<std::uint64_t> cells);

  // Insertion and deletion, of one pair or of many; many at once are several times faster. They fail with
  // `invalid_argument` if a width is not the table's, and with `limit_exceeded` beyond kMaxGrossTotal, and
  // then change nothing.
  [[nodiscard]] Result<void> insert(ByteView key, ByteView value = {}) { return update_one(key, value, 1); }
  [[nodiscard]] Result<void> erase(ByteView key, ByteView value = {}) { return update_one(key, value, -1); }
  [[nodiscard]] Result<void> insert(PackedPairs pairs) { return update(pairs, 1); }
  [[nodiscard]] Result<void> erase(PackedPairs pairs) { return update(pairs, -1); }
  // For tables of 8-byte keys.
  template <IntegerKey Key>
  [[nodiscard]] Result<void> insert(Key key, ByteView value = {}) {
    return update_integer(static_cast<std::uint64_t>(key), value, 1);
  }
  template <IntegerKey Key>
  [[nodiscard]] Result<void> erase(Key key, ByteView value = {}) {
    return update_integer(static_cast<std::uint64_t>(key), value, -1);
  }
  [[nodiscard]] Result<void> insert(std::span<const std::uint64_t> keys, ByteView values = {}) {
    return update_integers(keys, values, 1);
  }
  [[nodiscard]] Result<void> erase(std::span<const std::uint64_t> keys, ByteView values = {}) {
    return update_integers(keys, values, -1);
  }
  // Each pair `times` times, or minus so many deletions. |times| > 1 needs a table that tolerates duplicates.
  [[nodiscard]] Result<void> add(PackedPairs pairs, std::int64_t times);

  // What the table knows of a key. As long as nothing happened that shape().tolerates() excludes, it is wrong
  // only if a check collides, with probability about 2^-check_bits. Fails with `invalid_argument` for another
  // width.
  [[nodiscard]] Result<ValueLookup> get(ByteView key) const;
  template <IntegerKey Key>
  [[nodiscard]] Result<ValueLookup> get(Key key) const {
    return get_integer(static_cast<std::uint64_t>(key));
  }
  // Many keys at once. `values` has room for as many values, one behind the other, or is empty if they are
  // not wanted; where an answer is neither present nor deleted, its value is left as it was.
  [[nodiscard]] Result<void> get(ByteView packed_keys, std::span<Lookup> answers,
                                 std::span<std::byte> values = {}) const;
  [[nodiscard]] Result<void> get(std::span<const std::uint64_t> keys, std::span<Lookup> answers,
                                 std::span<std::byte> values = {}) const;

  // Lists on a copy. Linear in the number of cells, whatever they hold.
  Listing list() const;
  // Lists and removes what it lists; the table keeps what could not be listed.
  Listing consume();

  // Adds or subtracts the other table cell by cell. Both fail with `incompatible` unless shape and hashing
  // agree and some sub-table is left to both, with `limit_exceeded` beyond kMaxGrossTotal; subtract fails
  // with `unsupported` unless cells check keys and whatever values there are. On failure nothing changes.
  [[nodiscard]] Result<void> merge(const Iblt& other);
  [[nodiscard]] Result<void> subtract(const Iblt& other);

  // The table of `cells` cells that the same insertions and deletions would have made: one size serves while
  // the difference is unknown, and what travels is as small as it turns out to need. Each new cell is the sum
  // of f old ones, where f = shape().cells() / cells. Fails with `invalid_argument` unless f is a whole
  // number that divides shape().placement().sub_table_cells(), and with `malformed` if cells that came from
  // elsewhere add up to more than the gross total.
  [[nodiscard]] Result<Iblt> folded(CellCount cells) const;

  // Declares a sub-table missing: its cells are dropped, and GET and listing work with the rest. Fails with
  // `invalid_argument` for a sub-table that does not exist, and if some key could be left without a cell.
  [[nodiscard]] Result<void> declare_lost(SubTable sub_table);

  // For a difference "theirs minus ours": given our pairs, finds the keys that both sides hold with different
  // values, with both values, and lists the rest. Fails with `unsupported` unless cells check keys and
  // values, and with `invalid_argument` for other widths. Makes at most 256 passes over our pairs, many more
  // than an honest difference needs. [Goodrich, Mitzenmacher 2011, section 3, An Example Application; both
  // checks, repeated to a fixpoint]
  [[nodiscard]] Result<Unpoisoned> unpoison(PackedPairs ours) const;
  [[nodiscard]] Result<Unpoisoned> unpoison(std::span<const std::uint64_t> our_keys,
                                            ByteView our_values) const;

  const IbltShape& shape() const { return shape_; }
  const ItemHashing& hashing() const { return hashing_; }
  std::uint64_t gross_total() const { return gross_total_; }  // insertions plus deletions so far
  const LostSubTables& lost_sub_tables() const { return lost_; }
  // shape().cell_words() words for each cell.
  std::span<const std::uint64_t> cells() const {
    return std::span(cells_).first(cells_.size() - shape_.cell_words());
  }
  bool empty() const;  // whether every cell is empty

 private:
  Iblt(const IbltShape& shape, ItemHashing hashing, std::vector<std::uint64_t> cells_and_sink);

  Result<void> update(PackedPairs pairs, std::int64_t times);
  Result<void> update_counted(PackedPairs pairs, std::size_t count, std::int64_t times);
  Result<ValueLookup> get_integer(std::uint64_t key) const;
  Result<void> update_integer(std::uint64_t key, ByteView value, std::int64_t times);
  Result<void> update_one(ByteView key, ByteView value, std::int64_t times);
  Result<void> update_integers(std::span<const std::uint64_t> keys, ByteView values, std::int64_t times);
  Result<ByteView> as_packed(std::span<const std::uint64_t> keys, Bytes& room) const;
  void drop_sub_table(std::uint64_t index);
  Result<std::size_t> count_pairs(PackedPairs pairs) const;
  Result<void> combine(const Iblt& other, std::int64_t sign);

  IbltShape shape_;
  ItemHashing hashing_;
  std::vector<std::uint64_t> cells_;  // and the sink behind them (item_batch.hpp)
  std::uint64_t gross_total_ = 0;
  LostSubTables lost_;
};

// Insertions plus deletions that one table may see. Counts and multiplicities stay below the field's modulus.
inline constexpr std::uint64_t kMaxGrossTotal = std::uint64_t{1} << 60;

}  // namespace peel
