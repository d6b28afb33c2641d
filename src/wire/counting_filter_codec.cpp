#include "peel/wire/counting_filter_codec.hpp"

#include "filter_pages.hpp"

#include <utility>

namespace peel::wire {

namespace {

FilterParts parts_of(const CountingBloomFilter& filter) {
  return {.kind = Kind::counting_filter,
          .hasher = filter.hasher(),
          .identity = {filter.shape(), std::nullopt},
          .words = filter.words()};
}

}  // namespace

Result<void> encode_to(const CountingBloomFilter& filter, const ByteSink& sink) {
  return write_filter(parts_of(filter), sink);
}

Result<Bytes> encode(const CountingBloomFilter& filter) {
  return written_filter(parts_of(filter));
}

Result<CountingBloomFilter> decode_counting_filter(ByteView bytes) {
  auto decoded = read_filter(bytes, Kind::counting_filter);
  if (!decoded) return failure(decoded.error());
  auto filter =
      CountingBloomFilter::from_words(decoded->identity.shape, decoded->hasher, std::move(decoded->words));
  if (!filter) return failure(ErrorCode::malformed, filter.error().sentence());
  return filter;
}

}  // namespace peel::wire
