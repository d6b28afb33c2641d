#include "peel/wire/filter_codec.hpp"

#include "filter_pages.hpp"

#include <utility>

namespace peel::wire {

namespace {

FilterParts parts_of(const BloomFilter& filter) {
  return {.kind = Kind::filter,
          .hasher = filter.hasher(),
          .identity = {filter.shape(), std::nullopt, filter.keys()},
          .words = filter.words()};
}

}  // namespace

Result<void> encode_to(const BloomFilter& filter, const ByteSink& sink) {
  return write_filter(parts_of(filter), sink);
}

Result<Bytes> encode(const BloomFilter& filter) {
  return written_filter(parts_of(filter));
}

Result<BloomFilter> decode_filter(ByteView bytes) {
  auto decoded = read_filter(bytes, Kind::filter);
  if (!decoded) return failure(decoded.error());
  auto filter = BloomFilter::from_words(decoded->identity.shape, decoded->hasher, std::move(decoded->words));
  if (!filter) return failure(ErrorCode::malformed, filter.error().sentence());
  filter->describe_keys(decoded->identity.keys);
  return filter;
}

}  // namespace peel::wire
