#include "lab/ding_rauen/appendix_hashes.hpp"

namespace peel::lab::ding_rauen {

namespace {

Uint128 hash0(Uint128 x) {
  for (int round = 0; round < 3; ++round) x = ((x >> 16) ^ x) * 0x45D9F3B;
  return (x >> 16) ^ x;
}

std::uint64_t hash2(std::uint64_t x) {
  return x * 2'654'435'761U % 104'729;
}

std::uint64_t hash3(std::uint64_t x) {
  return (std::uint64_t{2'166'136'261} * 16'777'619) ^ x;
}

// A check word from which a counter takes its leading 61 bits for the sum and its last bit for the class, so
// that both are as the appendix has them: hash4 and hash4 % 2.
std::uint64_t check_word(std::uint64_t hash) {
  return hash << 3 | (hash & 1);
}

}  // namespace

std::uint64_t hash4(std::uint64_t x, Hash4 form) {
  x = (x << 10) ^ (x >> 6);
  x += x << 3;
  x = form == Hash4::printed ? x >> 11 : x ^ (x >> 11);
  x += x << 15;
  return x;
}

std::uint64_t read_in_base_32(std::uint32_t digits) {
  std::uint64_t value = 0;
  for (int digit = 7; digit >= 0; --digit) value = value * 32 + (digits >> (4 * digit) & 15);
  return value;
}

AppendixHash::AppendixHash(CellCount sub_table_cells, Hash4 form, Seed seed)
    : sub_table_cells_(sub_table_cells.value), form_(form), strong_(HashFamily::fast, seed) {}

Uint128 AppendixHash::placing_hash(std::uint64_t key, unsigned i) const {
  switch (i) {
    case 3:
      return hash3(key);
    case 4:
      return hash0(key);
    case 5:
      return key;  // hash1
    case 6:
      return hash2(key);
    default:
      return read_in_base_32(static_cast<std::uint32_t>(strong_(key).word(i)));
  }
}

// The fraction of 2^64 that a counter maps to hash % cells: rounded up, so that its leading bits do not fall
// short of it.
std::uint64_t AppendixHash::choice(ByteView key, unsigned i) const {
  const Uint128 hash = placing_hash(load_le(key.data(), key.size()), i);
  const Uint128 cell = hash % sub_table_cells_;
  return static_cast<std::uint64_t>(((cell << 64) + sub_table_cells_ - 1) / sub_table_cells_);
}

std::uint64_t AppendixHash::check(ByteView key) const {
  return check_word(hash4(load_le(key.data(), key.size()), form_));
}

std::uint64_t WeakCheck::check(ByteView key) const {
  return check_word(hash4(load_le(key.data(), key.size()), form_));
}

}  // namespace peel::lab::ding_rauen
