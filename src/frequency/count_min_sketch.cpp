#include "peel/frequency/count_min_sketch.hpp"

#include "peel/analysis/count_min.hpp"

#include "core/assert.hpp"
#include "frequency/cells.hpp"
#include "frequency/count_min_kernels.hpp"
#include "hashing/key_groups.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace peel {

namespace {

CopyCount sum(CopyCount a, CopyCount b) {
  return CopyCount(raised(a.value, b.value));
}

CopyCount sum(CopyCount a, std::span<const CopyCount> more) {
  return std::accumulate(more.begin(), more.end(), a, [](CopyCount x, CopyCount y) { return sum(x, y); });
}

// Nobody knows how large the margin would be of a total that was cut off.
detail::Margin margin_of(const GridShape& shape, CopyCount total) {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  return {total.value == kMost ? kMost : analysis::count_min_margin(shape, total)};
}

// A counter for each row.
struct Places {
  Places(const GridShape& shape, Columns columns) {
    PEEL_ASSERT(columns.of_row.size() == shape.rows().value);
    for (std::uint64_t row = 0; row < shape.rows().value; ++row)
      of_row[row] = row * shape.columns().value + columns.of_row[row];
  }
  std::array<std::uint64_t, kMaxGridRows> of_row;
};

}  // namespace

CountMinSketch::CountMinSketch(const GridShape& shape, CountMinRule rule, const KeyHasher& hasher,
                               CopyCount total, AlignedWords words)
    : shape_(shape),
      rule_(rule),
      hasher_(hasher),
      total_(total),
      kernels_(&detail::count_min_kernels(shape, rule)),
      words_(std::move(words)) {}

void CountMinSketch::add(const KeyHash& hash, CopyCount copies) {
  total_ = sum(total_, copies);
  kernels_->add(words_.data(), shape_, hash, copies);
}

void CountMinSketch::add(Columns columns, CopyCount copies) {
  total_ = sum(total_, copies);
  kernels_->add_at(words_.data(), shape_, Places(shape_, columns).of_row.data(), copies);
}

template <class Hashes>
void CountMinSketch::add_all(Hashes hashes, const CopyCount* copies) {
  in_groups(
      detail::grid_group_size(shape_), hashes, [&](const auto& now, const auto& next, std::size_t done) {
        kernels_->add_group(words_.data(), shape_, now, next, copies == nullptr ? nullptr : copies + done);
      });
}

void CountMinSketch::add(std::span<const std::uint64_t> keys) {
  total_ = sum(total_, CopyCount(keys.size()));
  add_all(HashedKeys(hasher_, keys), nullptr);
}

void CountMinSketch::add(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  PEEL_ASSERT(keys.size() == copies.size());
  total_ = sum(total_, copies);
  add_all(HashedKeys(hasher_, keys), copies.data());
}

void CountMinSketch::add(std::span<const KeyHash> hashes) {
  total_ = sum(total_, CopyCount(hashes.size()));
  add_all(GivenHashes(hashes), nullptr);
}

void CountMinSketch::add(std::span<const KeyHash> hashes, std::span<const CopyCount> copies) {
  PEEL_ASSERT(hashes.size() == copies.size());
  total_ = sum(total_, copies);
  add_all(GivenHashes(hashes), copies.data());
}

CountBounds CountMinSketch::bounds(const KeyHash& hash) const {
  return kernels_->bounds(words_.data(), shape_, hash, margin_of(shape_, total_));
}

CountBounds CountMinSketch::bounds(Columns columns) const {
  return kernels_->bounds_at(words_.data(), shape_, Places(shape_, columns).of_row.data(),
                             margin_of(shape_, total_));
}

template <class Hashes>
void CountMinSketch::find_all(Hashes hashes, std::span<CountBounds> answers) const {
  PEEL_ASSERT(hashes.size() == answers.size());
  const detail::Margin margin = margin_of(shape_, total_);
  in_groups(detail::grid_group_size(shape_), hashes,
            [&](const auto& now, const auto& next, std::size_t done) {
              kernels_->bounds_group(words_.data(), shape_, now, next, margin, answers.data() + done);
            });
}

void CountMinSketch::bounds(std::span<const std::uint64_t> keys, std::span<CountBounds> answers) const {
  find_all(HashedKeys(hasher_, keys), answers);
}

void CountMinSketch::bounds(std::span<const KeyHash> hashes, std::span<CountBounds> answers) const {
  find_all(GivenHashes(hashes), answers);
}

std::uint64_t CountMinSketch::counter(RowCount row, ColumnCount column) const {
  PEEL_ASSERT(row < shape_.rows() && column < shape_.columns());
  const std::uint64_t at = row.value * shape_.columns().value + column.value;
  return with_cell_type(shape_.cell_bits(), [&]<class Cell>(Cell) -> std::uint64_t {
    return load_cell<Cell>(words_.data(), at);
  });
}

std::string_view name_of(CountMinRule rule) {
  return rule == CountMinRule::plain          ? "plain"
         : rule == CountMinRule::conservative ? "conservative"
                                              : "unknown";
}

}  // namespace peel
