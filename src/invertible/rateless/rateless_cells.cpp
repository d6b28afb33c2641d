#include "peel/invertible/rateless_cells.hpp"

#include "peel/invertible/iblt.hpp"

#include "core/checked.hpp"
#include "hashing/hasher_difference.hpp"
#include "invertible/cell_range.hpp"
#include "invertible/incompatibility.hpp"
#include "invertible/rateless/cell_rows.hpp"
#include "invertible/rateless/item_terms.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace peel {

namespace {

std::string words_for(CellRange range) {
  return "cells " + std::to_string(range.first) + " to " + std::to_string(range.end);
}

// The number of words of all streams.
Result<std::uint64_t> words_of(const RatelessShape& shape, CellRange range) {
  if (range.first >= range.end || range.end > kMaxRatelessCells) {
    return refused(words_for(range) + " of a stream: accepted is a range of at least one cell that ends at " +
                   std::to_string(kMaxRatelessCells) + " or before");
  }
  const std::uint64_t words = range.size() * shape.cell_words() * shape.shards();  // below 2^31 * 16 * 2^12
  if (words * 8 > kMaxTableBytes) {
    return failure(ErrorCode::limit_exceeded, std::to_string(words * 8) +
                                                  " bytes of cells are more than the limit of " +
                                                  std::to_string(kMaxTableBytes));
  }
  return words;
}

template <class Arithmetic, class Layout, RatelessForm form>
void add_items(const RatelessShape& shape, const KeyHasher& hashing, CellRange range, ByteView items,
               std::int64_t times, std::uint64_t* cells, RatelessTotals& totals) {
  constexpr std::size_t kAtOnce = detail::CellRows::kWalks;
  const Layout layout(shape);
  const std::size_t stream_words = range.size() * layout.words;
  const auto first = static_cast<CellIndex>(range.first), end = static_cast<CellIndex>(range.end);
  std::array<KeyHash, kAtOnce> hashes;
  std::array<detail::ItemWalk<form>, kAtOnce> walks;
  detail::CellRows rows;
  for (std::size_t done = 0; done < items.size(); done += kAtOnce * layout.key_width) {
    const ByteView group = items.subspan(done, std::min(kAtOnce * layout.key_width, items.size() - done));
    const std::size_t count = group.size() / layout.key_width;
    hashing.hash_packed(group, layout.key_width, std::span(hashes).first(count));
    for (std::size_t i = 0; i < count; ++i) walks[i] = detail::ItemWalk<form>(hashes[i]);
    detail::fill_rows(std::span(walks).first(count), end, rows);
    for (std::size_t i = 0; i < count; ++i) {
      const KeyHash hash = hashes[i];
      std::array<std::uint64_t, kMaxCellWords> term;
      detail::write_item_term<Arithmetic>(group.data() + i * layout.key_width, hash, times, layout,
                                          term.data());
      detail::add_to_totals(totals, hash, times);
      std::uint64_t* const stream = cells + detail::shard_of(hash, shape.shard_bits()) * stream_words;
      detail::visit_row(rows, i, walks[i], end, [&](CellIndex cell) {
        if (cell < first) return;
        detail::add_to_cell<Arithmetic>(stream + std::size_t{cell - first} * layout.words, term.data(),
                                        layout);
      });
    }
  }
}

}  // namespace

RatelessCells::RatelessCells(const RatelessShape& shape, const KeyHasher& hashing, CellRange range,
                             std::vector<std::uint64_t> cells)
    : shape_(shape), hashing_(hashing), range_(range), cells_(std::move(cells)) {}

Result<RatelessCells> RatelessCells::empty(const RatelessShape& shape, const KeyHasher& hashing,
                                           CellRange range) {
  const auto words = words_of(shape, range);
  if (!words) return failure(words.error());
  return RatelessCells(shape, hashing, range, std::vector<std::uint64_t>(*words));
}

