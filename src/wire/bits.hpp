// Bits in a row: the first one is the lowest bit of the first byte, and a field's lowest bit comes first.
#pragma once

#include "peel/core/bytes.hpp"

#include <cstdint>

namespace peel::wire {

class BitWriter {
 public:
  // Room for exactly `bits` bits, padded with zeros to whole bytes.
  explicit BitWriter(std::uint64_t bits) : bytes_(static_cast<std::size_t>((bits + 7) / 8)) {}

  // The low `width` bits of `value`, which has no others; at most 64.
  void put(std::uint64_t value, unsigned width);

  // Everything, once as many bits were put as there was room for.
  Bytes take();

 private:
  void flush(std::size_t bytes);

  Bytes bytes_;
  std::size_t next_ = 0;       // byte
  std::uint64_t waiting_ = 0;  // bits, fewer than 32 between calls
  unsigned waiting_bits_ = 0;
};

// Reads what BitWriter wrote. Reading past the end gives zeros and is remembered, so that a loop over fields
// may look once, at its end.
class BitReader {
 public:
  explicit BitReader(ByteView bytes) : bytes_(bytes) {}

  std::uint64_t get(unsigned width);  // at most 64

  // How many ones come before the first zero, but no more than `most` (at most 56). Reads them, and the zero.
  unsigned ones(unsigned most);

  std::uint64_t remaining() const { return 8 * std::uint64_t{bytes_.size()} - at_; }
  bool ran_out() const { return ran_out_; }

 private:
  std::uint64_t peek() const;  // the next bits, at least 56 of them, with zeros behind the end
  void skip(unsigned width);

  ByteView bytes_;
  std::uint64_t at_ = 0;  // bit
  bool ran_out_ = false;
};

}  // namespace peel::wire
