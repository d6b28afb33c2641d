#include "peel/frequency/count_min_sketch.hpp"

#include "peel/analysis/count_min.hpp"

#include "frequency/cells.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace peel {

namespace {

using ColumnRow = std::array<std::uint64_t, kMaxGridRows>;

Columns columns_of(const KeyHash& hash, const GridShape& shape, ColumnRow& room) {
  const std::uint64_t rows = shape.rows().value, columns = shape.columns().value;
  for (unsigned row = 0; row < rows; ++row) room[row] = column_of(hash, row, columns);
  return {std::span(room).first(rows)};
}

CopyCount sum(CopyCount a, CopyCount b) {
  return CopyCount(raised(a.value, b.value));
}

Result<void> check_compatible(const CountMinSketch& a, const CountMinSketch& b) {
  if (a.rule() != CountMinRule::plain || b.rule() != CountMinRule::plain) {
    return failure(ErrorCode::unsupported,
                   "sketches of the conservative rule do not merge by adding; use the plain rule");
  }
  if (a.shape() != b.shape())
    return failure(ErrorCode::incompatible, "the sketches differ in rows, columns or width of counters");
  if (a.hasher().family() != b.hasher().family() || a.hasher().seed() != b.hasher().seed())
    return failure(ErrorCode::incompatible, "the sketches differ in hash family or seed");
  return {};
}

}  // namespace

CountMinSketch::CountMinSketch(const GridShape& shape, CountMinRule rule, const KeyHasher& hasher,
                               CopyCount total, AlignedWords words)
    : shape_(shape), rule_(rule), hasher_(hasher), total_(total), words_(std::move(words)) {}

Result<CountMinSketch> CountMinSketch::make(const GridShape& shape, CountMinRule rule, HashFamily family,
                                            Seed seed) {
  return from_words(shape, rule, KeyHasher(family, seed), CopyCount(0), AlignedWords(shape.words()));
}

Result<CountMinSketch> CountMinSketch::from_words(const GridShape& shape, CountMinRule rule,
                                                  const KeyHasher& hasher, CopyCount total,
                                                  AlignedWords words) {
  if (rule != CountMinRule::plain && rule != CountMinRule::conservative) {
    return failure(ErrorCode::invalid_argument, "rule " + std::to_string(static_cast<unsigned>(rule)) +
                                                    ": accepted are 1 (plain) and 2 (conservative)");
  }
  if (words.size() != shape.words()) {
    return failure(ErrorCode::malformed, std::to_string(words.size()) + " words: a grid of this shape has " +
                                             std::to_string(shape.words()));
  }
  return CountMinSketch(shape, rule, hasher, total, std::move(words));
}

void CountMinSketch::add(const KeyHash& hash, CopyCount copies) {
  ColumnRow room;
  add(columns_of(hash, shape_, room), copies);
}

void CountMinSketch::add(Columns columns, CopyCount copies) {
  total_ = sum(total_, copies);
  const std::uint64_t width = shape_.columns().value;
  with_cell_type(shape_.cell_bits(), [&]<class Cell>(Cell) {
    if (rule_ == CountMinRule::plain) {
      for (std::uint64_t row = 0; row < columns.of_row.size(); ++row) {
        const std::uint64_t at = row * width + columns.of_row[row];
        store_cell<Cell>(words_.data(), at, raised(load_cell<Cell>(words_.data(), at), copies.value));
      }
      return;
    }
    const auto smallest = static_cast<Cell>(bounds(columns).upper);
    const Cell enough = raised(smallest, copies.value);
    for (std::uint64_t row = 0; row < columns.of_row.size(); ++row) {
      const std::uint64_t at = row * width + columns.of_row[row];
      store_cell<Cell>(words_.data(), at, std::max(load_cell<Cell>(words_.data(), at), enough));
    }
  });
}

void CountMinSketch::add(std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) add(key);
}

void CountMinSketch::add(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  for (std::size_t i = 0; i < keys.size(); ++i) add(keys[i], copies[i]);
}

void CountMinSketch::add(std::span<const KeyHash> hashes) {
  for (const KeyHash& hash : hashes) add(hash);
}

