#include "invertible/counter/key_batch.hpp"

#include "core/assert.hpp"
#include "hashing/unscramble.hpp"
#include "invertible/limbs.hpp"

#include <algorithm>

namespace peel::detail {

namespace {

constexpr std::size_t kLimbBytes = 7;
static_assert(kQuotientCells == std::uint64_t{1} << (64 - kElementBits));

constexpr std::uint64_t kBijectionPurpose = 2;

std::uint64_t secret_of(const ItemHashing& hashing) {
  return hashing.named() ? hashing.named()->seed().derive(kBijectionPurpose).low : 0;
}

std::uint64_t largest_last_word(const CounterShape& shape) {
  const std::size_t width = shape.key_width().value;
  if (width == 8) return kElementMask;
  const std::size_t bytes = width - (shape.key_words() - 1) * kLimbBytes;
  return (std::uint64_t{1} << (8 * bytes)) - 1;
}

}  // namespace

KeyBatch::KeyBatch(const CounterShape& shape, const ItemHashing& hashing)
    : placement_(shape.placement()),
      hasher_(hashing.named() ? &*hashing.named() : nullptr),
      injected_(hashing.injected()),
      width_(shape.key_width().value),
      words_(shape.key_words()),
      cells_per_key_(static_cast<unsigned>(shape.hashes().value)),
      is_mixed_(width_ < kQuotientWidth && shape.variant() == CounterVariant::moment),
      secret_(secret_of(hashing)),
      last_word_(largest_last_word(shape)) {}

void KeyBatch::hash_placed() {
  if (hasher_ == nullptr) return;
  hasher_->hash_packed(ByteView(placed_).first(size_ * width_), width_, std::span(hashes_).first(size_));
}

void KeyBatch::place(std::size_t i, std::uint64_t shift) {
  CellIndex* const cells = &cells_[i * cells_per_key_];
  if (hasher_ != nullptr) {
    placement_.place_shifted([&](unsigned j) { return hashes_[i].word(j); }, shift, cells);
  } else {
    placement_.place_shifted([&](unsigned j) { return injected_->choice(placed(i), j); }, shift, cells);
  }
}

void KeyBatch::take_keys(ByteView keys, std::size_t count) {
  PEEL_ASSERT(count <= kCapacity && keys.size() == count * width_);
  size_ = count;
  if (width_ != kQuotientWidth) {
    std::copy(keys.begin(), keys.end(), placed_.begin());
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t* const words = &elements_[i * words_];
      to_limbs(&placed_[i * width_], width_, kLimbBytes, words);
      if (is_mixed_) words[0] = mixed_key(words[0], secret_);
    }
    hash_placed();
    for (std::size_t i = 0; i < count; ++i) place(i, 0);
    return;
  }
  std::array<std::uint8_t, kCapacity> shifts;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t mixed = scramble(load_le(&keys[i * kQuotientWidth]) + secret_);
    elements_[i] = mixed & kElementMask;
    shifts[i] = static_cast<std::uint8_t>(mixed >> kElementBits);
    store_le(&placed_[i * kQuotientWidth], elements_[i]);
  }
  hash_placed();
  if (hasher_ == nullptr) {
    for (std::size_t i = 0; i < count; ++i) place(i, shifts[i]);
    return;
  }
  // The same with everything at hand: this loop is a third of what an insertion costs.
  const Placement placement = placement_;
  for (std::size_t i = 0; i < count; ++i) {
    const KeyHash hash = hashes_[i];
    placement.place_shifted([&](unsigned j) { return hash.word(j); }, shifts[i], &cells_[i * cells_per_key_]);
  }
}

void KeyBatch::hash_keys() {
  for (std::size_t i = 0; i < size_; ++i) {
    if (width_ == kQuotientWidth) {
      store_le(&placed_[i * kQuotientWidth], elements_[i]);
    } else {
      const std::uint64_t unmixed = unmixed_key(elements(i)[0], secret_);
      const std::uint64_t* const words = is_mixed_ ? &unmixed : elements(i);
      [[maybe_unused]] const bool is_key = from_limbs(words, width_, kLimbBytes, &placed_[i * width_]);
      PEEL_ASSERT(is_key);
    }
  }
  hash_placed();
}

// By how much the cells of an element were shifted, if it is in the cell where it was seen. False if that is
// no cell for it. Its cells, unshifted, lie in neighbouring sub-tables.
bool KeyBatch::find_shift(std::size_t i, std::uint64_t& shift) const {
  const std::uint64_t sub_cells = placement_.sub_table_cells().value;
  const std::uint64_t choice =
      seen_in_[i] / sub_cells - cells(i)[0] / sub_cells;  // wraps if it is before the first
  if (choice >= cells_per_key_) return false;
  const std::uint64_t unshifted = cells(i)[choice];
  shift = seen_in_[i] >= unshifted ? seen_in_[i] - unshifted : seen_in_[i] + sub_cells - unshifted;
  return shift < kQuotientCells;
}

// As Placement::place_shifted does.
void KeyBatch::shift_cells(std::size_t i, std::uint64_t shift) {
  const std::uint64_t sub_cells = placement_.sub_table_cells().value;
  std::uint64_t end = (cells(i)[0] / sub_cells + 1) * sub_cells;
  for (unsigned j = 0; j < cells_per_key_; ++j, end += sub_cells) {
    CellIndex& cell = cells_[i * cells_per_key_ + j];
    const std::uint64_t shifted = cell + shift;
    cell = static_cast<CellIndex>(shifted >= end ? shifted - sub_cells : shifted);
  }
}

bool KeyBatch::find_key(std::size_t i) {
  place(i, 0);
  if (width_ != kQuotientWidth) {
    return std::find(cells(i), cells(i) + cells_per_key_, seen_in_[i]) != cells(i) + cells_per_key_;
  }
  std::uint64_t shift = 0;
  if (!find_shift(i, shift)) return false;
  shift_cells(i, shift);
  store_le(&found_keys_[i * kQuotientWidth], unscramble(elements_[i] | shift << kElementBits) - secret_);
  return true;
}

}  // namespace peel::detail
