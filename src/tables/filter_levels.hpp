// What summaries of several filters share, whether they can forget or not. The j-th filter affirms the keys
// of levels above j, counted from 0.
//
//   A filter is asked only about keys that the one before it affirms. In a batch those are put side by side
//   first, so that the next filter has a batch again.
//
// Filters take their cells from the same words of a hash, which does no harm: whether a key of level j is
// misjudged depends on one filter only, the first that should deny it.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/tables/level.hpp"

#include "hashing/hasher_difference.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace peel {

template <class Filter>
Result<void> check_filters(std::span<const Filter> filters) {
  if (filters.empty() || filters.size() > kMaxSubTables) {
    return failure(
        ErrorCode::invalid_argument,
        std::to_string(filters.size()) + " filters: accepted are 1 to " + std::to_string(kMaxSubTables));
  }
  const KeyHasher& first = filters.front().hasher();
  for (const Filter& filter : filters) {
    if (const std::string difference = detail::difference_of(first, filter.hasher()); !difference.empty())
      return failure(ErrorCode::invalid_argument,
                     "the filters have " + difference + "; accepted is one for all");
  }
  return {};
}

// A summary is given hashes, so that the hashers of its filters are never asked: any will do, as long as all
// summaries have the same.
template <class Filter>
Result<std::vector<Filter>> filters_of(std::span<const FilterShape> shapes) {
  std::vector<Filter> filters;
  for (const FilterShape& shape : shapes.first(std::min<std::size_t>(shapes.size(), kMaxSubTables + 1))) {
    auto filter = Filter::make(shape, HashFamily::fast, kDefaultSeed);
    if (!filter) return failure(filter.error());
    filters.push_back(std::move(*filter));
  }
  return filters;
}

template <class Filter>
Level level_in(std::span<const Filter> filters, const KeyHash& hash) {
  std::uint64_t level = 0;
  while (level < filters.size() && filters[level].contains(hash)) ++level;
  return Level(level);
}

// Keys that are still in question, in the order in which they came.
class KeysLeft {
 public:
  static constexpr std::size_t kMost = 1024;

  explicit KeysLeft(std::span<const KeyHash> hashes) : count_(hashes.size()) {
    std::ranges::copy(hashes, hashes_.begin());
    for (std::size_t i = 0; i < count_; ++i) numbers_[i] = static_cast<std::uint16_t>(i);
  }
  std::span<const KeyHash> hashes() const { return std::span(hashes_).first(count_); }
  std::span<const std::uint16_t> numbers() const { return std::span(numbers_).first(count_); }

  // Without a branch on what is found, since nobody can guess it.
  void keep(std::span<const bool> found) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      hashes_[kept] = hashes_[i];
      numbers_[kept] = numbers_[i];
      kept += found[i] ? 1U : 0U;
    }
    count_ = kept;
  }

 private:
  std::size_t count_;
  std::array<KeyHash, kMost> hashes_;
  std::array<std::uint16_t, kMost> numbers_;
};

template <class Filter>
void levels_in(std::span<const Filter> filters, std::span<const KeyHash> hashes, std::span<Level> levels) {
  std::array<bool, KeysLeft::kMost> found;
  for (std::size_t done = 0; done < hashes.size(); done += KeysLeft::kMost) {
    const std::size_t count = std::min(KeysLeft::kMost, hashes.size() - done);
    const std::span<Level> answers = levels.subspan(done, count);
    std::ranges::fill(answers, Level());
    KeysLeft left(hashes.subspan(done, count));
    for (std::size_t j = 0; j < filters.size() && !left.hashes().empty(); ++j) {
      const std::span<bool> now = std::span(found).first(left.hashes().size());
      filters[j].contains(left.hashes(), now);
      left.keep(now);
      for (const std::uint16_t number : left.numbers()) answers[number] = Level(j + 1);
    }
  }
}

template <class Filter>
void note_in(std::span<Filter> filters, const KeyHash& hash, Level level) {
  for (std::size_t j = 0; j < level.number; ++j) filters[j].insert(hash);
}

template <class Filter>
std::uint64_t bytes_of(std::span<const Filter> filters) {
  std::uint64_t bytes = 0;
  for (const Filter& filter : filters) bytes += filter.shape().bytes();
  return bytes;
}

}  // namespace peel
