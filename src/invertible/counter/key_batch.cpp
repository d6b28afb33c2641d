#include "invertible/counter/key_batch.hpp"

#include "core/assert.hpp"
#include "hashing/unscramble.hpp"
#include "invertible/cell_layout.hpp"
#include "invertible/limbs.hpp"

#include <algorithm>

namespace peel::detail {

namespace {

constexpr std::size_t kQuotientWidth = 8;  // keys whose cells know a part of them
constexpr std::size_t kLimbBytes = 7;
constexpr unsigned kElementBits = 60;
constexpr std::uint64_t kElementMask = (std::uint64_t{1} << kElementBits) - 1;
static_assert(kQuotientCells == std::uint64_t{1} << (64 - kElementBits));

constexpr std::uint64_t kBijectionPurpose = 2;

std::uint64_t secret_of(const ItemHashing& hashing) {
  return hashing.named() ? hashing.named()->seed().derive(kBijectionPurpose).low : 0;
}

std::uint64_t largest_last_element(const CounterShape& shape) {
  const std::size_t width = shape.key_width().value;
  if (width == kQuotientWidth) return kElementMask;
  const std::size_t bytes = width - (shape.key_words() - 1) * kLimbBytes;
  return (std::uint64_t{1} << (8 * bytes)) - 1;
}

}  // namespace

KeyBatch::KeyBatch(const CounterShape& shape, const ItemHashing& hashing)
    : placement_(shape.placement()),
      hashing_(hashing),
      width_(shape.key_width().value),
      words_(shape.key_words()),
      cells_per_key_(static_cast<unsigned>(shape.hashes().value)),
      secret_(secret_of(hashing)),
      last_element_(largest_last_element(shape)) {}

void KeyBatch::locate(ByteView placed_keys) {
  hashing_.locate(placement_, placed_keys, width_, std::span(cells_).first(size_ * cells_per_key_),
                  std::span(checks_).first(size_));
}

void KeyBatch::take_keys(ByteView keys, std::size_t count) {
  PEEL_ASSERT(count <= kCapacity && keys.size() == count * width_);
  size_ = count;
  if (width_ != kQuotientWidth) {
    for (std::size_t i = 0; i < count; ++i) {
      to_limbs(&keys[i * width_], width_, kLimbBytes, &elements_[i * words_]);
    }
    locate(keys);
    return;
  }
  std::array<std::uint8_t, kCapacity> shifts;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t mixed = scramble(load_le(&keys[i * kQuotientWidth], kQuotientWidth) + secret_);
    elements_[i] = mixed & kElementMask;
    shifts[i] = static_cast<std::uint8_t>(mixed >> kElementBits);
    store_le(&keys_[i * kQuotientWidth], elements_[i]);
  }
  locate(ByteView(keys_).first(count * kQuotientWidth));
  for (std::size_t i = 0; i < count; ++i) shift_cells(i, shifts[i]);
}

// Cells of a key lie in neighbouring sub-tables.
std::uint64_t KeyBatch::first_sub_table(std::size_t i) const {
  return placement_.windows().value == 1 ? 0 : cells(i)[0] / placement_.sub_table_cells().value;
}

void KeyBatch::shift_cells(std::size_t i, std::uint64_t shift) {
  const std::uint64_t sub_cells = placement_.sub_table_cells().value;
  std::uint64_t end = (first_sub_table(i) + 1) * sub_cells;
  for (unsigned j = 0; j < cells_per_key_; ++j, end += sub_cells) {
    CellIndex& cell = cells_[i * cells_per_key_ + j];
    const std::uint64_t shifted = cell + shift;
    cell = static_cast<CellIndex>(shifted >= end ? shifted - sub_cells : shifted);
  }
}

// By how much the cells of an element were shifted, if it is in the cell where it was seen. False if that is
// no cell for it.
bool KeyBatch::find_shift(std::size_t i, std::uint64_t& shift) const {
  const std::uint64_t sub_cells = placement_.sub_table_cells().value;
  const std::uint64_t choice =
      seen_in_[i] / sub_cells - first_sub_table(i);  // wraps if it is before the first
  if (choice >= cells_per_key_) return false;
  const std::uint64_t unshifted = cells(i)[choice];
  shift = seen_in_[i] >= unshifted ? seen_in_[i] - unshifted : seen_in_[i] + sub_cells - unshifted;
  return shift < kQuotientCells;
}

bool KeyBatch::is_in_own_cell(std::size_t i) const {
  return std::find(cells(i), cells(i) + cells_per_key_, seen_in_[i]) != cells(i) + cells_per_key_;
}

void KeyBatch::find_keys() {
  for (std::size_t i = 0; i < size_; ++i) {
    // Elements that are no keys go on as some key, which is not found in the end.
    if (width_ == kQuotientWidth) {
      found_[i] = elements_[i] <= kElementMask;
      store_le(&keys_[i * kQuotientWidth], elements_[i]);
    } else {
      found_[i] = from_limbs(elements(i), width_, kLimbBytes, &keys_[i * width_]);
      if (!found_[i]) std::fill_n(&keys_[i * width_], width_, std::byte{0});
    }
  }
  locate(ByteView(keys_).first(size_ * width_));
  for (std::size_t i = 0; i < size_; ++i) {
    if (!found_[i]) continue;
    if (width_ != kQuotientWidth) {
      found_[i] = is_in_own_cell(i);
      continue;
    }
    std::uint64_t shift = 0;
    found_[i] = find_shift(i, shift);
    if (!found_[i]) continue;
    shift_cells(i, shift);
    store_le(&keys_[i * kQuotientWidth], unscramble(elements_[i] | shift << kElementBits) - secret_);
  }
}

void KeyBatch::prefetch(std::size_t i, const std::uint64_t* table, unsigned cell_words) const {
  for (unsigned j = 0; j < cells_per_key_; ++j) {
    prefetch_cell(table + std::size_t{cells(i)[j]} * cell_words, cell_words);
  }
}

}  // namespace peel::detail
