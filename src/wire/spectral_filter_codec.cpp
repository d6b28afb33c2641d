#include "peel/wire/spectral_filter_codec.hpp"

#include "filter_pages.hpp"

#include <utility>

namespace peel::wire {

namespace {

FilterParts parts_of(const SpectralBloomFilter& filter) {
  return {.kind = Kind::spectral_filter,
          .hasher = filter.hasher(),
          .identity = {filter.shape(), filter.insertion()},
          .words = filter.words()};
}

}  // namespace

Result<void> encode_to(const SpectralBloomFilter& filter, const ByteSink& sink) {
  return write_filter(parts_of(filter), sink);
}

Result<Bytes> encode(const SpectralBloomFilter& filter) {
  return written_filter(parts_of(filter));
}

Result<SpectralBloomFilter> decode_spectral_filter(ByteView bytes) {
  auto decoded = read_filter(bytes, Kind::spectral_filter);
  if (!decoded) return failure(decoded.error());
  auto filter = SpectralBloomFilter::from_words(decoded->identity.shape, *decoded->identity.insertion,
                                                decoded->hasher, std::move(decoded->words));
  if (!filter) return failure(ErrorCode::malformed, filter.error().sentence());
  return filter;
}

}  // namespace peel::wire
