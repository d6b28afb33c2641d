#include "peel/wire/filter_codec.hpp"

#include "filter_pages.hpp"

#include <utility>

namespace peel::wire {

Result<void> encode_to(const BloomFilter& filter, const ByteSink& sink) {
  return write_filter(
      {.kind = Kind::filter, .hasher = filter.hasher(), .shape = filter.shape(), .words = filter.words()},
      sink);
}

Result<Bytes> encode(const BloomFilter& filter) {
  Bytes bytes;
  bytes.reserve(FilterFileLayout(filter.shape()).file_bytes());
  const auto encoded = encode_to(filter, [&](ByteView piece) -> Result<void> {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    return {};
  });
  if (!encoded) return failure(encoded.error());
  return bytes;
}

Result<BloomFilter> decode_filter(ByteView bytes) {
  auto decoded = read_filter(bytes, Kind::filter);
  if (!decoded) return failure(decoded.error());
  auto filter = BloomFilter::from_words(decoded->shape, decoded->hasher, std::move(decoded->words));
  if (!filter) return failure(ErrorCode::malformed, filter.error().sentence());
  return filter;
}

}  // namespace peel::wire
