#include "peel/core/bytes.hpp"

#include "core/assert.hpp"

#include <string>

namespace peel {

namespace {

tl::unexpected<Error> ends_early(std::string_view field, std::uint64_t wanted, std::size_t left) {
  return failure(ErrorCode::malformed, "the bytes end inside " + std::string(field) + ": " +
                                           std::to_string(wanted) + " needed, " + std::to_string(left) +
                                           " left");
}

}  // namespace

void ByteWriter::integer(std::uint64_t word, std::size_t width) {
  PEEL_ASSERT(width <= 8);
  const std::size_t at = bytes_.size();
  bytes_.resize(at + width);
  store_le(bytes_.data() + at, word, width);
}

void ByteWriter::bytes(ByteView view) {
  bytes_.insert(bytes_.end(), view.begin(), view.end());
}

void ByteWriter::varint(std::uint64_t word) {
  while (word >= 0x80) {
    bytes_.push_back(static_cast<std::byte>((word & 0x7F) | 0x80));
    word >>= 7;
  }
  bytes_.push_back(static_cast<std::byte>(word));
}

Result<std::uint64_t> ByteReader::integer(std::size_t width, std::string_view field) {
  PEEL_ASSERT(width <= 8);
  if (rest_.size() < width) return ends_early(field, width, rest_.size());
  const std::uint64_t word = load_le(rest_.data(), width);
  rest_ = rest_.subspan(width);
  return word;
}

Result<std::uint64_t> ByteReader::varint(std::string_view field) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    if (i == rest_.size()) return ends_early(field, i + 1, rest_.size());
    const auto byte = static_cast<std::uint64_t>(rest_[i]);
    const bool last = byte < 0x80;
    if (i == 9 && byte > 1) break;          // would not fit 64 bits
    if (i > 0 && last && byte == 0) break;  // a shorter form exists: not canonical
    word |= (byte & 0x7F) << (7 * i);
    if (last) {
      rest_ = rest_.subspan(i + 1);
      return word;
    }
  }
  return failure(ErrorCode::malformed, std::string(field) + " is not a canonical LEB128 number of 64 bits");
}

Result<ByteView> ByteReader::bytes(std::uint64_t count, std::string_view field) {
  if (rest_.size() < count) return ends_early(field, count, rest_.size());
  const ByteView view = rest_.first(static_cast<std::size_t>(count));
  rest_ = rest_.subspan(static_cast<std::size_t>(count));
  return view;
}

}  // namespace peel
