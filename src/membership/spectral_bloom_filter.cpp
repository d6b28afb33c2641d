#include "peel/membership/spectral_bloom_filter.hpp"

#include "core/assert.hpp"
#include "hashing/in_flight.hpp"
#include "membership/filter_checks.hpp"
#include "membership/spectral_cells.hpp"

#include <array>
#include <string>
#include <utility>

namespace peel {

namespace {

template <class Serve>
auto at_spectral_place(const FilterShape& shape, const KeyHash& hash, Serve serve) {
  return with_spectral_cells(shape, [&](const auto& cells) {
    std::array<std::uint64_t, kMaxClassicHashes> place;
    cells.locate(hash, place.data());
    return serve(cells, place.data());
  });
}

template <Access access, class Hashes, class Serve>
void spectral_in_flight(const FilterShape& shape, const std::uint64_t* words, const Hashes& hashes,
                        Serve serve) {
  with_spectral_cells(shape, [&](const auto& cells) {
    serve_in_flight<access, kMaxClassicHashes>(
        cells, words, hashes, [&](std::size_t i, const std::uint64_t* place) { serve(cells, i, place); });
  });
}

template <class Hashes, class Copies>
void insert_all_spectral(const FilterShape& shape, SpectralInsertion insertion, std::uint64_t* words,
                         const Hashes& hashes, Copies copies) {
  spectral_in_flight<Access::write>(shape, words, hashes,
                                    [=](const auto& cells, std::size_t i, const auto* place) {
                                      cells.raise(words, place, insertion, copies(i));
                                    });
}

template <class Hashes>
void find_all_spectral(const FilterShape& shape, const std::uint64_t* words, const Hashes& hashes,
                       std::span<SpectralCount> answers) {
  PEEL_ASSERT(hashes.size() == answers.size());
  spectral_in_flight<Access::read>(shape, words, hashes,
                                   [=](const auto& cells, std::size_t i, const auto* place) {
                                     answers[i] = cells.multiplicity(words, place);
                                   });
}

template <class Hashes>
void insert_and_tell_all(const FilterShape& shape, SpectralInsertion insertion, std::uint64_t* words,
                         const Hashes& hashes, std::span<SpectralCount> before) {
  PEEL_ASSERT(hashes.size() == before.size());
  spectral_in_flight<Access::write>(shape, words, hashes,
                                    [=](const auto& cells, std::size_t i, const auto* place) {
                                      before[i] = cells.multiplicity(words, place);
                                      cells.raise(words, place, insertion, CopyCount(1));
                                    });
}

template <class Hashes>
void erase_all_spectral(const FilterShape& shape, std::uint64_t* words, const Hashes& hashes,
                        std::span<Erased> outcomes) {
  PEEL_ASSERT(hashes.size() == outcomes.size());
  spectral_in_flight<Access::write>(shape, words, hashes,
                                    [=](const auto& cells, std::size_t i, const auto* place) {
                                      outcomes[i] = cells.lower(words, place, CopyCount(1));
                                    });
}

CopyCount once(std::size_t) {
  return CopyCount(1);
}

}  // namespace

std::string_view name_of(SpectralInsertion insertion) {
  switch (insertion) {
    case SpectralInsertion::minimum_selection:
      return "minimum_selection";
    case SpectralInsertion::minimal_increase:
      return "minimal_increase";
  }
  return "unknown";
}

SpectralBloomFilter::SpectralBloomFilter(const FilterShape& shape, SpectralInsertion insertion,
                                         const KeyHasher& hasher, AlignedWords words)
    : shape_(shape), insertion_(insertion), hasher_(hasher), words_(std::move(words)) {}

Result<SpectralBloomFilter> SpectralBloomFilter::make(const FilterShape& shape, SpectralInsertion insertion,
                                                      HashFamily family, Seed seed) {
  return from_words(shape, insertion, KeyHasher(family, seed), AlignedWords(shape.words()));
}

Result<SpectralBloomFilter> SpectralBloomFilter::from_words(const FilterShape& shape,
                                                            SpectralInsertion insertion,
                                                            const KeyHasher& hasher, AlignedWords words) {
  if (shape.cell_bits().value < 8) {
    return failure(ErrorCode::invalid_argument, "cells of " + std::to_string(shape.cell_bits().value) +
                                                    " bits: a spectral filter has cells of 8, 16 or 32");
  }
  // An enumerator may have been cast from a number that came from elsewhere.
  if (insertion != SpectralInsertion::minimum_selection && insertion != SpectralInsertion::minimal_increase) {
    return failure(ErrorCode::invalid_argument,
                   "spectral insertion " + std::to_string(static_cast<unsigned>(insertion)) +
                       ": accepted are 1 (minimum selection) and 2 (minimal increase)");
  }
  if (auto ok = check_words(shape, words.span()); !ok) return failure(ok.error());
  return SpectralBloomFilter(shape, insertion, hasher, std::move(words));
}

Result<void> SpectralBloomFilter::check_erasable() const {
  if (insertion_ == SpectralInsertion::minimum_selection) return {};
  return failure(ErrorCode::unsupported,
                 "a spectral filter of minimal increase cannot erase keys: accepted is minimum selection");
}

void SpectralBloomFilter::insert(const KeyHash& hash, CopyCount copies) {
  at_spectral_place(shape_, hash, [&](const auto& cells, const auto* place) {
    cells.raise(words_.data(), place, insertion_, copies);
  });
}

SpectralCount SpectralBloomFilter::multiplicity(const KeyHash& hash) const {
  return at_spectral_place(shape_, hash, [this](const auto& cells, const auto* place) {
    return cells.multiplicity(words_.data(), place);
  });
}

SpectralCount SpectralBloomFilter::insert_and_tell(const KeyHash& hash, CopyCount copies) {
  return at_spectral_place(shape_, hash, [&](const auto& cells, const auto* place) {
    const SpectralCount before = cells.multiplicity(words_.data(), place);
    cells.raise(words_.data(), place, insertion_, copies);
    return before;
  });
}

Result<Erased> SpectralBloomFilter::erase(const KeyHash& hash, CopyCount copies) {
  if (auto ok = check_erasable(); !ok) return failure(ok.error());
  return at_spectral_place(shape_, hash, [&](const auto& cells, const auto* place) {
    return cells.lower(words_.data(), place, copies);
  });
}

void SpectralBloomFilter::insert(std::span<const std::uint64_t> keys) {
  insert_all_spectral(shape_, insertion_, words_.data(), HashedKeys(hasher_, keys), once);
}

void SpectralBloomFilter::insert(std::span<const KeyHash> hashes) {
  insert_all_spectral(shape_, insertion_, words_.data(), GivenHashes(hashes), once);
}

void SpectralBloomFilter::insert(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  PEEL_ASSERT(keys.size() == copies.size());
  insert_all_spectral(shape_, insertion_, words_.data(), HashedKeys(hasher_, keys),
                      [=](std::size_t i) { return copies[i]; });
}

void SpectralBloomFilter::insert(std::span<const KeyHash> hashes, std::span<const CopyCount> copies) {
  PEEL_ASSERT(hashes.size() == copies.size());
  insert_all_spectral(shape_, insertion_, words_.data(), GivenHashes(hashes),
                      [=](std::size_t i) { return copies[i]; });
}

void SpectralBloomFilter::multiplicities(std::span<const std::uint64_t> keys,
                                         std::span<SpectralCount> answers) const {
  find_all_spectral(shape_, words_.data(), HashedKeys(hasher_, keys), answers);
}

void SpectralBloomFilter::multiplicities(std::span<const KeyHash> hashes,
                                         std::span<SpectralCount> answers) const {
  find_all_spectral(shape_, words_.data(), GivenHashes(hashes), answers);
}

void SpectralBloomFilter::insert_and_tell(std::span<const std::uint64_t> keys,
                                          std::span<SpectralCount> before) {
  insert_and_tell_all(shape_, insertion_, words_.data(), HashedKeys(hasher_, keys), before);
}

void SpectralBloomFilter::insert_and_tell(std::span<const KeyHash> hashes, std::span<SpectralCount> before) {
  insert_and_tell_all(shape_, insertion_, words_.data(), GivenHashes(hashes), before);
}

Result<void> SpectralBloomFilter::erase(std::span<const std::uint64_t> keys, std::span<Erased> outcomes) {
  if (auto ok = check_erasable(); !ok) return ok;
  erase_all_spectral(shape_, words_.data(), HashedKeys(hasher_, keys), outcomes);
  return {};
}

Result<void> SpectralBloomFilter::erase(std::span<const KeyHash> hashes, std::span<Erased> outcomes) {
  if (auto ok = check_erasable(); !ok) return ok;
  erase_all_spectral(shape_, words_.data(), GivenHashes(hashes), outcomes);
  return {};
}

}  // namespace peel