Result<RatelessCells> RatelessCells::from_cells(const RatelessShape& shape, const KeyHasher& hashing,
                                                CellRange range, const RatelessTotals& totals,
                                                std::vector<std::uint64_t> cells) {
  const auto words = words_of(shape, range);
  if (!words) return failure(words.error());
  if (cells.size() != *words) {
    return failure(ErrorCode::malformed, std::to_string(cells.size()) + " words for " + words_for(range) +
                                             " of " + std::to_string(shape.cell_words()) + " words each");
  }
  if (totals.gross > kMaxGrossTotal || detail::magnitude(totals.net) > totals.gross) {
    return failure(ErrorCode::malformed,
                   "totals of " + std::to_string(totals.net) + " net and " + std::to_string(totals.gross) +
                       " gross: no items have them, or more than " + std::to_string(kMaxGrossTotal));
  }
  std::uint64_t net = 0;
  for (std::size_t at = 0; at < cells.size(); at += shape.cell_words()) {
    const std::uint64_t cell = range.first + at / shape.cell_words() % range.size();
    const std::string wrong = detail::out_of_range(&cells[at], shape, totals.gross);
    if (!wrong.empty()) return failure(ErrorCode::malformed, "cell " + std::to_string(cell) + " " + wrong);
    if (cell == 0) net += cells[at];
  }
  if (range.first == 0 && static_cast<std::int64_t>(net) != totals.net) {
    return failure(ErrorCode::malformed, "cell 0 counts " + std::to_string(static_cast<std::int64_t>(net)) +
                                             " items of " + std::to_string(totals.net));
  }
  RatelessCells made(shape, hashing, range, std::move(cells));
  made.totals_ = totals;
  return made;
}

Result<void> RatelessCells::add(ByteView items, std::int64_t times) {
  const std::size_t width = shape_.key_width().value;
  if (items.size() % width != 0) {
    return refused(std::to_string(items.size()) + " bytes of items: this table takes items of " +
                   std::to_string(width) + " bytes");
  }
  const std::uint64_t copies = detail::magnitude(times);
  if (copies > 1 && !shape_.tolerates_duplicates()) {
    return failure(ErrorCode::unsupported, "an item " + std::to_string(copies) +
                                               " times: xor cells take an item once; make the table with "
                                               "prime-field cells");
  }
  const auto total = checked_multiply(copies, items.size() / width);
  if (!total || *total > kMaxGrossTotal - totals_.gross) {
    return failure(ErrorCode::limit_exceeded,
                   std::to_string(items.size() / width) + " items " + std::to_string(copies) +
                       " times, after " + std::to_string(totals_.gross) +
                       " insertions and deletions, exceed the limit of " + std::to_string(kMaxGrossTotal));
  }
  if (*total == 0) return {};
  totals_.gross += *total;
  detail::with_stream_policies(shape_, [&]<class Arithmetic, class Layout, RatelessForm form>() {
    add_items<Arithmetic, Layout, form>(shape_, hashing_, range_, items, times, cells_.data(), totals_);
  });
  return {};
}

Result<void> RatelessCells::insert(std::span<const std::uint64_t> items) {
  if (shape_.key_width().value != 8) return refused("integers are items of 8 bytes");
  if constexpr (std::endian::native == std::endian::little) return insert(std::as_bytes(items));
  Bytes packed(items.size() * 8);
  for (std::size_t i = 0; i < items.size(); ++i) store_le(packed.data() + i * 8, items[i]);
  return insert(ByteView(packed));
}

Result<void> RatelessCells::erase(std::span<const std::uint64_t> items) {
  if (shape_.key_width().value != 8) return refused("integers are items of 8 bytes");
  if constexpr (std::endian::native == std::endian::little) return erase(std::as_bytes(items));
  Bytes packed(items.size() * 8);
  for (std::size_t i = 0; i < items.size(); ++i) store_le(packed.data() + i * 8, items[i]);
  return erase(ByteView(packed));
}

Result<void> RatelessCells::combine(const RatelessCells& other, std::int64_t sign) {
  std::string difference = detail::difference_of(shape_, other.shape_);
  if (difference.empty()) difference = detail::difference_of(hashing_, other.hashing_);
  if (difference.empty() && range_ != other.range_)
    difference = words_for(range_) + ", and " + words_for(other.range_);
  if (!difference.empty()) {
    return failure(ErrorCode::incompatible, "these tables cannot be combined: they have " + difference);
  }
  if (other.totals_.gross > kMaxGrossTotal - totals_.gross) {
    return failure(
        ErrorCode::limit_exceeded,
        "together the tables saw more than " + std::to_string(kMaxGrossTotal) + " insertions and deletions");
  }
  const auto factor = static_cast<std::uint64_t>(sign);
  totals_.gross += other.totals_.gross;
  totals_.net += sign * other.totals_.net;
  totals_.digest_low += factor * other.totals_.digest_low;
  totals_.digest_high += factor * other.totals_.digest_high;
  detail::with_policies(shape_, [&]<class Arithmetic, class Layout>() {
    const Layout layout(shape_);
    for (std::size_t at = 0; at < cells_.size(); at += layout.words) {
      if (sign > 0) {
        detail::add_to_cell<Arithmetic>(&cells_[at], &other.cells_[at], layout);
      } else {
        detail::subtract_from_cell<Arithmetic>(&cells_[at], &other.cells_[at], layout);
      }
    }
  });
  return {};
}

