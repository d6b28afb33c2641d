#include "peel/membership/bloom_filter.hpp"

#include "membership/adoption.hpp"
#include "membership/filter_kernels.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace peel {

BloomFilter::BloomFilter(const FilterShape& shape, const KeyHasher& hasher, AlignedWords words)
    : shape_(shape), hasher_(hasher), kernels_(detail::kernels_for(shape)), words_(std::move(words)) {}

Result<BloomFilter> BloomFilter::make(const FilterShape& shape, HashFamily family, Seed seed) {
  return from_words(shape, KeyHasher(family, seed), AlignedWords(shape.words()));
}

Result<BloomFilter> BloomFilter::from_words(const FilterShape& shape, const KeyHasher& hasher,
                                            AlignedWords words) {
  if (shape.cell_bits().value != 1) {
    return failure(ErrorCode::invalid_argument, "cells of " + std::to_string(shape.cell_bits().value) +
                                                    " bits: a Bloom filter has cells of 1");
  }
  if (auto ok = check_words(shape, words.span()); !ok) return failure(ok.error());
  return BloomFilter(shape, hasher, std::move(words));
}

Result<void> BloomFilter::merge(const BloomFilter& other) {
  if (auto ok = check_compatible(*this, other); !ok) return ok;
  for (std::uint64_t i = 0; i < words_.size(); ++i) words_.data()[i] |= other.words_.data()[i];
  return {};
}

Result<void> BloomFilter::intersect(const BloomFilter& other) {
  if (auto ok = check_compatible(*this, other); !ok) return ok;
  for (std::uint64_t i = 0; i < words_.size(); ++i) words_.data()[i] &= other.words_.data()[i];
  return {};
}

void BloomFilter::clear() {
  std::ranges::fill(words_.span(), 0);
}

bool BloomFilter::empty() const {
  return std::ranges::all_of(words(), [](std::uint64_t word) { return word == 0; });
}

bool operator==(const BloomFilter& a, const BloomFilter& b) {
  return check_compatible(a, b) && std::ranges::equal(a.words(), b.words());
}

}  // namespace peel
