// AnyFile: what a file that peel wrote holds, whatever its kind. Who does not know beforehand what a file is
// decodes it here, and asks the variant.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/count_min_sketch.hpp"
#include "peel/frequency/heavy_hitters.hpp"
#include "peel/frequency/heavy_stream.hpp"
#include "peel/frequency/range_sketch.hpp"
#include "peel/frequency/signed_sketch.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/counted_stream.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/rateless_sketch.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/membership/counting_bloom_filter.hpp"
#include "peel/membership/rotating_bloom_filter.hpp"
#include "peel/membership/spectral_bloom_filter.hpp"
#include "peel/wire/envelope.hpp"
#include "peel/wire/iblt_codec.hpp"
#include "peel/wire/table_summary_codec.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace peel::wire {

// In the order of Kind.
using AnyContent = std::variant<Iblt, Sketch, CountedStream, BloomFilter, CountingBloomFilter,
                                SpectralBloomFilter, RotatingBloomFilter, HeavyStream, HeavyHitters,
                                CountMinSketch, SignedSketch, RangeSketch, SavedSummary, RatelessSketch>;

struct AnyFile {
  std::uint8_t version = kFormatVersion;
  HashFamily family = HashFamily::fast;
  Seed seed = {};
  std::optional<IbltForm> form = {};  // of the cells of an iblt or a sketch
  AnyContent content;

  Kind kind() const { return static_cast<Kind>(content.index() + 1); }
  // Null for a file of another kind.
  template <class Content>
  const Content* as() const {
    return std::get_if<Content>(&content);
  }
  template <class Content>
  Content* as() {
    return std::get_if<Content>(&content);
  }
};

// "a counting filter"; a plural has no article: "heavy texts".
std::string name_with_article(Kind kind);

// Fails as open() and the decoder of the kind do. Heavy texts and heavy hitters lie in memory as `fresh`
// says, and nothing else depends on it: a sender who does not know it cannot put keys in each other's way.
[[nodiscard]] Result<AnyFile> decode_any(ByteView bytes, Seed fresh);

// Fails as the encoder of the kind does. A table is written in the form that takes fewer bytes, whatever form
// it was read in.
[[nodiscard]] Result<Bytes> encode(const AnyFile& file);

}  // namespace peel::wire
