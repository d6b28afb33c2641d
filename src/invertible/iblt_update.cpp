// Insertion and deletion: the one way by which pairs enter and leave a table.
//
// While one batch is applied, the cells of the next are already on their way from memory.
#include "peel/invertible/iblt.hpp"

#include "core/checked.hpp"
#include "invertible/item_batch.hpp"
#include "invertible/limbs.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace peel {

namespace {

using detail::ItemBatch;

// A batch together with what each of its pairs adds to a cell.
struct UpdateBatch {
  ItemBatch items;
  std::array<std::uint64_t, ItemBatch::kCapacity * kMaxCellWords> terms;
};

template <class Arithmetic, class Layout>
void write_terms(const ItemHashing& hashing, const Layout& layout, PackedPairs pairs, std::int64_t times,
                 UpdateBatch& batch) {
  const std::size_t count = batch.items.size();
  std::array<std::uint64_t, ItemBatch::kCapacity> value_checks;
  if (layout.checks == 2) {
    hashing.check_values(batch.items.key_checks(), pairs.values, layout.value_width,
                         std::span(value_checks).first(count));
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t* term = &batch.terms[i * layout.words];
    term[0] = static_cast<std::uint64_t>(times);
    detail::to_limbs(pairs.keys.data() + i * layout.key_width, layout.key_width, layout.limb_bytes, term + 1);
    if (layout.value_width != 0) {
      detail::to_limbs(pairs.values.data() + i * layout.value_width, layout.value_width, layout.limb_bytes,
                       term + layout.value_at);
    }
    for (unsigned w = 1; w < layout.check_at; ++w) term[w] = Arithmetic::times(term[w], times);
    if (layout.checks >= 1)
      term[layout.check_at] = Arithmetic::check_times(batch.items.key_check(i), times) & layout.check_mask;
    if (layout.checks == 2)
      term[layout.check_at + 1] = Arithmetic::check_times(value_checks[i], times) & layout.check_mask;
  }
}

template <class Arithmetic, class Layout>
class Updater {
 public:
  Updater(const IbltShape& shape, const ItemHashing& hashing, const LostSubTables& lost, std::uint64_t* table)
      : shape_(shape), hashing_(hashing), layout_(shape), table_(table), lost_(lost) {}

  void run(PackedPairs pairs, std::size_t count, std::int64_t times) {
    std::array<UpdateBatch, 2> batches;
    UpdateBatch* current = &batches[0];
    UpdateBatch* next = &batches[1];
    prepare(pairs, 0, std::min(ItemBatch::kCapacity, count), times, *current);
    for (std::size_t first = ItemBatch::kCapacity; first < count; first += ItemBatch::kCapacity) {
      prepare(pairs, first, std::min(ItemBatch::kCapacity, count - first), times, *next);
      apply(*current, next);
      std::swap(current, next);
    }
    apply(*current, nullptr);
  }

 private:
  void prepare(PackedPairs pairs, std::size_t first, std::size_t n, std::int64_t times, UpdateBatch& batch) {
    const PackedPairs part{pairs.keys.subspan(first * layout_.key_width, n * layout_.key_width),
                           pairs.values.subspan(first * layout_.value_width, n * layout_.value_width)};
    batch.items.locate(shape_, hashing_, lost_, part.keys, n);
    write_terms<Arithmetic>(hashing_, layout_, part, times, batch);
  }

  // Adds the pairs of `batch`, and asks memory for the cells of `next` at the pace at which they will be
  // used: asked for all at once, they would queue up (docs/dead-ends.md).
  void apply(const UpdateBatch& batch, const UpdateBatch* next) {
    const unsigned per_key = batch.items.cells_per_key();
    for (std::size_t i = 0; i < batch.items.size(); ++i) {
      const std::uint64_t* term = &batch.terms[i * layout_.words];
      if (next != nullptr && i < next->items.size()) prefetch(next->items.cells(i), per_key);
      const CellIndex* cells = batch.items.cells(i);
      for (unsigned j = 0; j < per_key; ++j) {
        detail::add_to_cell<Arithmetic>(table_ + std::size_t{cells[j]} * layout_.words, term, layout_);
      }
    }
  }

  void prefetch(const CellIndex* cells, unsigned per_key) const {
    for (unsigned j = 0; j < per_key; ++j) {
      detail::prefetch_cell(table_ + std::size_t{cells[j]} * layout_.words, layout_.words);
    }
  }

  const IbltShape& shape_;
  const ItemHashing& hashing_;
  const Layout layout_;
  std::uint64_t* const table_;
  const LostSubTables& lost_;
};

}  // namespace

Result<std::size_t> Iblt::count_pairs(PackedPairs pairs) const {
  const std::size_t key_width = shape_.key_width().value;
  const std::size_t value_width = shape_.value_width().value;
  if (pairs.keys.size() % key_width != 0) {
    return failure(ErrorCode::invalid_argument, std::to_string(pairs.keys.size()) +
                                                    " bytes of keys: this table takes keys of " +
                                                    std::to_string(key_width) + " bytes");
  }
  const std::size_t count = pairs.keys.size() / key_width;
  if (pairs.values.size() != count * value_width) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(pairs.values.size()) + " bytes of values for " + std::to_string(count) +
                       " keys: this table takes values of " + std::to_string(value_width) + " bytes");
  }
  return count;
}

Result<void> Iblt::update(PackedPairs pairs, std::int64_t times) {
  const auto count = count_pairs(pairs);
  if (!count) return failure(count.error());
  return update_counted(pairs, *count, times);
}

Result<void> Iblt::update_counted(PackedPairs pairs, std::size_t count, std::int64_t times) {
  if (count == 0 || times == 0) return {};
  const std::uint64_t copies = detail::magnitude(times);
  const auto total = checked_multiply(copies, count);
  if (!total || *total > kMaxGrossTotal - gross_total_) {
    return failure(ErrorCode::limit_exceeded, std::to_string(count) + " pairs " + std::to_string(copies) +
                                                  " times, after " + std::to_string(gross_total_) +
                                                  " insertions and deletions, exceed the limit of " +
                                                  std::to_string(kMaxGrossTotal));
  }
  gross_total_ += *total;
  detail::with_policies(shape_, [&]<class Arithmetic, class Layout>() {
    Updater<Arithmetic, Layout>(shape_, hashing_, lost_, cells_.data()).run(pairs, count, times);
  });
  return {};
}

}  // namespace peel