Result<void> RatelessCells::merge(const RatelessCells& other) {
  return combine(other, 1);
}

Result<void> RatelessCells::subtract(const RatelessCells& other) {
  return combine(other, -1);
}

Result<void> RatelessCells::append(const RatelessCells& next) {
  std::string difference = detail::difference_of(shape_, next.shape_);
  if (difference.empty()) difference = detail::difference_of(hashing_, next.hashing_);
  if (difference.empty() && totals_ != next.totals_) difference = "been made of different items";
  if (difference.empty() && range_.end != next.range_.first)
    difference = words_for(range_) + ", which " + words_for(next.range_) + " do not follow";
  if (!difference.empty()) {
    return failure(ErrorCode::incompatible, "these cells cannot be joined: they have " + difference);
  }
  const CellRange joined{range_.first, next.range_.end};
  const auto words = words_of(shape_, joined);
  if (!words) return failure(words.error());
  if (shape_.shards() == 1) {
    cells_.insert(cells_.end(), next.cells_.begin(), next.cells_.end());
  } else {
    std::vector<std::uint64_t> all;
    all.reserve(*words);
    for (std::uint64_t shard = 0; shard < shape_.shards(); ++shard) {
      for (const auto part : {stream(shard), next.stream(shard)})
        all.insert(all.end(), part.begin(), part.end());
    }
    cells_ = std::move(all);
  }
  range_ = joined;
  return {};
}

Result<RatelessCells> RatelessCells::part(CellRange range) const {
  if (range.first >= range.end || range.first < range_.first || range.end > range_.end)
    return refused(words_for(range) + " of " + words_for(range_) + ": accepted is a range within");
  std::vector<std::uint64_t> cells;
  cells.reserve(range.size() * shape_.cell_words() * shape_.shards());
  for (std::uint64_t shard = 0; shard < shape_.shards(); ++shard) {
    const auto from = stream(shard).subspan((range.first - range_.first) * shape_.cell_words(),
                                            range.size() * shape_.cell_words());
    cells.insert(cells.end(), from.begin(), from.end());
  }
  RatelessCells made(shape_, hashing_, range, std::move(cells));
  made.totals_ = totals_;
  return made;
}

Result<RatelessCells> RatelessCells::folded(BitWidth bits) const {
  if (bits > shape_.shard_bits()) {
    return refused(std::to_string(bits.value) + " bits of shards: this table folds to 0 to " +
                   std::to_string(shape_.shard_bits().value));
  }
  RatelessSpec spec = shape_.spec();
  spec.shard_bits = bits;
  const auto shape = RatelessShape::from(spec);
  if (!shape) return failure(shape.error());
  auto made = empty(*shape, hashing_, range_);
  if (!made) return failure(made.error());
  made->totals_ = totals_;
  const std::uint64_t neighbours = shape_.shards() / shape->shards();
  detail::with_policies(shape_, [&]<class Arithmetic, class Layout>() {
    const Layout layout(shape_);
    for (std::uint64_t shard = 0; shard < shape_.shards(); ++shard) {
      const std::uint64_t* const from = stream(shard).data();
      std::uint64_t* const to = made->cells_.data() + shard / neighbours * stream_words();
      for (std::size_t at = 0; at < stream_words(); at += layout.words)
        detail::add_to_cell<Arithmetic>(to + at, from + at, layout);
    }
  });
  return made;
}

std::span<const std::uint64_t> RatelessCells::stream(std::uint64_t shard) const {
  return std::span(cells_).subspan(shard * stream_words(), stream_words());
}

}  // namespace peel
