#include "peel/membership/bloom_filter.hpp"

#include "membership/filter_checks.hpp"
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

std::string_view name_of(FilterKeys keys) {
  switch (keys) {
    case FilterKeys::unknown:
      break;
    case FilterKeys::text:
      return "text";
    case FilterKeys::addresses:
      return "addresses";
  }
  return "unknown";
}

Result<void> BloomFilter::check_joinable(const BloomFilter& other) const {
  if (auto ok = check_compatible(*this, other); !ok) return ok;
  if (keys_ == other.keys_ || keys_ == FilterKeys::unknown || other.keys_ == FilterKeys::unknown) return {};
  return failure(ErrorCode::incompatible, "the keys of one filter are " + std::string(name_of(keys_)) +
                                              " and those of the other " + std::string(name_of(other.keys_)));
}

Result<void> BloomFilter::merge(const BloomFilter& other) {
  if (auto ok = check_joinable(other); !ok) return ok;
  if (keys_ != other.keys_) keys_ = FilterKeys::unknown;
  for (std::uint64_t i = 0; i < words_.size(); ++i) words_.data()[i] |= other.words_.data()[i];
  return {};
}

Result<void> BloomFilter::intersect(const BloomFilter& other) {
  if (auto ok = check_joinable(other); !ok) return ok;
  if (keys_ != other.keys_) keys_ = FilterKeys::unknown;
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
  return check_compatible(a, b) && a.keys() == b.keys() && std::ranges::equal(a.words(), b.words());
}

}  // namespace peel
