// FilterFile: a filter in a file, which is asked whether it holds keys. A large one stays in its file, and
// only the pages are read that the keys call for. Link peel::sources.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/wire/filter_in_place.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace peel::sources {

// All errors name the file.
class FilterFile {
 public:
  static constexpr std::uint64_t kLargeBytes = std::uint64_t{64} << 20;

  // "-" is standard input. Fails as the file and its decoder do, and with `incompatible` for a file of
  // another kind.
  static Result<FilterFile> open(const std::string& path);

  const FilterShape& shape() const { return whole_ ? whole_->shape() : in_place_->shape(); }
  const KeyHasher& hasher() const { return whole_ ? whole_->hasher() : in_place_->hasher(); }
  FilterKeys keys() const { return whole_ ? whole_->keys() : in_place_->keys(); }
  const std::string& path() const { return path_; }

  // found[i] for the i-th hash; spans of equal length. Fails only for a filter that stays in its file.
  Result<void> contains(std::span<const KeyHash> hashes, std::span<bool> found);

 private:
  explicit FilterFile(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::optional<BloomFilter> whole_;
  std::optional<wire::FilterInPlace> in_place_;
};

}  // namespace peel::sources
