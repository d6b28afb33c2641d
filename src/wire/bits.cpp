#include "bits.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <bit>

namespace peel::wire {

void BitWriter::put(std::uint64_t value, unsigned width) {
  if (width > 32) {
    put(value & 0xFFFF'FFFF, 32);
    value >>= 32;
    width -= 32;
  }
  PEEL_ASSERT(value >> width == 0);
  waiting_ |= value << waiting_bits_;
  waiting_bits_ += width;
  if (waiting_bits_ >= 32) flush(4);
}

void BitWriter::flush(std::size_t bytes) {
  PEEL_ASSERT(bytes <= bytes_.size() - next_);
  store_le(bytes_.data() + next_, waiting_, bytes);
  next_ += bytes;
  waiting_ >>= 8 * bytes;
  waiting_bits_ -= std::min(waiting_bits_, static_cast<unsigned>(8 * bytes));
}

Bytes BitWriter::take() {
  flush((waiting_bits_ + 7) / 8);
  PEEL_ASSERT(next_ == bytes_.size());
  return std::move(bytes_);
}

std::uint64_t BitReader::peek() const {
  const auto first = static_cast<std::size_t>(at_ / 8);
  const std::size_t here = std::min<std::size_t>(8, bytes_.size() - first);
  if (here == 0) return 0;
  return load_le(bytes_.data() + first, here) >> (at_ % 8);
}

void BitReader::skip(unsigned width) {
  if (width > remaining()) ran_out_ = true;
  at_ += std::min<std::uint64_t>(width, remaining());
}

std::uint64_t BitReader::get(unsigned width) {
  if (width > 32) {
    const std::uint64_t low = get(32);
    return low | get(width - 32) << 32;
  }
  const std::uint64_t value = peek() & ((std::uint64_t{1} << width) - 1);
  skip(width);
  return value;
}

unsigned BitReader::ones(unsigned most) {
  const auto found = std::min(static_cast<unsigned>(std::countr_one(peek())), most);
  skip(found < most ? found + 1 : found);
  return found;
}

}  // namespace peel::wire
