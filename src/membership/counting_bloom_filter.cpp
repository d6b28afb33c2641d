#include "peel/membership/counting_bloom_filter.hpp"

#include "core/assert.hpp"
#include "hashing/in_flight.hpp"
#include "membership/counting_places.hpp"
#include "membership/filter_checks.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace peel {

namespace {

using Place = std::array<std::uint64_t, kMostPlaceWords>;

template <class Serve>
auto at_place(const FilterShape& shape, const KeyHash& hash, Serve serve) {
  return with_places(shape, [&](const auto& places) {
    Place place;
    places.locate(hash, place.data());
    return serve(places, place.data());
  });
}

template <class Places>
bool raise_and_tell(const Places& places, std::uint64_t* words, const std::uint64_t* place) {
  const bool found = places.all_set(words, place);
  places.raise(words, place);
  return found;
}

template <class Places>
Erased lower_if_set(const Places& places, std::uint64_t* words, const std::uint64_t* place) {
  if (!places.all_set(words, place)) return Erased::was_absent;
  places.lower(words, place);
  return Erased::erased;
}

template <Access access, class Hashes, class Serve>
void in_flight(const FilterShape& shape, const std::uint64_t* words, const Hashes& hashes, Serve serve) {
  with_places(shape, [&](const auto& places) {
    serve_in_flight<access, kMostPlaceWords>(
        places, words, hashes, [&](std::size_t i, const std::uint64_t* place) { serve(places, i, place); });
  });
}

template <class Hashes>
void insert_all(const FilterShape& shape, std::uint64_t* words, const Hashes& hashes) {
  in_flight<Access::write>(shape, words, hashes, [=](const auto& places, std::size_t, const auto* place) {
    places.raise(words, place);
  });
}

template <class Hashes>
void erase_all(const FilterShape& shape, std::uint64_t* words, const Hashes& hashes,
               std::span<Erased> outcomes) {
  PEEL_ASSERT(hashes.size() == outcomes.size());
  in_flight<Access::write>(shape, words, hashes, [=](const auto& places, std::size_t i, const auto* place) {
    outcomes[i] = lower_if_set(places, words, place);
  });
}

// Most keys that a classic filter denies need only their first cells.
void find_classic(const FilterShape& shape, const std::uint64_t* words, std::span<const KeyHash> hashes,
                  std::span<bool> found) {
  lowest_numbers(ClassicPlaces(shape), words, hashes, found);
}

template <class Hashes>
void find_in_blocks(const FilterShape& shape, const std::uint64_t* words, const Hashes& hashes,
                    std::span<bool> found) {
  in_flight<Access::read>(shape, words, hashes, [=](const auto& places, std::size_t i, const auto* place) {
    found[i] = places.all_set(words, place);
  });
}

template <class Hashes>
void insert_and_tell_all(const FilterShape& shape, std::uint64_t* words, const Hashes& hashes,
                         std::span<bool> found) {
  PEEL_ASSERT(hashes.size() == found.size());
  in_flight<Access::write>(shape, words, hashes, [=](const auto& places, std::size_t i, const auto* place) {
    found[i] = raise_and_tell(places, words, place);
  });
}

}  // namespace

CountingBloomFilter::CountingBloomFilter(const FilterShape& shape, const KeyHasher& hasher,
                                         AlignedWords words)
    : shape_(shape), hasher_(hasher), words_(std::move(words)) {}

Result<CountingBloomFilter> CountingBloomFilter::make(const FilterShape& shape, HashFamily family,
                                                      Seed seed) {
  return from_words(shape, KeyHasher(family, seed), AlignedWords(shape.words()));
}

Result<CountingBloomFilter> CountingBloomFilter::from_words(const FilterShape& shape, const KeyHasher& hasher,
                                                            AlignedWords words) {
  if (shape.cell_bits().value != kCountingCellBits) {
    return failure(ErrorCode::invalid_argument, "cells of " + std::to_string(shape.cell_bits().value) +
                                                    " bits: a counting filter has cells of 4");
  }
  if (auto ok = check_words(shape, words.span()); !ok) return failure(ok.error());
  return CountingBloomFilter(shape, hasher, std::move(words));
}

void CountingBloomFilter::insert(const KeyHash& hash) {
  at_place(shape_, hash,
           [this](const auto& places, const auto* place) { places.raise(words_.data(), place); });
}

Erased CountingBloomFilter::erase(const KeyHash& hash) {
  return at_place(shape_, hash, [this](const auto& places, const auto* place) {
    return lower_if_set(places, words_.data(), place);
  });
}

bool CountingBloomFilter::contains(const KeyHash& hash) const {
  if (!shape_.is_blocked()) return lowest_number(ClassicPlaces(shape_), words_.data(), hash) != 0;
  return at_place(shape_, hash, [this](const auto& places, const auto* place) {
    return places.all_set(words_.data(), place);
  });
}

bool CountingBloomFilter::insert_and_tell(const KeyHash& hash) {
  return at_place(shape_, hash, [this](const auto& places, const auto* place) {
    return raise_and_tell(places, words_.data(), place);
  });
}

void CountingBloomFilter::insert(std::span<const std::uint64_t> keys) {
  insert_all(shape_, words_.data(), HashedKeys(hasher_, keys));
}

void CountingBloomFilter::insert(std::span<const KeyHash> hashes) {
  insert_all(shape_, words_.data(), GivenHashes(hashes));
}

void CountingBloomFilter::erase(std::span<const std::uint64_t> keys, std::span<Erased> outcomes) {
  erase_all(shape_, words_.data(), HashedKeys(hasher_, keys), outcomes);
}

void CountingBloomFilter::erase(std::span<const KeyHash> hashes, std::span<Erased> outcomes) {
  erase_all(shape_, words_.data(), GivenHashes(hashes), outcomes);
}

void CountingBloomFilter::contains(std::span<const std::uint64_t> keys, std::span<bool> found) const {
  PEEL_ASSERT(keys.size() == found.size());
  if (shape_.is_blocked()) return find_in_blocks(shape_, words_.data(), HashedKeys(hasher_, keys), found);
  in_hashed_pieces(hasher_, keys, [&](std::span<const KeyHash> hashes, std::size_t done) {
    find_classic(shape_, words_.data(), hashes, found.subspan(done, hashes.size()));
  });
}

void CountingBloomFilter::contains(std::span<const KeyHash> hashes, std::span<bool> found) const {
  PEEL_ASSERT(hashes.size() == found.size());
  if (shape_.is_blocked()) return find_in_blocks(shape_, words_.data(), GivenHashes(hashes), found);
  find_classic(shape_, words_.data(), hashes, found);
}

void CountingBloomFilter::insert_and_tell(std::span<const std::uint64_t> keys, std::span<bool> found) {
  insert_and_tell_all(shape_, words_.data(), HashedKeys(hasher_, keys), found);
}

void CountingBloomFilter::insert_and_tell(std::span<const KeyHash> hashes, std::span<bool> found) {
  insert_and_tell_all(shape_, words_.data(), GivenHashes(hashes), found);
}

}  // namespace peel
