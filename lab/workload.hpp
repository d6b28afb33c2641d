// Keys and values for experiments, and what tables make of them. A value is a function of its key, so that
// a listing can be checked without a copy of what went in.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/iblt.hpp"

#include <cstdint>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace peel::lab {

// For calls whose arguments are an experiment's own constants, so that an error is a fault of the lab.
template <class T>
T require(Result<T> result) {
  if (!result) throw std::logic_error(result.error().sentence());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// Key number i of an endless row without repetition, as random as the library's own mixer.
std::uint64_t key_at(Seed seed, std::uint64_t i);
std::vector<std::uint64_t> keys_from(Seed seed, std::uint64_t first, ItemCount count);

// As the batched calls that take bytes want them.
Bytes packed_keys(std::span<const std::uint64_t> keys);

// The value of a key; an edition above 0 gives it another value.
std::uint64_t value_of(std::uint64_t key, std::uint64_t edition = 0);
Bytes values_of(std::span<const std::uint64_t> keys, std::uint64_t edition = 0);

struct ListedPairs {
  std::uint64_t right = 0;  // with the value of edition 0
  std::uint64_t wrong = 0;  // with any other
};
ListedPairs check_listing(const Listing& listing);

// The share of these keys that GET finds, inserted or deleted, with their value of edition 0.
double share_found(const Iblt& table, std::span<const std::uint64_t> keys);
// The share of these keys that GET says are absent.
double share_absent(const Iblt& table, std::span<const std::uint64_t> keys);

}  // namespace peel::lab
