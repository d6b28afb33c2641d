#include "peel/wire/filter_in_place.hpp"

#include "core/assert.hpp"
#include "filter_pages.hpp"
#include "membership/probes.hpp"

#include <algorithm>
#include <utility>

namespace peel::wire {

FilterInPlace::FilterInPlace(std::unique_ptr<PageReader> file, std::unique_ptr<FilterPages> index,
                             BloomFilter filter, std::span<std::uint64_t> words)
    : file_(std::move(file)),
      index_(std::move(index)),
      filter_(std::move(filter)),
      words_(words),
      here_((index_->count() + 63) / 64) {}

FilterInPlace::FilterInPlace(FilterInPlace&&) noexcept = default;
FilterInPlace& FilterInPlace::operator=(FilterInPlace&&) noexcept = default;
FilterInPlace::~FilterInPlace() = default;

Result<FilterInPlace> FilterInPlace::open(std::unique_ptr<PageReader> file) {
  auto pages = FilterPages::open(*file, Kind::filter);
  if (!pages) return failure(pages.error());
  AlignedWords words = AlignedWords::reserved(pages->shape().words());
  // They stay where they are when they are moved into the filter, and are filled there.
  const std::span<std::uint64_t> in_filter = words.span();
  auto filter = BloomFilter::from_words(pages->shape(), pages->hasher(), std::move(words));
  if (!filter) return failure(ErrorCode::malformed, filter.error().sentence());
  PEEL_ASSERT(filter->words().data() == in_filter.data());
  filter->describe_keys(pages->identity().keys);
  return FilterInPlace(std::move(file), std::make_unique<FilterPages>(std::move(*pages)), std::move(*filter),
                       in_filter);
}

std::uint64_t FilterInPlace::pages() const {
  return index_->count();
}

Result<void> FilterInPlace::fetch(std::uint64_t page) {
  if (is_here(page)) return {};
  if (auto read = index_->read({page, 1}, *file_, words_); !read) return read;
  here_[page / 64] |= std::uint64_t{1} << page % 64;
  ++pages_read_;
  return {};
}

// The page of a key's block, or those of its cells up to the first that is not set: a page that was not read
// is all 0, so that the filter denies the key as well.
Result<void> FilterInPlace::fetch_for(const KeyHash& hash) {
  const FilterShape& shape = filter_.shape();
  if (shape.is_blocked()) return fetch(block_of(hash, shape.blocks()) * shape.lanes() / kPageWords);
  Result<void> done;
  bool is_denied = false;
  for_each_cell(shape, hash, [&](std::uint64_t cell) {
    if (is_denied || !done) return;
    done = fetch(cell / 64 / kPageWords);
    is_denied = (words_[cell / 64] >> cell % 64 & 1) == 0;
  });
  return done;
}

Result<void> FilterInPlace::contains(std::span<const KeyHash> hashes, std::span<bool> found) {
  if (pages_read_ < pages()) {
    for (const KeyHash& hash : hashes) {
      if (auto fetched = fetch_for(hash); !fetched) return fetched;
    }
  }
  filter_.contains(hashes, found);
  return {};
}

// Into memory of its own: what was reserved here may be more than there is.
Result<BloomFilter> FilterInPlace::whole() && {
  constexpr std::uint64_t kMostAtOnce = 256;
  AlignedWords all(words_.size());
  for (std::uint64_t page = 0; page < pages();) {
    std::uint64_t absent = 0;
    while (absent < std::min(kMostAtOnce, pages() - page) && !is_here(page + absent)) ++absent;
    if (absent > 0) {
      if (auto read = index_->read({page, absent}, *file_, all.span()); !read) return failure(read.error());
    } else {
      const std::uint64_t at = page * kPageWords;
      std::ranges::copy(words_.subspan(at, std::min(kPageWords, words_.size() - at)), all.data() + at);
    }
    page += std::max<std::uint64_t>(absent, 1);
  }
  if (auto right = index_->check_envelope(all.span()); !right) return failure(right.error());
  auto filter = BloomFilter::from_words(shape(), hasher(), std::move(all));
  if (filter) filter->describe_keys(keys());
  return filter;
}

}  // namespace peel::wire