void CountMinSketch::add(std::span<const KeyHash> hashes, std::span<const CopyCount> copies) {
  for (std::size_t i = 0; i < hashes.size(); ++i) add(hashes[i], copies[i]);
}

CountBounds CountMinSketch::bounds(const KeyHash& hash) const {
  ColumnRow room;
  return bounds(columns_of(hash, shape_, room));
}

CountBounds CountMinSketch::bounds(Columns columns) const {
  std::uint64_t upper = shape_.largest();
  for (std::uint64_t row = 0; row < columns.of_row.size(); ++row)
    upper = std::min(upper, counter(RowCount(row), ColumnCount(columns.of_row[row])));
  const std::uint64_t margin = analysis::count_min_margin(shape_, total_);
  return {upper > margin ? upper - margin : 0, upper, upper == shape_.largest()};
}

void CountMinSketch::bounds(std::span<const std::uint64_t> keys, std::span<CountBounds> answers) const {
  for (std::size_t i = 0; i < keys.size(); ++i) answers[i] = bounds(keys[i]);
}

void CountMinSketch::bounds(std::span<const KeyHash> hashes, std::span<CountBounds> answers) const {
  for (std::size_t i = 0; i < hashes.size(); ++i) answers[i] = bounds(hashes[i]);
}

Result<void> CountMinSketch::merge(const CountMinSketch& other) {
  if (auto fit = check_compatible(*this, other); !fit) return fit;
  with_cell_type(shape_.cell_bits(), [&]<class Cell>(Cell) {
    for (std::uint64_t i = 0; i < shape_.cells().value; ++i) {
      const Cell added = load_cell<Cell>(other.words_.data(), i);
      store_cell<Cell>(words_.data(), i, raised(load_cell<Cell>(words_.data(), i), added));
    }
  });
  total_ = sum(total_, other.total_);
  return {};
}

void CountMinSketch::clear() {
  std::ranges::fill(words_.span(), 0);
  total_ = CopyCount(0);
}

CellCount CountMinSketch::saturated() const {
  std::uint64_t count = 0;
  with_cell_type(shape_.cell_bits(), [&]<class Cell>(Cell) {
    for (std::uint64_t i = 0; i < shape_.cells().value; ++i)
      count += load_cell<Cell>(words_.data(), i) == shape_.largest() ? 1U : 0U;
  });
  return CellCount(count);
}

std::uint64_t CountMinSketch::counter(RowCount row, ColumnCount column) const {
  const std::uint64_t at = row.value * shape_.columns().value + column.value;
  return with_cell_type(shape_.cell_bits(), [&]<class Cell>(Cell) -> std::uint64_t {
    return load_cell<Cell>(words_.data(), at);
  });
}

bool operator==(const CountMinSketch& a, const CountMinSketch& b) {
  return a.shape_ == b.shape_ && a.rule_ == b.rule_ && a.hasher_.family() == b.hasher_.family() &&
         a.hasher_.seed() == b.hasher_.seed() && a.total_ == b.total_ &&
         std::ranges::equal(a.words(), b.words());
}

Result<InnerProduct> inner_product(const CountMinSketch& a, const CountMinSketch& b) {
  if (auto fit = check_compatible(a, b); !fit) return failure(fit.error());
  InnerProduct product{.lower = 0, .upper = ~Uint128{0}, .saturated = false};
  for (std::uint64_t row = 0; row < a.shape().rows().value; ++row) {
    Uint128 sum = 0;
    for (std::uint64_t column = 0; column < a.shape().columns().value; ++column) {
      sum += static_cast<Uint128>(a.counter(RowCount(row), ColumnCount(column))) *
             b.counter(RowCount(row), ColumnCount(column));
    }
    product.upper = std::min(product.upper, sum);
  }
  product.saturated = a.saturated().value + b.saturated().value > 0;
  return product;
}

std::string_view name_of(CountMinRule rule) {
  return rule == CountMinRule::plain          ? "plain"
         : rule == CountMinRule::conservative ? "conservative"
                                              : "unknown";
}

}  // namespace peel
