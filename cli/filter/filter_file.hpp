// Files of filters: read in place or whole, and written without a second copy in memory.
#pragma once

#include "peel/membership/bloom_filter.hpp"
#include "peel/wire/filter_in_place.hpp"

#include <optional>
#include <string>

namespace peel::cli {

// A regular file whose header says that it holds a filter, not yet read. Nothing for any other file, for
// standard input, and for what cannot be opened: whoever reads those says what is wrong with them. Fails as
// FilterInPlace::open does, and names the file.
Result<std::optional<wire::FilterInPlace>> open_filter_in_place(const std::string& path);

// All of it; fails as FilterInPlace::whole does, and names the file.
Result<BloomFilter> whole_filter(const std::string& path, wire::FilterInPlace in_place);

// A filter that is asked, in place if it is large. Errors name the file.
class AskedFilter {
 public:
  static constexpr std::uint64_t kLargeBytes = std::uint64_t{64} << 20;

  // Fails as decode_peel_file does, and with `incompatible` for a file of another kind.
  static Result<AskedFilter> open(const std::string& path);

  const FilterShape& shape() const { return whole_ ? whole_->shape() : in_place_->shape(); }
  const KeyHasher& hasher() const { return whole_ ? whole_->hasher() : in_place_->hasher(); }
  FilterKeys keys() const { return whole_ ? whole_->keys() : in_place_->keys(); }
  const std::string& name() const { return name_; }
  Result<void> contains(std::span<const KeyHash> hashes, std::span<bool> found);

 private:
  explicit AskedFilter(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::optional<BloomFilter> whole_;
  std::optional<wire::FilterInPlace> in_place_;
};

}  // namespace peel::cli
