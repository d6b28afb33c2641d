// FilterInPlace: a filter that stays in its file. A page of 4096 bytes is read and checked when a key first
// needs it, and kept; so few questions to a large file read little of it, and many read it once.
//
//   What is damaged is never taken for "not found": a page whose checksum is wrong is an error that names it.
//   Opening checks header, shape and the checksums themselves. What is never touched is never looked at, nor
//   is the checksum over the whole file; decode_filter and whole() check all of it.
#pragma once

#include "peel/core/result.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/wire/page_reader.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace peel::wire {

class FilterPages;

// One that was moved from may only be assigned to or destroyed.
class FilterInPlace {
 public:
  // Reads 1/512 of the file at most, and a page. Fails as decode_filter does where header, shape and index
  // show that it would, and as the file does. Memory is reserved for all of the filter and used for what is
  // read.
  [[nodiscard]] static Result<FilterInPlace> open(std::unique_ptr<PageReader> file);

  FilterInPlace(FilterInPlace&&) noexcept;
  FilterInPlace& operator=(FilterInPlace&&) noexcept;
  ~FilterInPlace();

  // found[i] for the i-th hash, as the filter itself would say; spans of equal length. Fails with `malformed`
  // for a page that was changed, and as the file does; then `found` says nothing.
  [[nodiscard]] Result<void> contains(std::span<const KeyHash> hashes, std::span<bool> found);

  // Reads what is left, checks all of it and the checksum over the whole file, and gives up the filter.
  [[nodiscard]] Result<BloomFilter> whole() &&;

  const FilterShape& shape() const { return filter_.shape(); }
  const KeyHasher& hasher() const { return filter_.hasher(); }
  FilterKeys keys() const { return filter_.keys(); }
  std::uint64_t file_bytes() const { return file_->size(); }
  std::uint64_t pages() const;
  std::uint64_t pages_read() const { return pages_read_; }

 private:
  FilterInPlace(std::unique_ptr<PageReader> file, std::unique_ptr<FilterPages> index, BloomFilter filter,
                std::span<std::uint64_t> words);
  bool is_here(std::uint64_t page) const { return (here_[page / 64] >> page % 64 & 1) != 0; }
  Result<void> fetch(std::uint64_t page);
  Result<void> fetch_for(const KeyHash& hash);

  std::unique_ptr<PageReader> file_;
  std::unique_ptr<FilterPages> index_;
  BloomFilter filter_;               // 0 wherever nothing was read
  std::span<std::uint64_t> words_;   // those of the filter
  std::vector<std::uint64_t> here_;  // a bit for each page
  std::uint64_t pages_read_ = 0;
};

}  // namespace peel::wire
