// Making, reading and damaging encoded tables, for the tests of the wire layer.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/wire/envelope.hpp"
#include "peel/wire/iblt_codec.hpp"

#include "wire/checksum.hpp"
#include "wire/envelope_layout.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace peel::test {

// Offsets inside an encoded iblt (docs/formats/iblt.md).
inline constexpr std::size_t kShapeAt = wire::kEnvelopeHeaderBytes;
inline constexpr std::size_t kPayloadAt = kShapeAt + 24;
inline constexpr std::size_t kLostAt = kPayloadAt + 8;
inline constexpr std::size_t kCellsAt = kPayloadAt + 16;  // if no sub-table is lost

inline IbltShape shape_of(const IbltSpec& spec) {
  const auto shape = IbltShape::from(spec);
  if (!shape) throw std::runtime_error(shape.error().sentence());
  return *shape;
}

inline Bytes encoded(const Iblt& table) {
  auto bytes = wire::encode(table);
  if (!bytes) throw std::runtime_error(bytes.error().sentence());
  return *std::move(bytes);
}

inline Bytes encoded_plain(const Iblt& table) {
  auto bytes = wire::encode_plain(table);
  if (!bytes) throw std::runtime_error(bytes.error().sentence());
  return *std::move(bytes);
}

inline wire::IbltForm form_of(ByteView encoded) {
  const auto form = wire::iblt_form(*wire::open(encoded));
  if (!form) throw std::runtime_error(form.error().sentence());
  return *form;
}

// In the form that a decoder found them in.
inline Bytes encoded_again(const Iblt& table, ByteView as) {
  return form_of(as) == wire::IbltForm::plain ? encoded_plain(table) : encoded(table);
}

// Three keys of four bytes in six xor cells: the victim of most mutations.
inline Iblt small_table() {
  Iblt table(shape_of({.cells = CellCount(6), .hashes = HashCount(3), .key_width = ByteWidth(4)}),
             HashFamily::fast, Seed(7));
  for (const std::string_view key : {"fig.", "kiwi", "plum"}) {
    if (const auto ok = table.insert(as_bytes(key)); !ok) throw std::runtime_error(ok.error().sentence());
  }
  return table;
}

// Writes `width` bytes of `value` over what is there and makes the checksum right again, as a hostile sender
// would, so that the change itself must be noticed.
inline Bytes forged(Bytes bytes, std::size_t at, std::uint64_t value, std::size_t width = 8) {
  store_le(bytes.data() + at, value, width);
  store_le(bytes.data() + wire::layout::kChecksumAt, wire::envelope_checksum(bytes));
  return bytes;
}

// The same for the length of the payload: of an envelope that was made longer or shorter.
inline Bytes with_right_length(Bytes bytes) {
  const std::size_t payload = bytes.size() - kPayloadAt;
  return forged(std::move(bytes), wire::layout::kPayloadLengthAt, payload);
}

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const ByteView view = as_bytes(text);
  return {view.begin(), view.end()};
}

inline void write_file(const std::filesystem::path& path, ByteView bytes) {
  std::ofstream out(path, std::ios::binary);
  out << as_text(bytes);
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

inline std::string hex(ByteView bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4];
    text += kDigits[std::to_integer<unsigned>(byte) & 0xF];
  }
  return text;
}

}  // namespace peel::test
