// The hash functions of the paper's appendix, as printed, to be injected into the library's counters. They
// are weak, and the paper's even-odd column shows it. Python's integers have no end; here 128 bits hold every
// value that keys up to 10,000,000 lead to.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/types.hpp"
#include "peel/core/uint128.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/hashing/seed.hpp"

#include <cstdint>
#include <memory>

namespace peel::lab::ding_rauen {

enum class Hash4 : std::uint8_t {
  printed,  // x = x >> 11: almost linear in x
  mixed,    // x ^= x >> 11, as the function that it is named after has it
};

// bucket_hash, whose sums check a guess.
std::uint64_t hash4(std::uint64_t x, Hash4 form);

// Eight hexadecimal digits, read as digits of base 32.
std::uint64_t read_in_base_32(std::uint32_t digits);

// The appendix: hashes = [hash6, hash8, hash7, hash3, hash0, hash1, hash2] modulo the size of a sub-table,
// and hash4 as the check. Of SHA-512, which is strong, 32 bits of the library's hash take the place; what the
// appendix makes of them (base 32) does not change.
class AppendixHash final : public InjectedHash {
 public:
  AppendixHash(CellCount sub_table_cells, Hash4 form, Seed seed);

  std::uint64_t choice(ByteView key, unsigned i) const override;
  std::uint64_t check(ByteView key) const override;

 private:
  Uint128 placing_hash(std::uint64_t key, unsigned i) const;

  std::uint64_t sub_table_cells_;
  Hash4 form_;
  KeyHasher strong_;
};

// Strong places and hash4 as the check.
class WeakCheck final : public InjectedHash {
 public:
  WeakCheck(Hash4 form, Seed seed) : form_(form), strong_(HashFamily::fast, seed) {}

  std::uint64_t choice(ByteView key, unsigned i) const override { return strong_(key).word(i); }
  std::uint64_t check(ByteView key) const override;

 private:
  Hash4 form_;
  KeyHasher strong_;
};

}  // namespace peel::lab::ding_rauen
