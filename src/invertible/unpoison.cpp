// Un-poisoning: keys that both sides hold with different values leave cells whose counts and key sums cancel
// while their value sums do not. Putting our pair back uncovers theirs.
// [Goodrich, Mitzenmacher 2011, section 3, An Example Application]
//
// The paper tests the key check alone, which accepts any pair of ours that falls into such a cell; here the
// value check must hold too, it is bound to the key, and passes repeat until none finds anything
// (docs/theory/peeling.md).
#include "peel/invertible/iblt.hpp"

#include "invertible/item_batch.hpp"
#include "invertible/limbs.hpp"

#include <algorithm>
#include <array>

namespace peel {

namespace {

using detail::CellLayout;
using detail::ItemBatch;

// Each pass uncovers chains of pairs, so an honest difference needs a handful; a hostile one is cut off here.
constexpr int kMaxPasses = 256;

// One of our pairs that may have changed, and where its key goes.
struct Candidate {
  std::size_t pair;
  std::uint64_t key_check;
  std::array<CellIndex, kMaxHashes> cells;
};

// A changed key leaves something in each of its cells: pairs with an empty cell are out at once.
std::vector<Candidate> find_candidates(const Iblt& table, ByteView keys, std::size_t count) {
  const CellLayout layout(table.shape());
  const CellIndex sink = detail::sink_of(table.shape());
  std::vector<Candidate> candidates;
  ItemBatch batch;
  for (std::size_t first = 0; first < count; first += ItemBatch::kCapacity) {
    const std::size_t n = std::min(ItemBatch::kCapacity, count - first);
    batch.locate(table.shape(), table.hashing(), table.lost_sub_tables(),
                 keys.subspan(first * layout.key_width, n * layout.key_width), n);
    batch.prefetch_all(table.cells().data(), layout.words);
    for (std::size_t i = 0; i < n; ++i) {
      const CellIndex* cells = batch.cells(i);
      const bool all_hold_something = std::none_of(cells, cells + batch.cells_per_key(), [&](CellIndex c) {
        return c != sink && detail::is_empty(&table.cells()[std::size_t{c} * layout.words], layout.words);
      });
      if (!all_hold_something) continue;
      Candidate candidate{first + i, batch.key_check(i), {}};
      std::copy_n(cells, batch.cells_per_key(), candidate.cells.begin());
      candidates.push_back(candidate);
    }
  }
  return candidates;
}

// Their value, if `cell` holds nothing but the two values of this key: written to `theirs`.
template <class Arithmetic>
bool uncover(const Iblt& table, const std::uint64_t* cell, std::uint64_t key_check, ByteView our_value,
             std::span<std::byte> theirs) {
  const CellLayout layout(table.shape());
  const bool key_cancels = detail::is_empty(cell, layout.value_at) && cell[layout.check_at] == 0;
  if (!key_cancels) return false;
  std::array<std::uint64_t, kMaxCellWords> limbs;
  detail::to_limbs(our_value.data(), layout.value_width, layout.limb_bytes, limbs.data());
  for (unsigned w = 0; layout.value_at + w < layout.check_at; ++w) {
    limbs[w] = Arithmetic::add(cell[layout.value_at + w], limbs[w]);
  }
  if (!detail::from_limbs(limbs.data(), layout.value_width, layout.limb_bytes, theirs.data())) return false;
  if (std::equal(theirs.begin(), theirs.end(), our_value.begin())) return false;
  std::uint64_t our_check = 0, their_check = 0;
  const std::span key(&key_check, 1);
  table.hashing().check_values(key, our_value, layout.value_width, std::span(&our_check, 1));
  table.hashing().check_values(key, theirs, layout.value_width, std::span(&their_check, 1));
  return ((Arithmetic::add_check(cell[layout.check_at + 1], our_check) ^ their_check) & layout.check_mask) ==
         0;
}

void extend(Listing& listing, const Listing& more) {
  listing.inserted.append(more.inserted);
  listing.deleted.append(more.deleted);
  listing.poisoned_cells = more.poisoned_cells;
  listing.outcome = more.outcome;
}

}  // namespace

Result<Unpoisoned> Iblt::unpoison(PackedPairs ours) const {
  if (shape_.checks() != CellChecks::keys_and_values) {
    return failure(ErrorCode::unsupported,
                   "un-poisoning needs cells that check keys and values: make both tables with values and "
                   "CellChecks::keys_and_values");
  }
  const auto count = count_pairs(ours);
  if (!count) return failure(count.error());
  const CellLayout layout(shape_);

  Iblt rest(*this);
  Unpoisoned result{{}, rest.consume()};
  std::vector<Candidate> candidates = find_candidates(rest, ours.keys, *count);

  const auto resolve = [&](const Candidate& candidate) {
    const ByteView key = ours.keys.subspan(candidate.pair * layout.key_width, layout.key_width);
    const ByteView our_value = ours.values.subspan(candidate.pair * layout.value_width, layout.value_width);
    Bytes theirs(layout.value_width);
    const bool found = detail::with_policies(shape_, [&]<class Arithmetic, class>() {
      for (std::size_t j = 0; j < shape_.hashes().value; ++j) {
        if (candidate.cells[j] == detail::sink_of(shape_)) continue;
        const std::uint64_t* cell = &rest.cells_[std::size_t{candidate.cells[j]} * layout.words];
        if (uncover<Arithmetic>(rest, cell, candidate.key_check, our_value, theirs)) return true;
      }
      return false;
    });
    if (!found) return false;
    // Both or none: half of a change would pass for a pair of one side.
    if (kMaxGrossTotal - rest.gross_total_ < 2) return false;
    (void)rest.update({key, our_value}, 1);
    (void)rest.update({key, theirs}, -1);
    result.changed.push_back(
        {Bytes(key.begin(), key.end()), theirs, Bytes(our_value.begin(), our_value.end())});
    return true;
  };

  for (int pass = 0; pass < kMaxPasses && result.rest.outcome == ListingOutcome::incomplete; ++pass) {
    if (std::erase_if(candidates, resolve) == 0) break;
    extend(result.rest, rest.consume());
  }
  return result;
}

}  // namespace peel
