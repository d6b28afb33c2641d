// Insertion and deletion: the one way by which keys enter and leave a counter.
//
// While one batch is applied, the cells of the next are already on their way from memory.
#include "peel/invertible/invertible_counter.hpp"

#include "core/checked.hpp"
#include "invertible/counter/cell_reader.hpp"
#include "invertible/counter/counter_cells.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

namespace peel {

namespace {

using detail::KeyBatch;

// How often each key of a batch is added: the same for all, or each its own.
class Times {
 public:
  explicit Times(std::int64_t same) : same_(same) {}
  explicit Times(std::span<const std::int64_t> each) : each_(each) {}
  std::int64_t operator[](std::size_t i) const { return each_.empty() ? same_ : each_[i]; }

 private:
  std::int64_t same_ = 0;
  std::span<const std::int64_t> each_;
};

template <class Cells>
class Updater {
 public:
  // `moment` is a number that no other insertion of the counter has: kept keys are drawn by it.
  Updater(const Cells& cells, const CounterShape& shape, const ItemHashing& hashing, std::uint64_t moment,
          std::uint64_t* table)
      : cells_(cells),
        kept_(shape.kept()),
        moment_(moment),
        table_(table),
        width_(shape.key_width().value),
        batches_{KeyBatch(shape, hashing), KeyBatch(shape, hashing)} {}

  void run(ByteView keys, std::size_t count, const Times& times) {
    KeyBatch* current = &batches_[0];
    KeyBatch* next = &batches_[1];
    take(keys, 0, count, *current);
    for (std::size_t first = 0; first < count; first += kBatch) {
      next->clear();
      if (first + kBatch < count) take(keys, first + kBatch, count, *next);
      apply(*current, *next, first, times);
      std::swap(current, next);
    }
  }

 private:
  static constexpr std::size_t kBatch = 32;

  void take(ByteView keys, std::size_t first, std::size_t count, KeyBatch& batch) const {
    const std::size_t n = std::min(kBatch, count - first);
    batch.take_keys(keys.subspan(first * width_, n * width_), n);
  }

  // Asks for the cells of `next` at the pace at which they will be used (docs/dead-ends.md).
  void apply(const KeyBatch& batch, const KeyBatch& next, std::size_t first, const Times& times) {
    std::array<std::uint64_t, kMaxCounterCellWords> term;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (i < next.size()) next.prefetch(i, table_, cells_.words());
      cells_.write_term(batch.elements(i), Cells::kUsesHash ? batch.check(i) : 0, term.data());
      detail::multiply_term(term.data(), cells_.sum_words(), times[first + i]);
      const CellIndex* targets = batch.cells(i);
      for (unsigned j = 0; j < batch.cells_per_key(); ++j) {
        std::uint64_t* cell = table_ + std::size_t{targets[j]} * cells_.words();
        detail::add_term(cell, term.data(), cells_.sum_words());
        if constexpr (Cells::kKeepsAKey)
          keep(cell, batch.elements(i), times[first + i], (first + i) * kMaxHashes + j);
      }
    }
  }

  void keep(std::uint64_t* cell, const std::uint64_t* key, std::int64_t copies, std::uint64_t draw) {
    std::uint64_t* kept = cell + cells_.sum_words();
    const detail::Arrival arrival{copies, detail::count_of(cell),
                                  scramble(scramble(moment_) + draw * kGolden)};
    if (arrival.is_to_be_kept(kept_, kept)) {
      detail::store_kept(kept, key, cells_.words() - cells_.sum_words());
    }
  }

  const Cells& cells_;
  const KeptKey kept_;
  const std::uint64_t moment_;
  std::uint64_t* const table_;
  const std::size_t width_;
  std::array<KeyBatch, 2> batches_;
};

tl::unexpected<Error> too_many(std::uint64_t so_far) {
  return failure(ErrorCode::limit_exceeded, "after " + std::to_string(so_far) +
                                                " insertions and deletions these would be more than " +
                                                std::to_string(kMaxCounted) + ", the limit of a counter");
}

}  // namespace

Result<std::size_t> InvertibleCounter::count_keys(ByteView keys) const {
  const std::size_t width = shape_.key_width().value;
  if (keys.size() % width == 0) return keys.size() / width;
  return failure(ErrorCode::invalid_argument, std::to_string(keys.size()) +
                                                  " bytes of keys: this counter takes keys of " +
                                                  std::to_string(width) + " bytes");
}

Result<void> InvertibleCounter::add(ByteView keys, std::int64_t times) {
  const auto count = count_keys(keys);
  if (!count) return failure(count.error());
  if (*count == 0 || times == 0) return {};
  const auto copies = checked_multiply(detail::magnitude(times), *count);
  if (!copies || *copies > kMaxCounted - gross_total_) return too_many(gross_total_);
  const std::uint64_t moment = gross_total_;
  gross_total_ += *copies;
  detail::with_cells(shape_, [&]<class Cells>(const Cells& cells) {
    Updater<Cells>(cells, shape_, hashing_, moment, cells_.data()).run(keys, *count, Times(times));
  });
  return {};
}

Result<void> InvertibleCounter::add(ByteView keys, std::span<const std::int64_t> times) {
  const auto count = count_keys(keys);
  if (!count) return failure(count.error());
  if (*count != times.size()) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(times.size()) + " multiplicities for " + std::to_string(*count) + " keys");
  }
  if (times.empty()) return {};
  std::uint64_t copies = 0;
  for (const std::int64_t each : times) {
    const auto more = checked_add(copies, detail::magnitude(each));
    if (!more || *more > kMaxCounted - gross_total_) return too_many(gross_total_);
    copies = *more;
  }
  const std::uint64_t moment = gross_total_;
  gross_total_ += copies;
  detail::with_cells(shape_, [&]<class Cells>(const Cells& cells) {
    Updater<Cells>(cells, shape_, hashing_, moment, cells_.data()).run(keys, *count, Times(times));
  });
  return {};
}

Result<void> InvertibleCounter::add(std::span<const std::uint64_t> keys, std::int64_t times) {
  if (shape_.key_width().value != 8) {
    return failure(ErrorCode::invalid_argument, "integers are keys of 8 bytes: this counter takes keys of " +
                                                    std::to_string(shape_.key_width().value) + " bytes");
  }
  if constexpr (std::endian::native == std::endian::little) return add(std::as_bytes(keys), times);
  Bytes packed(keys.size() * 8);
  for (std::size_t i = 0; i < keys.size(); ++i) store_le(&packed[i * 8], keys[i]);
  return add(ByteView(packed), times);
}

}  // namespace peel
